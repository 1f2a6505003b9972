//! Loop subdivision of the template: each triangle becomes four, and edges become round.

use std::collections::HashMap;
use std::f32::consts::TAU;

use glam::Vec3;

use super::{Template, Vertex};

impl Template {
    /// Subdivides once. A mesh that would have too many vertices is not changed.
    pub(super) fn subdivided(self) -> Self {
        let mut finer = Self { joints: self.joints, vertices: Vec::new(), triangles: Vec::new() };
        let mut edges: HashMap<[u16; 2], Edge> = HashMap::new();
        let mut around: Vec<Vec<u16>> = vec![Vec::new(); self.vertices.len()];
        let mut name = self.vertices.len();
        for &[a, b, c] in &self.triangles {
            for (from, to, opposite) in [(a, b, c), (b, c, a), (c, a, b)] {
                let edge = edges.entry([from.min(to), from.max(to)]).or_insert_with(|| {
                    name += 1;
                    Edge { name: name - 1, opposite: Vec::new() }
                });
                edge.opposite.push(opposite);
                if let Some(neighbours) = around.get_mut(usize::from(from)) {
                    neighbours.push(to);
                }
            }
        }
        if u16::try_from(name).is_err() {
            return self;
        }
        let at = |n: u16| self.vertices.get(usize::from(n)).map_or(Vec3::ZERO, |vertex| vertex.at);
        for (vertex, neighbours) in self.vertices.iter().zip(&around) {
            let count = f32::from(u16::try_from(neighbours.len()).unwrap_or(u16::MAX)).max(1.0);
            let inner = 0.375 + 0.25 * (TAU / count).cos();
            let share = (0.625 - inner * inner) / count;
            let sum: Vec3 = neighbours.iter().copied().map(at).sum();
            let moved = vertex.at * (1.0 - count * share) + sum * share;
            finer.vertices.push(Vertex { at: moved, ..*vertex });
        }
        let mut middles: Vec<(usize, Vertex)> = edges
            .iter()
            .filter_map(|(&[from, to], edge)| {
                let [a, b] = [from, to].map(|n| self.vertices.get(usize::from(n)));
                Some((edge.name, edge.middle(a?, b?, at)))
            })
            .collect();
        middles.sort_by_key(|(name, _)| *name);
        finer.vertices.extend(middles.into_iter().map(|(_, vertex)| vertex));
        let middle = |a: u16, b: u16| {
            edges.get(&[a.min(b), a.max(b)]).and_then(|edge| u16::try_from(edge.name).ok())
        };
        for &[a, b, c] in &self.triangles {
            let (Some(ab), Some(bc), Some(ca)) = (middle(a, b), middle(b, c), middle(c, a)) else {
                continue;
            };
            finer.triangles.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        finer
    }
}

struct Edge {
    /// Index of its midpoint in the finer mesh.
    name: usize,
    /// Third vertices of the adjacent triangles.
    opposite: Vec<u16>,
}

impl Edge {
    fn middle(&self, a: &Vertex, b: &Vertex, at: impl Fn(u16) -> Vec3) -> Vertex {
        let position = match *self.opposite.as_slice() {
            [c, d] => 0.375 * (a.at + b.at) + 0.125 * (at(c) + at(d)),
            _ => 0.5 * (a.at + b.at),
        };
        Vertex {
            at: position,
            weights: mean(a.weights, b.weights),
            light: f32::midpoint(a.light, b.light),
            opacity: f32::midpoint(a.opacity, b.opacity),
        }
    }
}

/// Mean of two sets of weights: the four largest.
fn mean(a: [(u8, f32); 4], b: [(u8, f32); 4]) -> [(u8, f32); 4] {
    let mut all: Vec<(u8, f32)> = Vec::with_capacity(8);
    for (joint, weight) in a.into_iter().chain(b).filter(|&(_, weight)| weight > 0.0) {
        match all.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => all.push((joint, weight)),
        }
    }
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(4);
    let sum: f32 = all.iter().map(|(_, weight)| weight).sum();
    let mut weights = [(0, 0.0); 4];
    for (slot, (joint, weight)) in weights.iter_mut().zip(all) {
        *slot = (joint, weight / sum);
    }
    weights
}
