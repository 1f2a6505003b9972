//! Vector arithmetic on arrays, in `f32` and `f64`.

/// The difference of two values.
#[inline]
pub(super) fn minus<const N: usize>(a: &[f32; N], b: &[f32; N]) -> [f32; N] {
    moved(a, b, -1.0)
}

/// `a + b · factor`.
#[inline]
pub(super) fn moved<const N: usize>(a: &[f32; N], b: &[f32; N], factor: f32) -> [f32; N] {
    let mut result = *a;
    for (result, b) in result.iter_mut().zip(b) {
        *result += b * factor;
    }
    result
}

/// Dot product in `f64`, in which the product of two `f32` is exact.
#[inline]
pub(super) fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// Dot product in `f32`, for estimates.
#[inline]
pub(super) fn rough_dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The distance of two values, squared, in `f64`.
#[inline]
pub(super) fn distance_squared<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f64 {
    let square = |(&a, &b): (&f32, &f32)| {
        let off = f64::from(a) - f64::from(b);
        off * off
    };
    a.iter().zip(b).map(square).sum()
}

/// The same value in `f64`.
#[inline]
pub(super) fn widened<const N: usize>(value: &[f32; N]) -> [f64; N] {
    value.map(f64::from)
}

/// The difference of two values.
#[inline]
pub(super) fn minus_wide<const N: usize>(a: &[f64; N], b: &[f64; N]) -> [f64; N] {
    moved_wide(a, b, -1.0)
}

/// `a + b · factor`.
#[inline]
pub(super) fn moved_wide<const N: usize>(a: &[f64; N], b: &[f64; N], factor: f64) -> [f64; N] {
    let mut result = *a;
    for (result, b) in result.iter_mut().zip(b) {
        *result += b * factor;
    }
    result
}

/// `a · factor`.
#[inline]
pub(super) fn scaled_wide<const N: usize>(a: &[f64; N], factor: f64) -> [f64; N] {
    a.map(|a| a * factor)
}

/// Dot product.
#[inline]
pub(super) fn dot_wide<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
