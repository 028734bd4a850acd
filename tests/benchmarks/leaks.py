"""Tries `check_no_leak` on the card games that PettingZoo, RLCard and OpenSpiel ship, and says what it finds.

``python -m tests.benchmarks.leaks`` prints the table; ``--keep`` also writes it to ``docs/environments.json`` and into
the page. What is not installed is left out (`tests.benchmarks.environments` says how to install it).
"""

from __future__ import annotations

import argparse
import importlib
import json
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import Any

from capture_widgets import envs
from capture_widgets.testing import check_no_leak
from tests.benchmarks.environments import KEPT, PAGE

PETTINGZOO = ["leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"]
RLCARD = ["leduc-holdem", "limit-holdem", "no-limit-holdem", "uno", "gin-rummy", "mahjong", "bridge", "doudizhu"]
OPENSPIEL = ["kuhn_poker", "leduc_poker", "universal_poker", "hearts", "euchre", "oh_hell", "gin_rummy"]
UNCHECKED = ["hanabi", "spades", "skat", "crazy_eights", "dou_dizhu", "liars_dice"]
"""Games of OpenSpiel that do not resample, and for which nobody has written ``worlds``."""
HEAD = "| library | game | asked for | found | pairs of worlds |\n| --- | --- | --- | --- | --- |\n"
Case = tuple[str, str, str, Callable[[], Any], dict[str, Any]]


def gin_worlds(state: Any, player: int, rng: Random) -> Any:
    """Gin rummy in OpenSpiel: a card dealt to the other and not played yet changes places with one of the stock."""
    import pyspiel

    history = state.full_history()
    dealt = [item.action for item in history if item.player == pyspiel.PlayerId.CHANCE]
    played = {item.action for item in history if item.player >= 0}
    theirs = [card for card in dealt[10 * (1 - player) : 10 * (1 - player) + 10] if card not in played]
    free = [card for card in range(52) if card not in dealt]
    if not theirs or not free:
        return state.clone()
    card, instead = rng.choice(theirs), rng.choice(free)
    other = state.get_game().new_initial_state()
    for item in history:
        action = instead if item.player == pyspiel.PlayerId.CHANCE and item.action == card else item.action
        legal = [one for one, _ in other.chance_outcomes()] if other.is_chance_node() else other.legal_actions()
        if action not in legal:  # the other could not have played so
            return state.clone()
        other.apply_action(action)
    return other


def cases() -> Iterator[Case]:
    """Everything that is installed."""
    for slug in envs.VERSIONS:
        yield "capture_widgets", slug, "any agent", partial(envs.aec, slug), {}
    if find_spec("rlcard"):
        for name in PETTINGZOO:
            module = importlib.import_module(f"pettingzoo.classic.{name}")
            yield "PettingZoo", name, "any agent", module.env, {}
        rlcard = importlib.import_module("rlcard")
        for name in RLCARD:
            for acting in (True, False):
                whom = "the player to act" if acting else "any player"
                yield "RLCard", name, whom, partial(rlcard.make, name), {"acting_only": acting}
    if find_spec("pyspiel"):
        import pyspiel

        for name in [*OPENSPIEL, *UNCHECKED]:
            more = {"worlds": gin_worlds} if name == "gin_rummy" else {}
            yield "OpenSpiel", name, "any player", partial(pyspiel.load_game, name), more


def found(make: Callable[[], Any], **more: Any) -> tuple[str, int | None]:
    """What the check finds, in words, and the number of pairs that differ."""
    try:
        told = check_no_leak(make(), episodes=10, steps=60, each=1, **more)
    except AssertionError as error:
        place = str(error).partition("): ")[2].partition(" is ")[0]
        return f"a leak, at `{place}`", None
    except TypeError as error:
        return ("not checked: it makes no other worlds" if "world" in str(error) else f"not checked: {error}"), None
    except ValueError:
        return "not checked: no other worlds were found", None
    except (AttributeError, KeyError, UnboundLocalError) as error:
        return f"not checked: it raised {type(error).__name__}", None
    return "nothing", told.apart


def row(library: str, game: str, whom: str, words: str, pairs: int | None) -> str:
    """A row of the table."""
    return f"| {library} | {game} | {whom} | {words} | {'' if pairs is None else f'{pairs:,}'} |\n"


def main() -> None:
    """Check, print, and keep if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="write the table to docs/environments.json and the page")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    rows: list[tuple[str, str, str, str, int | None]] = []
    for library, game, whom, make, more in cases():
        rows.append((library, game, whom, *found(make, **more)))
        print(row(*rows[-1]), end="", flush=True)
    if chosen.keep:
        kept = json.loads(KEPT.read_text("utf-8"))
        kept["leaks"] = rows
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        before, _, rest = PAGE.read_text("utf-8").partition(HEAD)
        after = rest[rest.index("\n\n") + 2 :] if rest.startswith("|") else rest.lstrip("\n")
        PAGE.write_text(f"{before}{HEAD}{''.join(row(*one) for one in rows)}\n{after}", "utf-8")


if __name__ == "__main__":
    main()
