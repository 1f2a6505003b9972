//! Assigns candidate headers to the curves of a file by dynamic programming.
//!
//! The number and order of the curves are known. A placement is a sequence of candidates, each assigned to
//! one curve, in file order. Each placed candidate scores points for the evidence that it is that curve. Each
//! gap, where the next curve does not start at the end of the previous one, costs points, and so does each
//! missing curve.

use super::scan::{Candidate, Node};
use crate::curve::{CurveId, KeyKind, PoseComponent, RayComponent, Tracks};
use crate::format::CURVE_HEADER_BYTES;
use crate::format::walk::CurveHead;
use reenact_base::number::len_u64;

/// Points of a header with the wrap modes that MRTK writes.
const MRTK_WRAPS: i32 = 2;
/// Points of a header with other known wrap modes, in a file whose curves have MRTK's.
const OTHER_WRAPS: i32 = -6;
/// Points of one valid key.
const ONE_SOUND_KEY: i32 = 1;
/// Points of several valid keys with increasing times.
const SOUND_KEYS: i32 = 4;
/// Points of a boolean curve whose first values are 0 or 1.
const BOOLEAN: i32 = 2;
/// Points of a boolean curve with other values.
const NOT_BOOLEAN: i32 = -6;
/// Points if the components of a vector have the same key times at both ends and in the middle.
const SIBLINGS: i32 = 2;
/// Points if the keys of a rotation or direction have unit length at both ends and in the middle.
const UNIT: i32 = 4;
/// Tolerance for unit length.
const UNIT_TOLERANCE: f32 = 2e-3;
/// Points of a curve at the expected offset with invalid keys.
const UNSOUND_IN_WALK: i32 = -12;
/// Points of a gap between two elements.
const GAP: i32 = -10;
/// Points of a missing curve.
const MISSING: i32 = -5;
/// Points of a missing curve at the end of a truncated file.
const MISSING_AT_END: i32 = -1;
/// Points of a marker list that ends with the file and has markers.
const MARKERS: i32 = 10;
/// Points of an empty marker list that ends with the file.
const NO_MARKERS: i32 = 6;

const IMPOSSIBLE: i32 = i32::MIN / 2;

/// Candidates with the number of the curve that each is assigned to, in file order, and the element after
/// them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub(super) score: i32,
    pub(super) curves: Vec<(usize, Candidate)>,
    pub(super) end: Node,
}

/// Scores candidates as curves.
pub(super) struct Evidence<'b> {
    bytes: &'b [u8],
    float_kind: KeyKind,
    tracks: Tracks,
    ids: Vec<CurveId>,
    /// Whether most curves have the wrap modes that MRTK writes.
    pub(super) is_by_mrtk: bool,
}

impl<'b> Evidence<'b> {
    pub(super) fn new(
        bytes: &'b [u8],
        tracks: Tracks,
        float_kind: KeyKind,
        nodes: &[Node],
    ) -> Self {
        let is_mrtk = |node: &&Node| matches!(node, Node::Curve(candidate) if candidate.is_wrapped_as_by_mrtk());
        let is_by_mrtk = nodes.iter().filter(is_mrtk).count() * 2 > tracks.curve_count();
        Self { bytes, float_kind, tracks, ids: tracks.curve_ids().collect(), is_by_mrtk }
    }

    /// Whether there is a candidate header that the walk did not visit, or a marker list before the end of
    /// its last curve.
    ///
    /// Most damaged files are truncated and have neither. This is known without computing a placement.
    pub(super) fn has_unvisited_elements(
        &self,
        nodes: &[Node],
        from: usize,
        heads: &[CurveHead],
    ) -> bool {
        let header_at = |head: &CurveHead| head.keys_at.saturating_sub(len_u64(CURVE_HEADER_BYTES));
        let end = heads.last().map_or(len_u64(from), |head| head.keys_end());
        nodes.iter().any(|node| match node {
            Node::Curve(candidate) => {
                let at = len_u64(candidate.at);
                let is_likely = candidate.is_wrapped_as_by_mrtk() || !self.is_by_mrtk;
                is_likely && at != end && heads.binary_search_by_key(&at, header_at).is_err()
            }
            Node::Markers { at, .. } => heads.len() == self.ids.len() && len_u64(*at) != end,
            Node::End { .. } => false,
        })
    }

    pub(super) fn kind_of(&self, index: usize) -> KeyKind {
        match self.ids.get(index) {
            Some(id) if id.is_boolean() => KeyKind::Boolean,
            _ => self.float_kind,
        }
    }

