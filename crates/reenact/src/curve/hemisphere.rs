//! Quaternion hemispheres: makes the signs of a sequence of rotations continuous.

use glam::Quat;

/// Aligns each rotation to the hemisphere of the previous one.
///
/// q and −q are the same rotation, but interpolating between them component by component passes through zero.
/// Each rotation is negated if its dot product with the previous one is negative; the first is unchanged. A
/// rotation that is zero or NaN is unchanged, and the next one is compared with the last valid one.
///
/// ```
/// use glam::Quat;
///
/// let turn = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8);
/// let aligned: Vec<_> = reenact::align_hemisphere([Quat::IDENTITY, -turn, turn]).collect();
/// assert_eq!(aligned, [Quat::IDENTITY, turn, turn]);
/// ```
pub fn align_hemisphere(rotations: impl IntoIterator<Item = Quat>) -> impl Iterator<Item = Quat> {
    let mut reference = None;
    rotations.into_iter().map(move |rotation| {
        let aligned = reference.map_or(rotation, |reference| align_to(reference, rotation));
        if aligned.length_squared() > 0.0 {
            reference = Some(aligned);
        }
        aligned
    })
}

/// Negates a rotation if it is in the opposite hemisphere of the reference.
#[inline]
fn align_to(reference: Quat, rotation: Quat) -> Quat {
    if reference.dot(rotation) < 0.0 { -rotation } else { rotation }
}

/// Indices at which a sequence of rotations changes hemisphere. Negating every second run between them does
/// the same as [`align_hemisphere`].
pub(crate) fn side_changes(rotations: impl Iterator<Item = Quat>) -> Vec<usize> {
    let mut reference = Quat::from_array([0.0; 4]);
    let mut changes = Vec::new();
    for (index, rotation) in rotations.enumerate() {
        if reference.dot(rotation) < 0.0 {
            changes.push(index);
        }
        if rotation.length_squared() > 0.0 {
            reference = rotation;
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_without_a_side_is_passed_over() {
        let turn = Quat::from_xyzw(0.0, 0.6, 0.0, 0.8);
        let (zero, nan) =
            (Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0));
        let aligned: Vec<_> = align_hemisphere([zero, turn, zero, nan, -turn]).collect();
        assert_eq!(aligned[1], turn);
        assert_eq!(aligned[2].to_array().map(f32::to_bits), zero.to_array().map(f32::to_bits));
        assert!(aligned[3].is_nan());
        assert_eq!(aligned[4], turn);
    }

    #[test]
    fn side_changes_are_where_alignment_turns() {
        let turn = |y: f32| Quat::from_xyzw(0.0, y, 0.0, 0.8);
        let zero = Quat::from_array([0.0; 4]);
        let row = [turn(0.1), -turn(0.2), -turn(0.3), zero, turn(0.4), -turn(0.5), turn(0.6)];
        let changes = side_changes(row.into_iter());
        assert_eq!(changes, [1, 4, 5, 6]);
        for (index, aligned) in align_hemisphere(row).enumerate() {
            let turns = changes.iter().filter(|&&change| change <= index).count();
            assert_eq!(
                aligned,
                if turns % 2 == 0 || row[index] == zero { row[index] } else { -row[index] }
            );
        }
    }
}
