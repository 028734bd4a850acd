"""The encodings and episodes that the environments of all libraries share, and the environments for PettingZoo."""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
import pettingzoo
from pettingzoo.test import api_test, render_test, seed_test

import capture_widgets as cw
from capture_widgets import envs
from capture_widgets.core.bit_masks import bits
from capture_widgets.envs.episode import Episode
from capture_widgets.envs.information import information_state
from tests.benchmarks import leaks
from tests.benchmarks.environments import KEPT, OURS, PAGE, table
from tests.cases import EACH, case_id, dealt, random_move
from tests.environment_play import VARIANTS, choose, digest, steps_to_end, variant_id

DIGESTS = {
    ("commander", 1): {
        "commander": "79bf98442739",
        "commander-players=3": "47f13787fc8f",
        "commander-players=4-one_suit_each=True-war=chain": "95a3fb3af2da",
        "commander-teams=True-twos_beat_aces=True": "5f2de01c379b",
        "commander-teams=True-scoring=True-match=True-target=20": "f79a3fb29cff",
        "commander-players=3-scoring=True-match=True-target=5": "f7af6afc0e05",
    },
    ("columns", 1): {
        "columns": "00d7f1b27552",
        "columns-dealer=0-aces=swing": "6cabf2eabc5b",
    },
    ("kommando", 1): {
        "kommando": "ffb10d2464e7",
        "kommando-no_choice=chosen end-dealer=0": "b56f1d4262f7",
        "kommando-match=True-target=60": "17f45da5e359",
    },
    ("fourx", 1): {
        "fourx": "601368dd4b39",
        "fourx-tech=True": "7cfeacf41125",
        "fourx-explorers=any-conquered_serve=True": "21cef3e69995",
    },
    ("universal", 1): {
        "universal": "f61f0dfb01ce",
        "universal-opening=one card-dealer=cut": "e2cea8432379",
        "universal-match=True-target=60": "675190867f09",
    },
}
"""By game and version of its environments, what some seeded episodes of each variant show.

If one of these changes, the dynamics or the layout have changed: give the game a new version in
capture_widgets/envs/versions.py, and write the new digest beside it. Never change a digest alone.
"""


