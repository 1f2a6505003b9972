"""Edits with a report: keyframe reduction and repair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from .. import _reenact
from .._reports import Repair, TrackProof
from .storage import _Storage, listed

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .._options import Bounds


class _Repair(_Storage):
    """Keyframe reduction and repair of a recording."""

    __slots__ = ()

    def optimize(
        self, preset: Literal["mrtk", "lossless"] = "mrtk", **bounds: Unpack[Bounds]
    ) -> Self:
        """Reduces keys within error bounds that hold at every time; by default 1 mm and 0.2°, as in MRTK.

        Parameters
        ----------
        preset : {"mrtk", "lossless"}
            Which bounds.
        **bounds
            Error bounds and options, by the names of `Bounds`: ``position_m``, ``rotation_deg``, ``gaze_deg``,
            ``free_values``, ``thorough``.

        Examples
        --------
        >>> import reenact
        >>> recording = reenact.make(seconds=5)
        >>> recording.optimize().info.keys < recording.info.keys / 2
        True
        """
        return self.optimize_with_proof(preset, **bounds)[0]

    def optimize_with_proof(
        self, preset: Literal["mrtk", "lossless"] = "mrtk", **bounds: Unpack[Bounds]
    ) -> tuple[Self, tuple[TrackProof, ...]]:
        """Same as `optimize`, with the largest error of each track.

        Examples
        --------
        >>> import reenact
        >>> _, proof = reenact.make(seconds=5).optimize_with_proof(position_m=0.002)
        >>> [track.track for track in proof], all(track.max_position_m <= 0.002 for track in proof)
        (['camera', 'left', 'right', 'gaze'], True)
        """
        inner, notes, proofs = _reenact.optimize(self._inner, preset, dict(bounds))
        proof = tuple(
            TrackProof(track, before, after, *position_m, *angle_deg)
            for track, before, after, position_m, angle_deg in proofs
        )
        return self._edited((inner, notes)), proof

    def repair(self, fixes: str | Iterable[str] | None = None) -> Self:
        """Repairs known defects of MRTK releases, keys out of order and invalid rotations.

        Parameters
        ----------
        fixes : iterable of str, optional
            Only these, by the names of ``docs/reference/repair.md``; by default all that throw nothing away.

        See Also
        --------
        reenact.repair : the same for a file that cannot be opened, and with a report.

        Examples
        --------
        >>> import reenact
        >>> whole = reenact.make(seconds=1)
        >>> whole.repair() == whole  # nothing to fix
        True
        """
        return self.repair_with_report(fixes)[0]

    def repair_with_report(self, fixes: str | Iterable[str] | None = None) -> tuple[Self, Repair]:
        """Same as `repair`, with a report of the changes.

        Examples
        --------
        >>> import reenact
        >>> _, report = reenact.make(seconds=1).repair_with_report()
        >>> report.changes
        ()
        """
        inner, text = _reenact.repair(self._inner, None if fixes is None else listed(fixes))
        report = Repair._of(text)
        return type(self)(inner, name=self._name, notes=self._notes + report.notes), report
