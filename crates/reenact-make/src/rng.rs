//! Random number generator with the same numbers on every platform.
//!
//! The generator is `SplitMix64` (Steele, Lea and Flood, 2014): one addition and one mix per number. Its mix
//! also serves as a hash, so noise can be evaluated at any frame without drawing all earlier ones.

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Hashes a number.
pub(crate) const fn mix(number: u64) -> u64 {
    let z = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Derives an independent seed for one `part` of a performance.
pub(crate) const fn derive(seed: u64, part: u64) -> u64 {
    mix(seed.wrapping_add(GOLDEN) ^ mix(part.wrapping_mul(GOLDEN).wrapping_add(1)))
}

/// Stream of random numbers.
#[derive(Debug, Clone)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(crate) const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }

    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        unit_from_bits(self.next_u64() >> 32)
    }

    /// Uniform in [`low`, `high`).
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// `true` with probability `share`.
    pub(crate) fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// Nearly normal with a standard deviation of 1, never beyond 3.5: the sum of four uniform numbers.
    pub(crate) fn bell(&mut self) -> f64 {
        let bits = self.next_u64();
        let sum = [0, 16, 32, 48].iter().map(|shift| low_16(bits >> shift)).sum::<f64>();
        // Four integers from 0 to 65,535 have the mean 131,070 and the standard deviation 65,536 / √3.
        (sum - 131_070.0) * (1.732_050_807_568_877_2 / 65_536.0)
    }
}

/// Low 32 bits as a number in [0, 1).
fn unit_from_bits(bits: u64) -> f64 {
    let low = u32::try_from(bits & 0xffff_ffff).unwrap_or_default();
    f64::from(low) / 4_294_967_296.0
}

fn low_16(bits: u64) -> f64 {
    f64::from(u16::try_from(bits & 0xffff).unwrap_or_default())
}

/// Three numbers from −1 to 1 from one hash, 21 bits each.
pub(crate) fn signed_triple(bits: u64) -> [f64; 3] {
    [bits, bits >> 21, bits >> 42].map(|b| {
        let low = u32::try_from(b & 0x1f_ffff).unwrap_or_default();
        f64::from(low) / 1_048_576.0 - 1.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_of_a_seed_never_change() {
        // Published test vector of SplitMix64 for seed 1234567.
        let mut rng = Rng::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_bell_is_centred_has_deviation_one_and_an_end() {
        let mut rng = Rng::new(7);
        let draws: Vec<f64> = (0..20_000).map(|_| rng.bell()).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|d| d * d).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 0.03, "{mean}");
        assert!((variance - 1.0).abs() < 0.05, "{variance}");
        assert!(draws.iter().all(|d| d.abs() < 3.5));
    }

    #[test]
    fn derived_seeds_differ() {
        let mut seeds: Vec<u64> =
            (0..100).flat_map(|s| (0..100).map(move |p| derive(s, p))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 10_000);
    }
}
