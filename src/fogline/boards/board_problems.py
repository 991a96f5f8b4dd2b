"""Problems of board files, described so that the author can correct them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from fogline.core.errors import FoglineError, readable


class Severity(StrEnum):
    """Whether a board with this problem can be played."""

    ERROR = "error"
    """It cannot."""
    WARNING = "warning"
    """It can, but the author may have meant something else."""


@dataclass(frozen=True, slots=True)
class BoardProblem:
    """One thing that is wrong, and where."""

    file: str
    """The file as its reader named it."""
    line: int | None
    """Counted from 1; `None` where no single line is to blame."""
    message: str
    """What was found and what was expected."""
    severity: Severity = Severity.ERROR

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.severity}: {self.message}"


class BoardError(FoglineError):
    """Raised for a board that cannot be played, with all its problems."""

    def __init__(self, problems: Iterable[BoardProblem]) -> None:
        self.problems: tuple[BoardProblem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return readable("\n".join(str(problem) for problem in self.problems))
