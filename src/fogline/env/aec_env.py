"""The PettingZoo environment, in which players choose one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fogline.core.definition import Options
from fogline.env.backends import Playable, observer_of
from fogline.env.observation_layout import VERSION
from fogline.env.observer import (
    PENALTY,
    Form,
    Observation,
    Position,
    Reward,
    checked_reward,
    rewards_of,
)
from fogline.env.rendering import MODES, Painter, checked


class TurnEnv(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]
    """A game in which the selected player chooses one action code.

    The choice of first tickets, simultaneous at the table, is made in the order of the seats. No
    seat sees what an earlier one chose, so the order changes nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (PettingZoo reads it from instances)
        "render_modes": list(MODES),
        "name": f"fogline_v{VERSION}",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: Playable = "san-francisco",
        seats: int | None = None,
        options: Options | None = None,
        *,
        reward: Reward = "score",
        form: Form = "vector",
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, game, seats, options, reward=reward, form=form, render_mode=render_mode
        )
        super().__init__()
        self.observer = observer_of(game, seats, options, form)
        definition = self.observer.game
        self.render_mode = checked(render_mode)
        self._painter = Painter(definition.board)
        self._reward = checked_reward(reward)
        self.metadata = {**self.metadata, "name": f"{definition.name.replace('-', '_')}_v{VERSION}"}
        self.possible_agents = [f"player_{seat}" for seat in range(self.observer.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = dict.fromkeys(self.possible_agents, self.observer.space)
        self._actions = dict.fromkeys(self.possible_agents, self.observer.action_space)
        self.agents: list[str] = []
        self._dice: np.random.Generator | None = None
        self.game: Position | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what a player sees and may do."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of action codes."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; the same seed gives the same games from here on."""
        if seed is not None or self._dice is None:
            self._dice, _ = seeding.np_random(seed)
        self.game = self.observer.deal(self._dice)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._look()

    def _playing(self) -> Position:
        if self.game is None:
            raise RuntimeError("reset() deals the first game; call it first")
        return self.game

    def _look(self) -> None:
        game = self._playing()
        if not game.is_over:
            self.agent_selection = self.possible_agents[game.deciding[0]]
        selected = self._seat[self.agent_selection]
        self._mask = self.observer.mask(game, selected)
        none = np.zeros_like(self._mask)
        self.infos = {
            agent: {"action_mask": self._mask if agent == self.agent_selection else none}
            for agent in self.agents
        }

    def observe(self, agent: str) -> Observation:
        """Return what a player sees and may do; only the selected player may act."""
        seat = self._seat[agent]
        selected = agent == self.agent_selection
        mask = self._mask.copy() if selected else np.zeros_like(self._mask)
        seen = self.observer.formed(self.observer.vector(self._playing(), seat))
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Perform the code that the selected player chose."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._mask[int(action)]:
            raise ValueError(f"the code {action} is not legal for {agent}")
        game = self._playing()
        self.observer.step(game, self._seat[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if game.is_over:
            rewards = rewards_of(game, self._reward)
            self.rewards = {name: rewards[self._seat[name]] for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()
        if self.terminations[agent]:
            self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the table as a spectator sees it: text, or pixels; `human` prints the text."""
        if self.render_mode is None:
            logger.warn("there is nothing to render: no render_mode was given")
            return None
        return self._painter.show(self.render_mode, self._playing().to_state())

    def close(self) -> None:
        """Do nothing, as there is nothing to release."""


def aec(
    game: Playable = "san-francisco",
    seats: int | None = None,
    options: Options | None = None,
    *,
    reward: Reward = "score",
    form: Form = "vector",
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int | None]:
    """Make the PettingZoo environment of a game, with PettingZoo's usual guards around it.

    A code that is not legal ends the game, with a reward of -1 for the player who chose it.
    """
    raw = TurnEnv(game, seats, options, reward=reward, form=form, render_mode=render_mode)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=PENALTY)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
