"""docs/rules.md, made from the games: their options and rules in the words that the package shows."""

from __future__ import annotations

from collections.abc import Mapping

import capture_widgets as cw
from capture_widgets.engine.common_rules import COMMON_RULES
from capture_widgets.games import GAMES

HEAD = """# Rules of the games

Every rule has an identifier, which refusals, explanations, tests and these pages cite. The texts are those that
tables and `cw.rules(slug)` show.
What the sources of the games leave open, and what is done here, is in [rulings](rulings.md); how moves are written
is in the
[contract](contract.md#moves).

## Common ground

{common}

Cards are written rank first, then suit in a small letter. French deck: ranks `2 3 4 5 6 7 8 9 T J Q K A`, suits `c
d h s`. Kommando: values `1` to `10`,
colours `r y b`. Universal deck: ranks `1 2 3 4 5 6 7 M S G` (Moon, Sun, Galaxy), suits `e j m n s v`. The canonical
order of a deck is suit by suit, low rank to
high, in the order given here.
"""

GAME = """
## {title} (`{slug}`)

{rules}

| option | default | values | |
| --- | --- | --- | --- |
{options}
"""

TAIL = """
## What a seat knows

A seat knows its own cards, and what it has seen for ever after (GE-6). Beyond that the rules themselves tell it
something, and views, hints and bots make use of
all of it; a world drawn for a seat fits everything here.

- **commander**: no hand is hidden from one player alone: what was shown is known to all, and what never was may lie
  in any place that was never shown. With
  one suit each, an unseen card is of the suit that its place was dealt from, also after it was given away. A choice
  in a war is its player's own until both have
  chosen.
- **columns**: the other hand and the cards not yet dealt are unknown, and so is a placement that was not yet shown.
  Once nothing is left to deal, what was not
  seen must be in the other hand.
- **kommando**: the other hand and the two cards lying face down. Ten dealt cards hold an 8, a 9 or a 10 (KO-3). Who
  answers in a colour already used has none of
  the others; who attacks a card in its own colour has that colour alone. Both stay true to the end.
- **fourx**: before the king is chosen nothing, but that no king is in the arsenal; afterwards every card face down
  may be any of those not seen.
- **universal**: the other hand, all cards lying down, one's own too, and the stock. A card drawn from the discard
  pile is known to be in that hand. Not to play
  tells nothing, for one may always draw. Spectators know neither hand.
"""


def rules_md() -> str:
    """The text of the page."""
    games = [
        GAME.format(title=game.title, slug=slug, rules=_listed(game.rules), options=_options(slug))
        for slug, game in GAMES.items()
    ]
    return HEAD.format(common=_listed(COMMON_RULES)) + "".join(games) + TAIL


def _listed(rules: Mapping[str, str]) -> str:
    return "\n".join(f"- `{name}` {text}" for name, text in rules.items())


def _options(slug: str) -> str:
    rows = []
    for name, option in cw.options(slug).items():
        values = option["values"]
        listed = values if isinstance(values, str) else ", ".join(f"`{value!r}`" for value in values)
        rows.append(f"| `{name}` | `{option['default']!r}` | {listed} | {option['words']} ({option['rule']}) |")
    return "\n".join(rows)
