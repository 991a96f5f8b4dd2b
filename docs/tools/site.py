"""What MkDocs needs to know of this repository: pages and fonts that are kept elsewhere in it.

Links in the docs lead to files as they lie in the repository. On the site the changelog, the guide
for contributors and every example are pages, and the links lead there.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
GUIDES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
LANGUAGES = {".py": "python", ".js": "javascript", ".toml": "toml"}
# The faces of the browser client; where its tools are not installed, the system's will do.
FONTS = ROOT / "web" / "node_modules"
FACES = (
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2",
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-italic.woff2",
    "@fontsource/league-gothic/files/league-gothic-latin-400-normal.woff2",
)
LINK = re.compile(r"\]\(([^)#\s:]+)(#[^)]*)?\)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add what is kept elsewhere."""
    for source, page in GUIDES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.suffix in LANGUAGES and "__pycache__" not in path.parts:
            files.append(_example(path, config))
    for face in FACES:
        if (FONTS / face).is_file():
            name = f"style/{PurePosixPath(face).name}"
            files.append(File.generated(config, name, abs_src_path=str(FONTS / face)))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Let links lead to the page of the site that a file of the repository became."""
    source = next((name for name, to in GUIDES.items() if to == page.file.src_uri), None)
    here = ROOT if source else ROOT / "docs" / Path(page.file.src_uri).parent

    def turned(link: re.Match[str]) -> str:
        target = (here / link[1]).resolve()
        page_of = _page_of(target)
        if page_of is None:
            return link[0]
        up = "../" * page.file.src_uri.count("/")
        return f"]({up}{page_of}{link[2] or ''})"

    return LINK.sub(turned, markdown)


def _page_of(target: Path) -> str | None:
    """Name the page of the site, if the file is kept elsewhere than in `docs`."""
    if not target.is_relative_to(ROOT):
        return None
    path = target.relative_to(ROOT).as_posix()
    if path in GUIDES:
        return GUIDES[path]
    if path.startswith("examples/") and target.suffix in LANGUAGES:
        return f"{path}.md"
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def _example(path: Path, config: MkDocsConfig) -> File:
    """Make a page of a file of an example."""
    name = path.relative_to(ROOT).as_posix()
    code = path.read_text(encoding="utf-8")
    text = f"# {path.name}\n\n`{name}`\n\n````{LANGUAGES[path.suffix]}\n{code}````\n"
    return File.generated(config, f"{name}.md", content=text, inclusion=InclusionLevel.NOT_IN_NAV)
