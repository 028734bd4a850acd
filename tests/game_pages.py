"""A page for each game (docs/kommando.md ...) with its guide and rules, made from the game as the package has it.

Where a comment stands in a page, docs/conf.py puts in a part that only the site can show: a replay, the first lesson
(`cw.lesson(slug).static()`) or a puzzle (`tests.puzzles`).
"""

from __future__ import annotations

from capture_widgets.games import GAMES

PAGE = """# {title}

{words} {people}, {takes}.

![A table of {title} in a notebook](gallery-{slug}.png)

**[Play now](play.md)**, or in a notebook: `cw.new("{slug}")`.

## How it is played

**Goal.** {goal}

**Turn.** {turn}

**End.** {end}

## Your first {round}

The first lesson of the package, step by step. Open an answer to see what the lesson says to it. The lesson's own words speak of a table: there you play it, from the lobby or with
`cw.lesson("{slug}")` in a notebook.

<!-- part: lesson-{slug} -->

## A {round} to step through

Greedy plays {against}, as a spectator sees it. The arrow keys step through the moves.

<!-- part: replay-{slug} -->

## A puzzle

<!-- part: puzzle-{slug} -->

## The rules

The tables cite these identifiers. The [options of the game](rules.md#{anchor}), the rules of all games and what each player knows are on the page of [all rules](rules.md); what the sources leave
open is in the [rulings](rulings.md).

{rules}
"""  # noqa: E501 - the lines of a page are longer than those of code

ROUNDS = {"kommando": "hand", "universal": "hand", "fourx": "map"}
"""What people call a round, where it is not a game."""


def game_md(slug: str) -> str:
    """The text of the page of a game."""
    game = GAMES[slug]
    guide = game.guide(game.options(), False)
    summary = game.summary
    assert summary is not None
    return PAGE.format(
        slug=slug,
        title=game.title,
        words=summary.words,
        people=summary.people[0].upper() + summary.people[1:],
        takes=summary.takes,
        goal=guide.goal,
        turn=guide.turn,
        end=guide.end,
        round=ROUNDS.get(slug, "game"),
        against="alone" if game.seats(game.options()) == 1 else "against itself",
        anchor=f"{game.title} {slug}".lower().replace(" ", "-"),
        rules="\n".join(f"- `{name}` {text}" for name, text in game.rules.items()),
    )
