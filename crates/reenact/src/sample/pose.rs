//! Pose: position and rotation.

use glam::{Quat, Vec3};

/// Position and rotation, in metres and Unity's axes: left-handed, y up, z forward.
///
/// `a_in_b` names the pose of `a` relative to `b`:
///
/// ```
/// use glam::{Quat, Vec3};
/// use reenact::Pose;
///
/// let head = Pose { position: Vec3::new(0.0, 1.6, 0.0), rotation: Quat::IDENTITY };
/// let tip = Pose { position: Vec3::new(0.0, 1.5, 0.4), rotation: Quat::IDENTITY };
/// let tip_in_head = tip.relative_to(&head);
/// assert!(tip_in_head.position.abs_diff_eq(Vec3::new(0.0, -0.1, 0.4), 1e-6));
/// assert!(head.transform(&tip_in_head).position.abs_diff_eq(tip.position, 1e-6));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Position in metres.
    pub position: Vec3,
    /// Rotation. In `clean` mode of unit length, or NaN in all four components if only positions were recorded
    /// ([`has_rotation`](Self::has_rotation)); in `mrtk` mode as stored.
    pub rotation: Quat,
}

impl Pose {
    /// Pose at the origin without rotation.
    pub const IDENTITY: Self = Self { position: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// Whether all values are finite.
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.rotation.is_finite()
    }

    /// Whether the rotation is known. In `clean` mode it is unknown if only positions were recorded.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use reenact::Pose;
    ///
    /// assert!(Pose::IDENTITY.has_rotation());
    /// assert!(!Pose { position: Vec3::ZERO, rotation: Quat::NAN }.has_rotation());
    /// ```
    pub fn has_rotation(&self) -> bool {
        !self.rotation.to_array().iter().all(|number| number.is_nan())
    }

    /// Reverses the z axis: converts from Unity's left-handed axes to the right-handed ones of OpenXR, WebXR and glTF, where
    /// forward is −z, and back.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use reenact::Pose;
    ///
    /// // One metre ahead, turned to the right.
    /// let unity = Pose { position: Vec3::Z, rotation: Quat::from_rotation_y(0.5) };
    /// let openxr = unity.with_z_reversed();
    /// assert_eq!(openxr, Pose { position: Vec3::NEG_Z, rotation: Quat::from_rotation_y(-0.5) });
    /// assert_eq!(openxr.with_z_reversed(), unity);
    /// ```
    #[must_use]
    pub fn with_z_reversed(&self) -> Self {
        let (Vec3 { x, y, z }, [qx, qy, qz, qw]) = (self.position, self.rotation.to_array());
        Self { position: Vec3::new(x, y, -z), rotation: Quat::from_xyzw(-qx, -qy, qz, qw) }
    }

    /// Pose relative to another one. Both rotations must be of unit length.
    #[must_use]
    pub fn relative_to(&self, base: &Self) -> Self {
        let base_from_world = base.rotation.conjugate();
        Self {
            position: base_from_world * (self.position - base.position),
            rotation: base_from_world * self.rotation,
        }
    }

    /// Transforms a pose relative to this one to world space; the inverse of
    /// [`relative_to`](Self::relative_to).
    #[must_use]
    pub fn transform(&self, local: &Self) -> Self {
        Self {
            position: self.position + self.rotation * local.position,
            rotation: self.rotation * local.rotation,
        }
    }
}

/// Ray: origin and direction of the gaze.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Origin in metres, between the eyes.
    pub origin: Vec3,
    /// Direction of unit length; in `mrtk` mode zero if the stored direction is too short to normalize.
    pub direction: Vec3,
}

impl Ray {
    /// Pose at the origin of the ray with its z axis, forward in Unity, along the ray.
    pub fn to_pose(&self) -> Pose {
        Pose { position: self.origin, rotation: Quat::from_rotation_arc(Vec3::Z, self.direction) }
    }

    /// Whether all values are finite.
    pub fn is_finite(&self) -> bool {
        self.origin.is_finite() && self.direction.is_finite()
    }
}