    /// Score of a walk, in which all curves are adjacent. `markers` is the number of markers at its end, if
    /// the walk got there.
    pub(super) fn of_walk(&self, heads: &[CurveHead], markers: Option<u32>) -> i32 {
        let candidates: Vec<Candidate> =
            heads.iter().map(|head| Candidate::of_head(self.bytes, *head)).collect();
        let mut points = 0_i32;
        for (index, (&candidate, &id)) in candidates.iter().zip(&self.ids).enumerate() {
            let kind = self.kind_of(index);
            let is_odd = !candidate.is_wrapped_as_by_mrtk() && self.is_by_mrtk;
            // Unusual wrap modes at the expected offset are those of the file: no penalty.
            points += self.score_alone(candidate, kind) - if is_odd { OTHER_WRAPS } else { 0 };
            points +=
                if candidate.count > 0 && !candidate.is_sound(kind) { UNSOUND_IN_WALK } else { 0 };
            if let Some((len, is_unit)) = Role::of(id).vector()
                && let Some(row) = candidates.get(index..index + len)
            {
                points += self.score_as_vector(row, is_unit);
            }
        }
        let missing = i32::try_from(self.ids.len() - heads.len().min(self.ids.len()));
        points += missing.unwrap_or(i32::MAX).saturating_mul(MISSING_AT_END);
        points
            + match markers {
                Some(0) => NO_MARKERS,
                Some(_) => MARKERS,
                None => GAP,
            }
    }

    /// Score of a single candidate as a curve of this kind.
    fn score_alone(&self, candidate: Candidate, kind: KeyKind) -> i32 {
        let is_mrtk = candidate.is_wrapped_as_by_mrtk();
        let wraps = match (is_mrtk, self.is_by_mrtk) {
            (true, _) => MRTK_WRAPS,
            (false, true) => OTHER_WRAPS,
            (false, false) => 0,
        };
        // The weights and mode of a full key, followed by more keys, look like a curve of three keys.
        let keys = match (candidate.count, candidate.is_sound(kind)) {
            (2.., true) if is_mrtk => SOUND_KEYS,
            (1.., true) => ONE_SOUND_KEY,
            _ => 0,
        };
        let values = match (kind, candidate.count) {
            (KeyKind::Boolean, 1..) if self.is_boolean(candidate) => BOOLEAN,
            (KeyKind::Boolean, 1..) => NOT_BOOLEAN,
            _ => 0,
        };
        wraps + keys + values
    }

    /// Whether the first values are 0 or 1.
    fn is_boolean(&self, candidate: Candidate) -> bool {
        let count = usize::try_from(candidate.count.min(16)).unwrap_or(0);
        (0..count).all(|n| {
            let value = self.number(candidate, n, 1, KeyKind::Boolean);
            value.is_some_and(|value| value == 0.0 || value == 1.0)
        })
    }

    /// Number of a key: 0 is the time, 1 the value.
    fn number(
        &self,
        candidate: Candidate,
        key: usize,
        number: usize,
        kind: KeyKind,
    ) -> Option<f32> {
        let at = candidate.keys_at() + key * kind.key_bytes() + number * 4;
        self.bytes.get(at..)?.first_chunk().map(|&bytes| f32::from_le_bytes(bytes))
    }

    /// Score of consecutive candidates as the components of one vector.
    fn score_as_vector(&self, row: &[Candidate], is_unit: bool) -> i32 {
        let Some((first, others)) = row.split_first() else { return 0 };
        let count = usize::try_from(first.count).unwrap_or(0);
        let looked_at = [0, count / 2, count.saturating_sub(1)];
        let number = |one, key, number| self.number(one, key, number, self.float_kind);
        let shares_times = |other: &Candidate| {
            let bits = |one, key| number(one, key, 0).map(f32::to_bits);
            other.count == first.count
                && (count == 0
                    || looked_at.iter().all(|&key| bits(*other, key) == bits(*first, key)))
        };
        // MRTK 2.6.0 to 2.7.2 write only the first key of a rotation's W.
        let is_lost_w = |n: usize, other: &Candidate| n == 2 && other.count == 1;
        let are_siblings =
            others.iter().enumerate().all(|(n, other)| shares_times(other) || is_lost_w(n, other));
        let mut points = if are_siblings { SIBLINGS } else { 0 };
        if is_unit && row.iter().all(|candidate| candidate.count > 0) {
            let is_unit_at = |key: usize| {
                let values = row.iter().map(|&one| number(one, key, 1).unwrap_or(f32::NAN));
                let length = values.map(|value| value * value).sum::<f32>().sqrt();
                (length - 1.0).abs() < UNIT_TOLERANCE
            };
            let is_whole = others.iter().all(|other| other.count == first.count);
            let is_unit = is_unit_at(0) && (!is_whole || looked_at.into_iter().all(is_unit_at));
            points += if is_unit { UNIT } else { 0 };
        }
        points
    }
}

