//! Suggestions for misspelt names ("did you mean").

/// Smallest similarity of a suggestion, of 1.
const ALIKE: f64 = 0.8;

/// The most similar name, if one is similar enough.
pub(crate) fn nearest<'n>(asked: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let asked = asked.to_lowercase();
    names
        .map(|name| (strsim::jaro_winkler(&asked, &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness > ALIKE)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use reenact::hand::Joint;

    use super::*;

    #[test]
    fn a_mistyped_joint_is_found() {
        let joint = |asked| nearest(asked, Joint::TRACKED.iter().map(|joint| joint.name()));
        assert_eq!(joint("Wirst"), Some("Wrist"));
        assert_eq!(joint("indextip"), Some("IndexTip"));
        assert_eq!(joint("ThumbProximal"), Some("ThumbProximalJoint"));
        assert_eq!(joint("elbow"), None);
    }
}
