"""What a page offers to who plays, as scripts that run in the page."""

from __future__ import annotations

# In one go, because between two looks the table may have moved on.
CHOOSE = """([chance, map]) => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const any = (found) => found[chance % found.length];
  // A small window shows a part of the board; panels may lie over its edges.
  const inSight = (target) => {
    const { x, y, width, height } = target.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top?.closest('.stage') != null && top.closest('button') === null;
  };
  const targets = map ? all('[data-target]').filter(inSight) : [];
  if (all('.curtain button').length) return all('.curtain button')[0];
  if (all('dialog li button').length) return any(all('dialog li button'));
  if (all('.chooser button').length) return any(all('.chooser button'));
  const prompt = all('section.prompt.asked')[0];
  if (prompt === undefined || prompt.ariaBusy === 'true') return null;
  const confirm = all('.primary:enabled', all('.buttons', prompt).at(-1))[0];
  const [select] = all('select', prompt);
  if (confirm === undefined && targets.length) return any(targets);
  if (confirm === undefined && select) return select;
  if (confirm === undefined && all('[aria-pressed=false]', prompt).length) {
    return any(all('[aria-pressed=false]', prompt));
  }
  const offers = all('.offers .button:enabled', prompt);
  if (offers.length && (chance % 3 || !all('.turn', prompt).length)) return any(offers);
  const [claim] = all('.turn .routes:enabled', prompt);
  if (claim !== undefined) return any(targets) ?? claim;
  const cards = all('.market .slot.can:enabled');
  if (cards.length && chance % 2) return any(cards.slice(0, -1));
  return confirm ?? any([...all('.button:enabled', prompt), ...cards]) ?? null;
}"""
"""What to press next, or `null`.

With `map`, routes and places are pointed at on the board, as far as they are in sight.
"""

STEP = f"""(given) => {{
  const chosen = ({CHOOSE})(given);
  if (chosen?.tagName === 'SELECT') {{
    chosen.selectedIndex = 1 + given[0] % (chosen.options.length - 1);
    return chosen.dispatchEvent(new Event('change', {{bubbles: true}}));
  }}
  chosen?.click();
  return chosen !== null;
}}"""
"""Press it; tells whether there was anything to press."""


MY_TURN = (
    "() => document.querySelector('section.prompt.asked .turn :nth-child(3):enabled') !== null"
    " && document.querySelector('dialog[open]') === null"
)
"""Whether it is one's turn, and nothing of it is done yet: tickets can still be drawn."""


def claimed(count: int) -> str:
    """Whether the board shows so many routes with an owner."""
    return f"() => document.querySelectorAll('[data-claimed]').length >= {count}"


def playing(until: str, law: str) -> str:
    """Press what is offered, once a frame, until something holds or the points are counted.

    Which of the offers depends on what was pressed before, not on how often nothing was offered.
    Waiting asks for no frames: they would be drawn, though nothing has changed.
    A law is looked at before each step; where it does not hold, the play ends with an error.
    """
    return f"""([seed, limit, patience]) => {{
  const step = {STEP};
  const [until, law] = [{until}, {law}];
  const end = performance.now() + patience;
  window.played = (async () => {{
    let [done, chance] = [0, seed];
    while (done < limit && !document.querySelector('.final') && !until()) {{
      if (performance.now() > end) throw new Error(`nothing moves: ${{document.body.innerText}}`);
      if (!law()) throw new Error(`against the law: ${{document.body.innerText}}`);
      if (step([chance >>> 8, false])) {{
        done += 1;
        chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0;
        await new Promise(requestAnimationFrame);
      }} else await new Promise((look) => setTimeout(look, 10));
    }}
    return done;
  }})();
}}"""