/// Score table: one row per node, one column per curve, and one more column for the end.
struct Table {
    columns: usize,
    points: Vec<i32>,
}

impl Table {
    fn new(rows: usize, columns: usize) -> Self {
        Self { columns, points: vec![IMPOSSIBLE; rows * columns] }
    }

    fn get(&self, row: usize, column: usize) -> i32 {
        if column >= self.columns {
            return IMPOSSIBLE;
        }
        let at = row.saturating_mul(self.columns).saturating_add(column);
        self.points.get(at).copied().unwrap_or(IMPOSSIBLE)
    }

    fn set(&mut self, row: usize, column: usize, points: i32) {
        if let Some(slot) = self.points.get_mut(row * self.columns + column) {
            *slot = points;
        }
    }
}

/// Dynamic programming over scores of the best placements.
struct Search<'n, 'b> {
    nodes: &'n [Node],
    evidence: &'n Evidence<'b>,
    /// Best score from a node to the end of the file, with that node assigned to a curve.
    from_here: Table,
    /// Best score with that node or a later one assigned to that curve or a later one.
    from_here_on: Table,
    /// For each node, the node that starts where its keys end: as a float curve, and as a boolean one.
    next: Vec<[Option<usize>; 2]>,
    /// For each node, the first node that does not overlap its header.
    after: Vec<usize>,
    /// Score of each node by [`Role`].
    points: Vec<[i32; Role::COUNT]>,
    /// Role of each curve.
    roles: Vec<Role>,
}

/// Kind of a curve, as far as its evidence differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Role {
    Float,
    Boolean,
    /// First of three components, of any length.
    FirstOfThree,
    /// First of three components of a unit vector.
    FirstOfDirection,
    /// First of four components of a unit quaternion.
    FirstOfRotation,
}

impl Role {
    const COUNT: usize = 5;

    const fn of(id: CurveId) -> Self {
        match id {
            CurveId::Tracked(_) | CurveId::Pinching(_) => Self::Boolean,
            CurveId::Camera(PoseComponent::PositionX)
            | CurveId::Joint(_, _, PoseComponent::PositionX)
            | CurveId::Gaze(RayComponent::OriginX) => Self::FirstOfThree,
            CurveId::Gaze(RayComponent::DirectionX) => Self::FirstOfDirection,
            CurveId::Camera(PoseComponent::RotationX)
            | CurveId::Joint(_, _, PoseComponent::RotationX) => Self::FirstOfRotation,
            _ => Self::Float,
        }
    }

    /// Number of components of the vector that starts here, and whether it has unit length.
    const fn vector(self) -> Option<(usize, bool)> {
        match self {
            Self::Float | Self::Boolean => None,
            Self::FirstOfThree => Some((3, false)),
            Self::FirstOfDirection => Some((3, true)),
            Self::FirstOfRotation => Some((4, true)),
        }
    }

    #[expect(clippy::as_conversions, reason = "a fieldless enum's own number")]
    const fn index(self) -> usize {
        self as usize
    }
}

/// Finds the placement with the highest score; `None` if there are no candidates.
pub(super) fn place(nodes: &[Node], from: usize, evidence: &Evidence<'_>) -> Option<Placement> {
    let mut search = Search {
        nodes,
        evidence,
        from_here: Table::new(nodes.len(), evidence.tracks.curve_count() + 1),
        from_here_on: Table::new(nodes.len() + 1, evidence.tracks.curve_count() + 1),
        next: Vec::new(),
        after: Vec::new(),
        points: Vec::new(),
        roles: evidence.ids.iter().map(|&id| Role::of(id)).collect(),
    };
    search.link();
    search.look_ahead();
    search.fill();
    search.trace(from)
}

impl Search<'_, '_> {
    fn row_at(&self, at: usize) -> Option<usize> {
        self.nodes.binary_search_by_key(&at, |node| node.at()).ok()
    }

    fn link(&mut self) {
        let end_of = |node: &Node, kind| match node {
            Node::Curve(candidate) => candidate.end(kind).and_then(|end| self.row_at(end)),
            _ => None,
        };
        let kinds = [self.evidence.float_kind, KeyKind::Boolean];
        self.next = self.nodes.iter().map(|node| kinds.map(|kind| end_of(node, kind))).collect();
        let after = self.nodes.iter().map(|node| {
            let end = match node {
                Node::Curve(candidate) => candidate.keys_at(),
                node => node.at(),
            };
            self.nodes.partition_point(|node| node.at() < end)
        });
        self.after = after.collect();
    }

    fn next(&self, row: usize, kind: KeyKind) -> Option<usize> {
        let [float, boolean] = *self.next.get(row)?;
        if kind == KeyKind::Boolean { boolean } else { float }
    }

