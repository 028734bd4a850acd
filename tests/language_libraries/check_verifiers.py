"""The taskset and the environment of verifiers: loaded by the library, and played by scripted models, offline."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import verifiers.v1 as vf
from verifiers.v1.agent import Segment
from verifiers.v1.types import AssistantMessage
from verifiers.v1.utils.loaders import load_taskset, taskset_config_type

import capture_widgets as cw
from tests.language_libraries.checks import moves_in
from tests.language_libraries.scripted_server import served

GAMES: Any = cw.envs.verifiers()


class Scripted:
    """An agent whose model is a function; its interaction is that of the library, without a model behind it."""

    def __init__(self, model: Callable[[str], str], turns: int = 500) -> None:
        self.model, self.turns, self.told = model, turns, list[str]()
        self.trace: Any = SimpleNamespace(rewards={}, metrics={}, info={})
        self.trace.record_reward = lambda name, value, weight: self.trace.rewards.update({name: (value, weight)})
        self.trace.record_metric = lambda name, value: self.trace.metrics.update({name: value})

    @asynccontextmanager
    async def interaction(self, task: Any) -> AsyncIterator[Any]:
        self.told = [task.data.prompt]

        async def turn(message: str | None = None) -> Segment:
            if message is not None:
                self.told.append(message)
            if len(self.told) > self.turns:
                return Segment([], terminated=True)
            return Segment([AssistantMessage(content=self.model(self.told[-1]))])

        yield SimpleNamespace(turn=turn, trace=self.trace)


def made(**config: Any) -> Any:
    """The environment, as the library makes it from a config that names the taskset."""
    taskset = GAMES.GamesConfig(id="capture_widgets_games", **config)
    return GAMES.GamesEnv(GAMES.GamesEnvConfig(taskset=taskset))


def run(env: Any, agent: Scripted, number: int = 0) -> Any:
    (task,) = (task for at, task in zip(range(number + 1), env.taskset, strict=False) if at == number)
    asyncio.run(env.run(task, SimpleNamespace(player=agent)))
    return task


def first(told: str) -> str:
    return f"[{moves_in(told)[0]}]"


def test_the_library_finds_the_taskset_by_its_id() -> None:
    assert taskset_config_type("capture_widgets_games") is GAMES.GamesConfig
    taskset = load_taskset(GAMES.GamesConfig(id="capture_widgets_games", game="columns", first_seed=40))
    assert isinstance(taskset, GAMES.GamesTaskset)
    tasks = [*taskset.take(3)]
    assert [task.data.info["seed"] for task in tasks] == [40, 41, 42]
    assert [task.data.idx for task in tasks] == [0, 1, 2]
    for task in tasks:
        assert isinstance(task, vf.Task)
        assert task.data.system_prompt.startswith("You play Capture in five columns.")
        assert "You sit at seat A." in task.data.prompt
        assert type(task.data).model_validate_json(task.data.model_dump_json()) == task.data


@pytest.mark.parametrize("slug", ["commander", "columns", "kommando", "universal"])
def test_a_scripted_model_plays_to_the_end_and_gets_its_result(slug: str) -> None:
    agent = Scripted(first)
    run(made(game=slug), agent)
    info = agent.trace.info["game"]
    again = cw.new(slug, seed=info["seed"])
    for move in info["moves"]:
        again.play(move)
    assert again.returns is not None
    assert agent.trace.rewards == {"result": (float(again.returns[0]), 1.0)}
    assert agent.trace.metrics == {"refused": 0.0}
    assert all("It is your turn." in told for told in agent.told)


def test_a_task_is_the_same_every_time() -> None:
    one, two = Scripted(first), Scripted(first)
    assert run(made(), one, 2).data == run(made(), two, 2).data
    assert one.told == two.told
    assert one.trace.info == two.trace.info


def test_a_refused_answer_has_one_more_try_and_a_forfeit_loses() -> None:
    agent = Scripted(lambda told: "no move")
    run(made(), agent)
    assert "Try once more." in agent.told[1]
    assert len(agent.told) == 2
    assert agent.trace.rewards == {"result": (-1.0, 1.0)}
    assert agent.trace.metrics == {"refused": 2.0}


def test_an_exchange_that_ends_early_has_no_result() -> None:
    agent = Scripted(first, turns=2)
    run(made(), agent)
    assert agent.trace.rewards == {"result": (0.0, 1.0)}


@pytest.mark.skipif(shutil.which("uv") is None, reason="the library's program for chats is started by uv")
def test_the_librarys_own_agent_plays_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own agent and program for chats, which asks a scripted model at an address of this machine."""
    from verifiers.v1.agent import Agent
    from verifiers.v1.configs.client import EvalClientConfig
    from verifiers.v1.harnesses.null import NullHarnessConfig

    monkeypatch.setenv("KEY_OF_NOBODY", "none")
    traces: list[Any] = []
    asked: list[list[dict[str, Any]]] = []

    async def play(address: str) -> None:
        client = EvalClientConfig(base_url=address, api_key_var="KEY_OF_NOBODY")
        harness = NullHarnessConfig(id="null")
        config = vf.AgentConfig(model="scripted", client=client, harness=harness, runtime={"type": "subprocess"})
        async with Agent(config) as agent:

            @asynccontextmanager
            async def interaction(task: Any) -> AsyncIterator[Any]:
                async with agent.interaction(task) as one:
                    traces.append(one.trace)
                    yield one

            env = made(game="kommando")
            task = next(iter(env.taskset))
            await env.run(task, SimpleNamespace(player=SimpleNamespace(interaction=interaction)))

    with served(first, asked) as address:
        asyncio.run(play(address))
    (trace,) = traces
    assert list(trace.errors) == []
    info = trace.info["game"]
    again = cw.new("kommando", seed=info["seed"])
    for move in info["moves"]:
        again.play(move)
    assert again.returns is not None
    assert trace.rewards["result"].score == again.returns[0]
    assert trace.metrics == {"refused": 0.0}
    assert [message["role"] for message in asked[-1]] == ["system", *["user", "assistant"] * 9, "user"]
    assert all("You sit at seat A." in str(messages[1]["content"]) for messages in asked)
