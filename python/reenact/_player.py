"""Playback of a recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from . import _reenact, _rows
from ._recording.storage import inner_of

if TYPE_CHECKING:
    from ._recording import Recording
    from ._samples import Frame
    from ._types import Mode, PlayerEventKind, Side


@dataclass(frozen=True)
class PlayerEvent:
    """Event during playback.

    Attributes
    ----------
    time_secs : float
        When, in the recording's own time.
    kind : str
        ``marker``, ``hand-appeared``, ``hand-lost``, ``pinch-began``, ``pinch-ended``, ``looped``, ``end-reached`` or
        ``start-reached``.
    hand : {"left", "right"} or None
        Which hand.
    index, name : int or None, str or None
        Which marker.
    times : int or None
        How many loops.
    """

    time_secs: float
    kind: PlayerEventKind
    hand: Side | None
    index: int | None
    name: str | None
    times: int | None


class Player:
    """Plays a recording by the caller's clock, and reports events.

    Parameters
    ----------
    recording : Recording
        Recording to play.
    mode : {"clean", "mrtk"}
        Evaluation mode: observed motion, or what MRTK would play.

    Examples
    --------
    >>> import reenact
    >>> player = reenact.Player(reenact.demo())
    >>> player.play()
    >>> [event.kind for event in player.tick(1 / 60)][:3]
    ['hand-appeared', 'marker']
    >>> player.frame().camera.position.shape
    (3,)
    """

    __slots__ = ("_inner", "_mode", "_recording")

    def __init__(self, recording: Recording, *, mode: Mode = "clean") -> None:
        self._inner = _reenact.Player(inner_of(recording), mode)
        self._recording = recording
        self._mode: Mode = mode

    @property
    def recording(self) -> Recording:
        """The recording that is played."""
        return self._recording

    def play(self) -> None:
        """Starts playback: `tick` moves the position.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> player.play()
        >>> player
        <reenact.Player: playing at 0 s of 19.2333 s>
        """
        self._inner.play()

    def pause(self) -> None:
        """Pauses playback: `tick` has no effect.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> player.play(), player.pause(), player.tick(1.0)
        (None, None, [])
        """
        self._inner.pause()

    def stop(self) -> None:
        """Pauses and moves the position to the start.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> player.seek(3), player.stop(), player.position_secs
        (None, None, 0.0)
        """
        self._inner.stop()

    def seek(self, position_secs: float) -> None:
        """Moves the position, clamped to the recording, without reporting the events in between.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> player.seek(1e6)
        >>> player.position_secs == player.end_secs
        True
        """
        self._inner.seek(position_secs)

    def tick(self, dt_secs: float) -> list[PlayerEvent]:
        """Advances by elapsed time, and returns the events.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> player.play()
        >>> [event.name for event in player.tick(1.0) if event.kind == "marker"]
        ['start']
        """
        return [PlayerEvent(*event) for event in self._inner.tick(dt_secs)]

    def step(self, frames: int = 1, *, rate_hz: float = 60.0) -> list[PlayerEvent]:
        """Pauses, moves by a number of frames at a rate, and returns the events.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> _ = player.step(90, rate_hz=30)
        >>> player.position_secs
        3.0
        """
        return [PlayerEvent(*event) for event in self._inner.step(frames, rate_hz)]

    def frame(self) -> Frame:
        """Frame at the position.

        Examples
        --------
        >>> import reenact
        >>> player = reenact.Player(reenact.demo())
        >>> player.seek(2)
        >>> player.frame().time_secs
        2.0
        """
        time_secs, values = self._inner.frame()
        times = np.array([time_secs])
        observed = _reenact.observed_at(self._recording._inner, times.astype(np.float32))
        tracks = self._recording._inner.tracks
        return _rows.from_values(times, values, tracks, self._mode, observed)[0]

    @property
    def position_secs(self) -> float:
        """Position of playback in seconds."""
        return self._inner.position_secs

    @property
    def end_secs(self) -> float:
        """End of the recording in seconds."""
        return self._inner.end_secs

    @property
    def is_playing(self) -> bool:
        """True while ticks move the position."""
        return self._inner.is_playing

    @property
    def speed(self) -> float:
        """Playback speed; 1 is real time, negative is backwards."""
        return self._inner.speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._inner.set_speed(speed)

    @property
    def loop_secs(self) -> tuple[float, float] | None:
        """Looped time range, or None."""
        return self._inner.loop_secs

    @loop_secs.setter
    def loop_secs(self, range_secs: tuple[float, float] | None) -> None:
        self._inner.set_loop(range_secs)

    def __repr__(self) -> str:
        state = "playing" if self.is_playing else "paused"
        return f"<reenact.Player: {state} at {self.position_secs:g} s of {self.end_secs:g} s>"