    fn candidate(&self, row: usize) -> Option<Candidate> {
        match self.nodes.get(row)? {
            Node::Curve(candidate) => Some(*candidate),
            _ => None,
        }
    }

    fn look_ahead(&mut self) {
        let float = self.evidence.float_kind;
        let points = (0..self.nodes.len()).map(|row| {
            let Some(first) = self.candidate(row) else { return [0; Role::COUNT] };
            let mut run = vec![first];
            let mut at = row;
            while run.len() < 4
                && let Some(next) = self.next(at, float)
                && let Some(candidate) = self.candidate(next)
            {
                run.push(candidate);
                at = next;
            }
            let vector = |len: usize, is_unit| {
                run.get(..len).map_or(0, |row| self.evidence.score_as_vector(row, is_unit))
            };
            let float_points = self.evidence.score_alone(first, float);
            [
                float_points,
                self.evidence.score_alone(first, KeyKind::Boolean),
                float_points + vector(3, false),
                float_points + vector(3, true),
                float_points + vector(4, true),
            ]
        });
        self.points = points.collect();
    }

    /// Score of a node as a curve.
    fn points(&self, row: usize, column: usize) -> i32 {
        let points = || self.points.get(row)?.get(self.roles.get(column)?.index());
        points().copied().unwrap_or(IMPOSSIBLE)
    }

    fn fill(&mut self) {
        let curves = self.evidence.tracks.curve_count();
        for row in (0..self.nodes.len()).rev() {
            for column in (0..=curves).rev() {
                let here = self.value(row, column, curves);
                self.from_here.set(row, column, here);
                let later = self.from_here_on.get(row + 1, column);
                let others = self.from_here_on.get(row, column + 1).saturating_add(MISSING);
                self.from_here_on.set(row, column, here.max(later).max(others));
            }
        }
    }

    fn value(&self, row: usize, column: usize, curves: usize) -> i32 {
        match self.nodes.get(row) {
            Some(Node::Curve(_)) if column < curves => {
                let (onwards, _) = self.score_after(row, column);
                self.points(row, column).saturating_add(onwards)
            }
            Some(&Node::Markers { count, .. }) if column == curves => {
                if count > 0 {
                    MARKERS
                } else {
                    NO_MARKERS
                }
            }
            Some(Node::End { .. }) => {
                let missing = i32::try_from(curves - column).unwrap_or(i32::MAX);
                missing.saturating_mul(MISSING_AT_END)
            }
            _ => IMPOSSIBLE,
        }
    }

    /// Score of everything after a node that is assigned to a curve, and the next node if there is no gap.
    fn score_after(&self, row: usize, column: usize) -> (i32, Option<usize>) {
        let next = self.next(row, self.evidence.kind_of(column));
        let contiguous = next.map_or(IMPOSSIBLE, |next| self.from_here.get(next, column + 1));
        let after_gap = self.from_here_on.get(self.first_after(row), column + 1);
        let after_gap = after_gap.saturating_add(GAP);
        if contiguous >= after_gap { (contiguous, next) } else { (after_gap, None) }
    }

    fn first_after(&self, row: usize) -> usize {
        self.after.get(row).copied().unwrap_or(usize::MAX)
    }

    /// Node and curve with which the best placement continues after a gap.
    fn next_after_gap(&self, mut row: usize, mut column: usize) -> Option<(usize, usize)> {
        let points = |row, column| self.from_here_on.get(row, column);
        while points(row, column) > IMPOSSIBLE / 2 {
            if points(row, column) == self.from_here.get(row, column) {
                return Some((row, column));
            }
            if points(row, column) == points(row + 1, column) {
                row += 1;
            } else {
                column += 1;
            }
        }
        None
    }

    fn trace(&self, from: usize) -> Option<Placement> {
        let contiguous = self.row_at(from).map(|row| (row, self.from_here.get(row, 0)));
        let after_gap = self.from_here_on.get(0, 0).saturating_add(GAP);
        let (mut row, mut column, score) = match contiguous {
            Some((row, points)) if points >= after_gap => (row, 0, points),
            _ => {
                let (row, column) = self.next_after_gap(0, 0)?;
                (row, column, after_gap)
            }
        };
        let mut curves = Vec::new();
        while let Node::Curve(candidate) = *self.nodes.get(row)? {
            curves.push((column, candidate));
            (row, column) = match self.score_after(row, column) {
                (_, Some(next)) => (next, column + 1),
                (_, None) => self.next_after_gap(self.first_after(row), column + 1)?,
            };
        }
        Some(Placement { score, curves, end: *self.nodes.get(row)? })
    }
}
