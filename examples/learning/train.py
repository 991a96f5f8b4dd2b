"""Teach a network San Francisco for two players by masked PPO, and write it down as a bot.

examples:
  python examples/learning/train.py                      the run whose curve is committed
  python examples/learning/train.py --steps 200000 --out /tmp/first   a first look, in minutes
  python examples/learning/train.py --runs 4 --cluster ray --out /tmp/four   four networks at once
  fogline ladder san-francisco --bots policy:examples/learning/san-francisco-2.npz,random,greedy
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from bot_games import BotGames
from curve import draw
from examine import BOTS, examine
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

from fogline import FoglineError
from fogline.arena.cluster import find_workers
from fogline.arena.process_pool import run
from fogline.env import observer_of
from fogline.env.compiled_observer import CompiledObserver
from fogline.env.policy import Policy

HERE = Path(__file__).parent
NAME = "san-francisco-2"
TEACHERS = ("greedy", "one-step", "planner")
"""The bots that the network learns from by playing against them; the rest it never meets."""
GAMES = 256
"""Games at once."""
ROLLOUT = 64
"""Decisions in each of them between two lessons."""
EXAM = 100
"""Games against each bot for each point of the curve, always the same deals."""
EXAM_SEED = 20_000


class Classroom(VecEnv):
    """The games as Stable-Baselines3 wants them."""

    def __init__(self, games: BotGames) -> None:
        self.games = games
        super().__init__(games.num, games.observer.seen_space, games.observer.action_space)
        self._codes = np.zeros(games.num, np.int64)
        self._infos: list[dict[str, Any]] = [{} for _ in range(games.num)]

    def reset(self) -> np.ndarray:
        """Deal all games."""
        self.games.deal()
        return self.games.seen.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Take the codes that `step_wait` performs."""
        self._codes = actions.astype(np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Perform them, and let the bots answer."""
        games = self.games
        games.step(self._codes)
        return games.seen.copy(), games.rewards.copy(), games.over.copy(), self._infos

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Return the masks: nothing else is asked for."""
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return self.games.mask.copy()

    def has_attr(self, attr_name: str) -> bool:
        """Say that there are masks."""
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Say that nothing is drawn."""
        if attr_name != "render_mode":
            raise AttributeError(attr_name)
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Nothing can be set."""
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Say that nothing is wrapped."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing is left open."""


class Scaled(BaseFeaturesExtractor):
    """Observations divided by their upper bounds."""

    def __init__(self, space: spaces.Box) -> None:
        super().__init__(space, space.shape[0])
        self.register_buffer("high", torch.tensor(space.high, dtype=torch.float32))

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Scale a batch."""
        return seen.float() / self.high


def policy_of(model: MaskablePPO, observer: CompiledObserver) -> Policy:
    """Take the part of the network that chooses, rounded as it will be in the file."""
    modules = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    linear = [module for module in modules if isinstance(module, torch.nn.Linear)]
    layers = [(each.weight.detach().numpy().T, each.bias.detach().numpy()) for each in linear]
    return Policy.of(observer, layers)


@dataclass(frozen=True)
class Lesson:
    """What one network is to be taught."""

    seed: int
    steps: int
    minutes: float


class Diary(BaseCallback):
    """Examines the network now and then, writes the curve, and stops when time is up."""

    def __init__(self, observer: CompiledObserver, lesson: Lesson, out: Path) -> None:
        super().__init__()
        self._observer, self._out = observer, out
        self._steps, self._limit = lesson.steps, lesson.minutes
        self._every = max(1, lesson.steps // (GAMES * ROLLOUT * 40))
        self._rollouts = 0
        self._began, self._began_cpu, self._start = time.monotonic(), time.process_time(), 0.0
        self._rows: list[list[float]] = []

    def _on_step(self) -> bool:
        return self._spent() < self._limit * 60

    def _spent(self) -> float:
        """Seconds of processor time."""
        return time.process_time() - self._began_cpu

    def _on_training_start(self) -> None:
        self._start = self._spent()  # what comes before is loading and compiling

    def _on_rollout_start(self) -> None:
        if self._rollouts % self._every == 0:
            self.write()
        self._rollouts += 1

    def write(self) -> None:
        """Add a point to the curve, and save the policy as it is."""
        policy = policy_of(self.model, self._observer)
        policy.save(self._out / f"{NAME}.npz")
        exams = examine(policy, self._observer, EXAM, EXAM_SEED)
        results = {bot: exam.mean(axis=0).tolist() for bot, exam in exams.items()}
        cpu, wall = self._spent() / 60, (time.monotonic() - self._began) / 60
        row = [self.num_timesteps, cpu, wall]
        self._rows.append([*row, *(number for bot in BOTS for number in results[bot])])
        heads = [f"{bot} {what}" for bot in BOTS for what in ("wins", "lead")]
        with (self._out / "curve.csv").open("w", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["decisions", "processor minutes", "minutes", *heads])
            table.writerows([round(number, 3) for number in row] for row in self._rows)
        rate = self.num_timesteps / (60 * cpu - self._start)
        left = max(0.0, self._steps - self.num_timesteps) / rate / 60 if rate else float("nan")
        told = ", ".join(f"{bot} {wins:.0%}" for bot, (wins, _) in results.items())
        print(
            f"{self.num_timesteps:,} decisions, {cpu:.1f} min of processor time ({wall:.1f} min), "
            f"{rate:,.0f}/s, {left:.0f} min left; wins: {told}",
            flush=True,
        )


def learn(lesson: Lesson, out: Path) -> None:
    """Train, and leave the policy, the points of its curve and their picture in a folder."""
    # One thread: sums come in the same order each time, and a second one would help little.
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)
    observer = observer_of("san-francisco", 2)
    model = MaskablePPO(
        "MlpPolicy",
        Classroom(BotGames(observer, TEACHERS, GAMES, lesson.seed)),
        learning_rate=lambda left: 1e-3 * max(left, 0.02),
        n_steps=ROLLOUT,
        batch_size=2048,
        n_epochs=3,
        gamma=1.0,  # a game has an end, and only that counts
        gae_lambda=0.95,
        ent_coef=0.003,
        policy_kwargs={
            "features_extractor_class": Scaled,
            "net_arch": {"pi": [256, 256], "vf": [256, 256]},
            "activation_fn": torch.nn.ReLU,
        },
        seed=lesson.seed,
        device="cpu",
    )
    diary = Diary(observer, lesson, out)
    model.learn(lesson.steps, callback=diary)
    diary.write()
    draw(out / "curve.csv", out / "curve.svg")


def learn_elsewhere(lesson: Lesson) -> dict[str, bytes]:
    """Train, perhaps on another machine, and return the files that came of it."""
    with TemporaryDirectory() as folder:
        learn(lesson, Path(folder))
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1, help="of deals and network (default: 1)")
    parser.add_argument(
        "--steps", type=int, default=4_000_000, help="decisions to learn from (default: 4,000,000)"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=60,
        help="stop after so much processor time, whatever is left of the steps (default: 60)",
    )
    parser.add_argument(
        "--out", type=Path, default=HERE, help="the folder to write to (default: this one)"
    )
    parser.add_argument(
        "--runs",
        type=int,
        default=1,
        help="networks to teach, each with the next seed and in a folder of its own (default: 1)",
    )
    parser.add_argument("--workers", type=int, help="processes that teach (default: 1)")
    parser.add_argument("--cluster", help="teach on a Ray cluster: ray, or ray://HOST:PORT")
    given = parser.parse_args(argv)
    given.out.mkdir(parents=True, exist_ok=True)
    seeds = range(given.seed, given.seed + given.runs)
    lessons = [Lesson(seed, given.steps, given.minutes) for seed in seeds]
    if given.runs == 1 and given.cluster is None:
        learn(lessons[0], given.out)
        return
    try:
        with find_workers(given.cluster, given.workers) as workers:
            for lesson, files in zip(lessons, run(learn_elsewhere, lessons, workers), strict=True):
                folder = given.out / f"seed-{lesson.seed}"
                folder.mkdir(exist_ok=True)
                for name, data in files.items():
                    (folder / name).write_bytes(data)
                print(f"wrote {folder}", flush=True)
    except FoglineError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