@pytest.fixture
def quiet() -> Iterator[None]:
    """Without what the checks of a library print, and without its advice on spaces that are dicts."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


# -- encodings


@pytest.mark.parametrize("case", EACH, ids=case_id)
def test_the_mask_has_the_legal_moves_and_nothing_else(case: tuple[str, dict[str, Any]]) -> None:
    slug, options = case
    encoding, rng = envs.encoding(slug, **options), Random(1)
    state, plies = dealt(slug, options, 1), 0
    while state.to_play is not None and plies < 120:
        moves = [str(move) for move in state.legal_moves()]
        begun: list[int] = []
        while True:
            legal = [*bits(encoding.legal(state, begun))]
            assert legal == encoding.actions.legal(moves, begun)
            begun.append(choose(encoding, legal, rng))
            move = encoding.finished(state, begun)
            if move is not None:
                break
        assert str(move) in moves
        state = state.apply(move)
        plies += 1
    if state.to_play is None:
        assert encoding.legal(state, ()) == 0


@pytest.mark.parametrize("case", EACH, ids=case_id)
def test_an_observation_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(
    case: tuple[str, dict[str, Any]],
) -> None:
    slug, options = case
    encoding, rng = envs.encoding(slug, **options), Random(2)
    state = dealt(slug, options, 3)
    for _ in range(60):
        if state.to_play is None:
            break
        for seat in range(encoding.seats):
            told = encoding.known(state, seat, ())
            assert told.bit_length() <= encoding.layout.size
            assert {encoding.known(state.determinize(seat, rng), seat, ()) for _ in range(3)} == {told}
        state = state.apply(random_move(state, rng))


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_positions_that_look_different_have_different_observations(variant: tuple[str, dict[str, Any]]) -> None:
    """An observation leaves out only what the docs say: the order of piles and of runs, and what was inferred."""
    slug, options = variant
    seen: dict[bytes, Any] = {}
    for seed in range(6):
        env = envs.aec(slug, **options)
        env.reset(seed=seed)
        rng = Random(seed)
        for _ in range(60):
            episode = env.episode
            if episode.to_play is None:
                break
            for seat, agent in enumerate(env.possible_agents):
                table = plain_table(slug, episode.state.table(seat))
                told = (seat, table, tuple(episode.points) if env.encoding.match else (), tuple(episode.begun))
                entry = seen.setdefault(bytes([seat]) + env.observe(agent)["observation"].tobytes(), told)
                if not episode.begun and entry[1] is not None:
                    assert entry[1] == table
            env.step(choose(env.encoding, episode.legal(), rng))
    assert len(seen) > 50


def plain_table(slug: str, table: Any) -> str:
    """A table without what an observation leaves out."""
    if slug == "columns":
        table["slots"] = [slot and [sorted(side) for side in slot] for slot in table["slots"]]
        table["captured"] = [sorted(cards) for cards in table["captured"]]
        for hidden in ("placed", "hands"):
            table.pop(hidden)
    if slug == "commander":
        table["removed"] = sorted((seat, card) for seat, _, card in table["removed"])
        table["out"].sort()
    if slug == "universal":
        table["discard"] = [*sorted(table["discard"]), *table["discard"][-1:]]
    if slug == "fourx":
        table["turns"] = 0
        table["conquered"].sort()
    return str(table)


def test_a_layout_names_every_entry_once() -> None:
    for slug, options in VARIANTS:
        layout = envs.encoding(slug, **options).layout
        at = 0
        for part in layout.parts:
            assert part.start == at
            at += part.size
            assert part.words
        assert at == layout.size
        assert len({part.name for part in layout.parts}) == len(layout.parts)


def test_parts_of_an_observation_are_found_by_name() -> None:
    env = envs.aec("kommando")
    env.reset(seed=7)
    told = env.encoding.layout.split(env.observe("player_0")["observation"])
    game = cw.new("kommando", seed=7)
    deck = game.type.deck.text
    assert [deck[card] for card in told["hand"].nonzero()[0]] == game.dump(seat=0)["table"]["hands"][0]
    assert told["row"].sum(1).tolist() == [1, 1, 1, 0, 1, 1, 0, 1, 1, 1], "KO-2: two cards lie face down"
    assert told["turn"].item() == 1


# -- episodes


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_a_seed_deals_as_for_a_game_and_moves_do_the_same(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    game = cw.new(slug, seed=5, **options)
    episode, rng = Episode(envs.encoding(slug, **options)), Random(5)
    episode.deal_seed(5)
    plies = 0
    while not episode.over and plies < 400:
        if episode.waits:
            episode.deal_seed(5)
        assert episode.state == game.state
        assert list(episode.points) == game.points
        before = len(episode.rounds[-1].moves)
        while len(episode.rounds[-1].moves) == before:
            episode.play(choose(episode.encoding, episode.legal(), rng))
        game.play(str(episode.rounds[-1].moves[-1]))
        plies += 1
    if episode.over:
        assert game.is_over
        assert episode.returns == game.returns


def test_an_information_state_tells_two_draws_apart_that_lead_to_the_same_hand() -> None:
    """GE-6: the order in which cards were drawn is remembered, although the hand does not show it."""
    episode = Episode(envs.encoding("universal"))
    first = cw.new("universal", seed=1).record()["rounds"][0]
    deck = cw.new("universal", seed=1).type.deck
    cards = [deck.card(text) for text in first["deal"]]
    texts = []
    for swap in (False, True):
        stock = [*cards[52:]]
        if swap:
            stock[0], stock[2] = stock[2], stock[0]
        episode = Episode(envs.encoding("universal"))
        episode.deal([*cards[:52], *stock], 1)
        for move in ["draw stock"] * 3:
            episode.play(episode.encoding.actions.index(move))
        assert episode.to_play == 1
        texts.append(information_state(episode, 0))
    assert texts[0] != texts[1]
    assert texts[0].splitlines()[2] == texts[1].splitlines()[2], "the tables are the same"


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_an_information_state_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(
    variant: tuple[str, dict[str, Any]],
) -> None:
    slug, options = variant
    env, rng = envs.aec(slug, **options), Random(3)
    env.reset(seed=3)
    episode = env.episode
    for _ in range(40):
        if episode.to_play is None:
            break
        for seat in range(env.encoding.seats):
            other = episode.copy()
            other.state = episode.state.determinize(seat, rng)
            assert information_state(other, seat) == information_state(episode, seat)
        env.step(choose(env.encoding, episode.legal(), rng))


def test_co_4_a_placement_that_was_begun_is_known_to_its_seat_alone() -> None:
    env = envs.aec("columns")
    env.reset(seed=1)
    before = env.observe("player_1")["observation"], env.information_state("player_1")
    own = env.information_state("player_0")
    env.step(env.episode.legal()[0])
    assert env.agent_selection == "player_0"
    assert (env.observe("player_1")["observation"] == before[0]).all()
    assert env.information_state("player_1") == before[1]
    assert env.information_state("player_0") != own


# -- PettingZoo


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_it_passes_the_checks_of_pettingzoo(variant: tuple[str, dict[str, Any]], quiet: None) -> None:
    slug, options = variant
    make = partial(envs.aec, slug, **options)
    api_test(make(), num_cycles=40)
    seed_test(make, num_cycles=40)
    render_test(make)


@pytest.mark.thorough
@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_it_passes_the_long_checks_of_pettingzoo(variant: tuple[str, dict[str, Any]], quiet: None) -> None:
    slug, options = variant
    make = partial(envs.aec, slug, **options)
    api_test(make(), num_cycles=1000)
    seed_test(make, num_cycles=500)


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "fourx", "universal"])
def test_what_episodes_show_changes_only_with_the_version(slug: str) -> None:
    told = {variant_id(variant): digest(envs.aec(slug, **variant[1]), 3) for variant in VARIANTS if variant[0] == slug}
    assert told == DIGESTS[slug, envs.VERSIONS[slug]]


def test_pettingzoo_makes_them_by_name() -> None:
    envs.register()
    env = pettingzoo.make("aec", "capture_widgets/kommando_v1", dealer=0)
    env.reset(seed=7)
    assert str(env) == "kommando_v1"
    assert env.agent_selection == "player_1", "KO-4: who does not deal attacks first"
    envs.register()


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_rewards_come_at_the_end_and_are_the_returns(variant: tuple[str, dict[str, Any]]) -> None:
    slug, options = variant
    env = envs.aec(slug, max_cycles=5000, **options)
    env.reset(seed=2)
    rewards = dict.fromkeys(env.agents, 0)
    rng = Random(2)
    for agent in env.agent_iter():
        _, reward, ended, cut, _ = env.last()
        rewards[agent] += reward
        env.step(None if ended or cut else choose(env.encoding, env.episode.legal(), rng))
    assert list(rewards.values()) == env.episode.returns
    assert env.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        env.step(None)


def test_an_illegal_action_loses_or_is_refused() -> None:
    env = envs.aec("kommando")
    env.reset(seed=7)
    answer = env.encoding.actions.index("9y")
    env.step(answer)
    observed, reward, ended, _, info = env.last()
    assert (env.agent_selection, reward, ended) == ("player_0", -1, True)
    assert "KO-4" in info["illegal"]
    assert observed["action_mask"].sum() == 0
    env = envs.aec("kommando", illegal="raise")
    env.reset(seed=7)
    before = env.observe("player_0")["observation"]
    with pytest.raises(cw.IllegalMove, match="KO-4"):
        env.step(answer)
    for wrong in (-1, 90):
        with pytest.raises(ValueError, match="0 to 89"):
            env.step(wrong)
    no_numbers: tuple[Any, ...] = (None, 1.5, "L:1r")
    for wrong in no_numbers:
        with pytest.raises(ValueError, match="whole number"):
            env.step(wrong)
    assert (env.observe("player_0")["observation"] == before).all()
    env.step(np.int64(env.episode.legal()[0]))


def test_co_4_a_card_that_cannot_be_placed_there_is_refused_with_the_reason() -> None:
    env = envs.aec("columns", illegal="raise")
    env.reset(seed=1)
    hand = env.encoding.layout.split(env.observe("player_0")["observation"])["hand"].nonzero()[0].tolist()
    other = next(card for card in range(52) if card not in hand)
    with pytest.raises(cw.IllegalMove, match="you do not hold"):
        env.step(other)
    with pytest.raises(cw.IllegalMove, match="every hidden card must be placed"):
        env.step(52 + hand[0])
    env.step(hand[0])
    for wrong, why in ((hand[1], "first column to the last"), (52 + hand[0], "one column only")):
        with pytest.raises(ValueError, match=why):
            env.step(wrong)
    for slot in range(1, 5):
        env.step(52 * slot + hand[slot])
    assert env.agent_selection == "player_1"


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        envs.aec("kommando").step(0)
    with pytest.raises(cw.UnknownGame):
        envs.aec("chess")
    with pytest.raises(cw.UnknownOption, match="match=True: this game has no matches"):
        envs.aec("columns", match=True)
    with pytest.raises(cw.UnknownOption, match="match="):
        envs.aec("kommando", match=1)
    for argument, wrong in {"viewer": 2, "render_mode": "svg", "illegal": "no", "max_cycles": 0}.items():
        with pytest.raises(ValueError, match=argument):
            envs.aec("kommando", **{argument: wrong})  # type: ignore[arg-type]


def test_an_episode_is_truncated_after_a_number_of_steps() -> None:
    env = envs.aec("fourx", max_cycles=10)
    env.reset(seed=1)
    assert steps_to_end(env, Random(1)) == 11
    assert env.agents == []


def test_rendering_shows_what_the_viewer_knows() -> None:
    hidden = envs.aec("kommando", render_mode="ansi")
    own = envs.aec("kommando", render_mode="ansi", viewer=0)
    for env in (hidden, own):
        env.reset(seed=7)
    card = cw.new("kommando", seed=7).dump(seat=0)["table"]["hands"][0][0]
    assert card in (own.render() or "")
    assert card not in (hidden.render() or "")


def test_no_info_tells_a_seed() -> None:
    """Whoever knows the seed knows all cards."""
    env = envs.aec("columns")
    env.reset(seed=1)
    assert set(map(str, env.infos.values())) == {"{}"}


def test_the_page_has_what_the_check_of_leaks_found_and_ours_have_none() -> None:
    rows = json.loads(KEPT.read_text("utf-8"))["leaks"]
    page = PAGE.read_text("utf-8")
    assert leaks.HEAD + "".join(leaks.row(*one) for one in rows) in page
    own = {game: words for library, game, _, words, _ in rows if library == "capture_widgets"}
    assert own == dict.fromkeys(envs.VERSIONS, "nothing")
    named = {"UNO": "uno", "Mahjong": "mahjong", "gin rummy": "gin-rummy", "bridge": "bridge"}
    found = {game for library, game, _, words, _ in rows if library == "RLCard" and words.startswith("a leak")}
    assert found == set(named.values()), "the games that the page names below the table"
    assert all(name in page for name in named)


def test_the_page_has_the_measured_speeds_and_all_keep_the_promise() -> None:
    kept = json.loads(KEPT.read_text("utf-8"))["speed"]
    assert table(kept) in PAGE.read_text("utf-8")
    assert [title for title, _, _ in OURS] == [*kept["capture_widgets"]]
    assert min(kept["capture_widgets"].values()) >= 30_000
    assert {"PettingZoo", "RLCard", "OpenSpiel"} <= kept.keys()
