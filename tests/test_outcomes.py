"""Every outcome of a function that draws at random is found once, and none that the function rejects."""

from __future__ import annotations

from itertools import permutations
from math import comb, factorial
from random import Random

from capture_widgets.core.outcomes import draw_again, outcomes
from capture_widgets.core.shuffles import shuffled


def test_orders_samples_and_choices_are_all_found() -> None:
    assert set(outcomes(lambda rng: tuple(shuffled("abcd", rng)), 100) or ()) == set(permutations("abcd"))
    assert len(outcomes(lambda rng: tuple(rng.sample(range(5), 2)), 100) or ()) == 20
    assert outcomes(lambda rng: rng.choice("ab") + rng.choice("cd"), 9) == ["ac", "ad", "bc", "bd"]
    assert outcomes(lambda rng: rng.choices("abc", [1, 0, 2])[0], 9) == ["a", "c"]
    assert outcomes(lambda rng: rng.choices("abc", cum_weights=[0, 1, 1])[0], 9) == ["b"]
    assert outcomes(lambda rng: rng.randrange(2, 8, 3), 9) == [2, 5]
    assert outcomes(lambda rng: 7, 1) == [7]


def mixed(rng: Random) -> tuple[str, ...]:
    letters = list("abc")
    rng.shuffle(letters)
    return tuple(letters)


def test_a_list_that_is_shuffled_in_place_has_all_orders() -> None:
    assert set(outcomes(mixed, 6) or ()) == set(permutations("abc"))


def test_a_group_has_one_order_and_what_is_not_wanted_none() -> None:
    runs: list[list[int]] = []

    def dealt(rng: Random) -> tuple[int, ...]:
        cards = shuffled(range(9), rng, first=5, groups=(3,))
        runs.append(cards)
        return (*sorted(cards[:3]), *cards[3:])

    found = outcomes(dealt, 10_000)
    assert found is not None
    assert len(found) == len(runs) == comb(9, 3) * 6 * 5
    assert len(set(found)) == len(found)
    assert shuffled(range(9), Random(1), first=5, groups=(3,)) == shuffled(range(9), Random(1))[:5]


def test_what_a_function_rejects_is_no_outcome() -> None:
    def even(rng: Random) -> int:
        while True:
            drawn = rng.choice(range(6))
            if drawn % 2 == 0:
                return drawn
            draw_again(rng)

    assert outcomes(even, 9) == [0, 2, 4]
    assert even(Random(1)) % 2 == 0


def test_too_many_and_uncountable_outcomes_are_none() -> None:
    assert outcomes(lambda rng: rng.choice(range(5)), 4) is None
    assert outcomes(lambda rng: rng.random(), 9) is None
    assert outcomes(lambda rng: tuple(shuffled(range(40), rng)), 10**6) is None
    assert factorial(40) > 10**6
