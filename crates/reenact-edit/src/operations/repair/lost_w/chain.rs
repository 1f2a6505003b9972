//! Sequence of signs with the lowest cost, and the certainty of each sign, by dynamic programming.

/// Costs of a sequence of signs: of each sign at each key, and of each three signs in a row.
pub(super) trait Costs {
    /// Number of signs.
    fn len(&self) -> usize;
    /// Costs of plus and of minus at a key.
    fn alone(&self, index: usize) -> [f64; 2];
    /// Cost of the signs before, at and after a key together; `signs` are 0 for plus and 1 for minus.
    fn together(&self, index: usize, signs: [usize; 3]) -> f64;
    /// Cost of two signs at the start together.
    fn at_start(&self, signs: [usize; 2]) -> f64;
}

/// One sign of the cheapest sequence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sign {
    pub(super) is_minus: bool,
    /// Extra cost of the cheapest sequence with the other sign.
    pub(super) margin: f64,
}

/// The costs of the four pairs (sign before, sign here), row by row.
type Pairs = [[f64; 2]; 2];

const SIGNS: [usize; 2] = [0, 1];

/// Finds the sequence of signs with the lowest cost, and the extra cost of each opposite sign.
///
/// Dynamic programming over pairs of neighbouring signs, forwards and backwards: linear in time and memory.
pub(super) fn cheapest(costs: &impl Costs) -> Vec<Sign> {
    let len = costs.len();
    if len < 2 {
        return (0..len).map(|index| decide(costs.alone(index))).collect();
    }
    let mut forward = Vec::with_capacity(len - 1);
    let first =
        table(|a, b| get(costs.alone(0), a) + get(costs.alone(1), b) + costs.at_start([a, b]));
    let mut last: Pairs = first;
    forward.push(first);
    for index in 1..len - 1 {
        let alone = costs.alone(index + 1);
        last = table(|b, c| {
            let before = |a| pair(&last, a, b) + costs.together(index, [a, b, c]);
            before(0).min(before(1)) + get(alone, c)
        });
        forward.push(last);
    }
    // Lowest cost of what follows a pair, computed from the end.
    let mut after: Pairs = [[0.0; 2]; 2];
    let mut signs = Vec::with_capacity(len);
    for (index, reached) in (1..len).zip(&forward).rev() {
        let through = |a, b| pair(reached, a, b) + pair(&after, a, b);
        signs.push(decide(SIGNS.map(|b| through(0, b).min(through(1, b)))));
        if index == 1 {
            signs.push(decide(SIGNS.map(|a| through(a, 0).min(through(a, 1)))));
            break;
        }
        let alone = costs.alone(index);
        let next = after;
        after = table(|a, b| {
            let then = |c| costs.together(index - 1, [a, b, c]) + get(alone, c) + pair(&next, b, c);
            then(0).min(then(1))
        });
    }
    signs.reverse();
    signs
}

fn decide([plus, minus]: [f64; 2]) -> Sign {
    Sign { is_minus: minus < plus, margin: (minus - plus).abs() }
}

fn table(cost: impl Fn(usize, usize) -> f64) -> Pairs {
    SIGNS.map(|a| SIGNS.map(|b| cost(a, b)))
}

fn pair(pairs: &Pairs, a: usize, b: usize) -> f64 {
    pairs.get(a).map_or(0.0, |row| get(*row, b))
}

fn get([plus, minus]: [f64; 2], sign: usize) -> f64 {
    if sign == 0 { plus } else { minus }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudorandom numbers, all different.
    struct Odd(usize);

    fn odd(seed: usize) -> f64 {
        let mixed = seed.wrapping_mul(0x9e37_79b9).wrapping_add(12_345) % 1009;
        f64::from(u16::try_from(mixed).unwrap_or(0))
    }

    impl Costs for Odd {
        fn len(&self) -> usize {
            self.0
        }
        fn alone(&self, index: usize) -> [f64; 2] {
            SIGNS.map(|sign| odd(index * 2 + sign))
        }
        fn together(&self, index: usize, [a, b, c]: [usize; 3]) -> f64 {
            odd(1000 + index * 8 + a * 4 + b * 2 + c)
        }
        fn at_start(&self, [a, b]: [usize; 2]) -> f64 {
            odd(5000 + a * 2 + b)
        }
    }

    fn total(costs: &Odd, row: &[usize]) -> f64 {
        let alone: f64 = row.iter().enumerate().map(|(i, &s)| get(costs.alone(i), s)).sum();
        let start = row.first_chunk::<2>().map_or(0.0, |&two| costs.at_start(two));
        let three = row.windows(3).enumerate();
        alone + start + three.map(|(i, w)| costs.together(i + 1, [w[0], w[1], w[2]])).sum::<f64>()
    }

    #[test]
    fn the_row_and_its_margins_are_those_of_trying_every_row() {
        for len in 0..9 {
            let costs = Odd(len);
            let found = cheapest(&costs);
            assert_eq!(found.len(), len);
            let rows: Vec<Vec<usize>> =
                (0..1_usize << len).map(|bits| (0..len).map(|i| bits >> i & 1).collect()).collect();
            for (i, sign) in found.iter().enumerate() {
                let best = |s: usize| {
                    let with = rows.iter().filter(|row| row[i] == s);
                    with.map(|row| total(&costs, row)).fold(f64::INFINITY, f64::min)
                };
                assert_eq!(sign.is_minus, best(1) < best(0), "{len}: {i}");
                assert!((sign.margin - (best(0) - best(1)).abs()).abs() < 1e-9, "{len}: {i}");
            }
        }
    }
}
