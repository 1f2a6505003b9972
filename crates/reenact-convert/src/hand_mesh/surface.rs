//! Mesh generation from a signed distance function (surface nets).

use glam::Vec3;

/// Triangle mesh.
#[derive(Debug, Default)]
pub(crate) struct Surface {
    pub(crate) points: Vec<Vec3>,
    /// Unit normals, outwards.
    pub(crate) normals: Vec<Vec3>,
    /// Three vertex indices per triangle, counter-clockwise seen from outside.
    pub(crate) triangles: Vec<u16>,
}

/// Most cells along each side of the grid.
const MOST_CELLS: usize = 80;
/// Index of a missing vertex.
const NONE: u16 = u16::MAX;

/// Grid over a box, with the distance at each corner.
struct Grid {
    low: Vec3,
    cell_m: f32,
    /// Number of corners along each side.
    sides: [usize; 3],
    distances: Vec<f32>,
}

impl Grid {
    fn new(low: Vec3, high: Vec3, cell_m: f32, distance: &impl Fn(Vec3) -> f32) -> Self {
        let size = high - low;
        let sides = size.to_array().map(|size| 2 + count(size / cell_m).min(MOST_CELLS));
        let mut grid = Self { low, cell_m, sides, distances: Vec::new() };
        let [x, y, z] = sides;
        for corner in (0..z).flat_map(|k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
        {
            let at = grid.corner(corner);
            grid.distances.push(distance(at));
        }
        grid
    }

    fn corner(&self, corner: [usize; 3]) -> Vec3 {
        self.low + Vec3::from_array(corner.map(number)) * self.cell_m
    }

    fn index(&self, [i, j, k]: [usize; 3]) -> usize {
        let [wide, high, _] = self.sides;
        (k * high + j) * wide + i
    }

    fn distance(&self, corner: [usize; 3]) -> f32 {
        self.distances.get(self.index(corner)).copied().unwrap_or(f32::INFINITY)
    }

    fn cells(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [x, y, z] = self.sides.map(|side| side - 1);
        (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a conversion from float ends at the limits, and the caller sets one"
)]
fn count(number: f32) -> usize {
    number.ceil() as usize
}

#[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "at most MOST_CELLS")]
fn number(count: usize) -> f32 {
    count as f32
}

impl Surface {
    /// Bounding box of all vertices.
    pub(crate) fn extent(&self) -> [Vec3; 2] {
        let all = || self.points.iter().copied();
        [all().reduce(Vec3::min), all().reduce(Vec3::max)].map(Option::unwrap_or_default)
    }
}

/// Extracts the surface where `distance` is 0 inside a box, with vertices about `cell_m` apart. `None` for
/// more than 65,535 vertices.
///
/// Uses surface nets: each cell that the surface crosses has one vertex, at the mean of the crossings on its
/// edges; each crossed edge yields a quad of the four vertices around it.
pub(crate) fn surface(
    low: Vec3,
    high: Vec3,
    cell_m: f32,
    distance: impl Fn(Vec3) -> f32,
) -> Option<Surface> {
    let grid = Grid::new(low, high, cell_m, &distance);
    let gradient = |at: Vec3| {
        let step = cell_m * 0.1;
        let along = |axis: Vec3| distance(at + axis * step) - distance(at - axis * step);
        Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z)).normalize_or(Vec3::Y)
    };
    let mut surface = Surface::default();
    let mut knots = vec![NONE; grid.distances.len()];
    for cell in grid.cells() {
        let Some(knot) = knot(&grid, cell) else { continue };
        // One more step towards the surface: the mean of the crossings is slightly inside of a bend.
        let normal = gradient(knot);
        let knot = knot - normal * distance(knot).clamp(-0.5 * cell_m, 0.5 * cell_m);
        let name = u16::try_from(surface.points.len()).ok().filter(|&name| name != NONE)?;
        if let Some(place) = knots.get_mut(grid.index(cell)) {
            *place = name;
        }
        surface.points.push(knot);
        surface.normals.push(gradient(knot));
    }
    let knot = |cell| knots.get(grid.index(cell)).copied().filter(|&name| name != NONE);
    for corner in grid.cells() {
        let here = grid.distance(corner);
        for axis in 0..3_usize {
            let there = grid.distance(stepped(corner, axis, 1));
            if (here < 0.0) == (there < 0.0) {
                continue;
            }
            // The four cells around the edge, in order.
            let sides = [(axis + 1) % 3, (axis + 2) % 3];
            if sides.iter().any(|&side| corner.get(side) == Some(&0)) {
                continue;
            }
            let [left, below] = sides.map(|side| stepped(corner, side, -1));
            let [_, side] = sides;
            let around = [stepped(left, side, -1), below, corner, left];
            let [Some(a), Some(b), Some(c), Some(d)] = around.map(knot) else { continue };
            // The distance is positive outside.
            let square = if here < 0.0 { [a, b, c, a, c, d] } else { [a, c, b, a, d, c] };
            surface.triangles.extend(square);
        }
    }
    Some(surface).filter(|surface| !surface.triangles.is_empty())
}

/// Neighbouring corner or cell.
fn stepped(corner: [usize; 3], axis: usize, step: isize) -> [usize; 3] {
    let [x, y, z] = corner;
    match axis {
        0 => [x.saturating_add_signed(step), y, z],
        1 => [x, y.saturating_add_signed(step), z],
        _ => [x, y, z.saturating_add_signed(step)],
    }
}

/// Mean of the crossings on the edges of a cell; `None` without any.
fn knot(grid: &Grid, cell: [usize; 3]) -> Option<Vec3> {
    let corner = |bits: usize| {
        let [i, j, k] = cell;
        let corner = [i + (bits & 1), j + (bits >> 1 & 1), k + (bits >> 2 & 1)];
        (grid.corner(corner), grid.distance(corner))
    };
    let (mut sum, mut cuts) = (Vec3::ZERO, 0.0);
    for bits in 0..8_usize {
        let (here, near) = corner(bits);
        for bit in [1, 2, 4] {
            // Each edge once, from its low end.
            if bits & bit != 0 {
                continue;
            }
            let (there, far) = corner(bits | bit);
            if (near < 0.0) != (far < 0.0) {
                sum += here.lerp(there, near / (near - far));
                cuts += 1.0;
            }
        }
    }
    (cuts > 0.0).then(|| sum / cuts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_closed_and_round_and_faces_outwards() {
        let ball = |at: Vec3| at.length() - 0.1;
        let surface = surface(Vec3::splat(-0.12), Vec3::splat(0.12), 0.02, ball).unwrap();
        for (point, normal) in surface.points.iter().zip(&surface.normals) {
            assert!((point.length() - 0.1).abs() < 1e-4, "{point}");
            assert!(normal.dot(point.normalize()) > 0.999);
        }
        let mut edges = std::collections::HashMap::new();
        for triangle in surface.triangles.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(|n| *surface.points.get(usize::from(n)).unwrap());
            assert!((b - a).cross(c - a).dot(a) > 0.0, "a triangle faces inwards");
            let [a, b, c] = *triangle;
            for edge in [[a, b], [b, c], [c, a]] {
                *edges.entry(edge).or_insert(0) += 1;
            }
        }
        for ([a, b], times) in &edges {
            assert_eq!(
                (*times, edges.get(&[*b, *a])),
                (1, Some(&1)),
                "an edge without its other side"
            );
        }
    }
}
