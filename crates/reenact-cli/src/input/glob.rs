//! Expansion of glob patterns such as `*.bin`, which Windows shells pass on unexpanded.

use std::path::{Path, PathBuf};

/// Expands a pattern to the matching paths, sorted by name; returns the path itself if it is not a pattern or
/// nothing matches. Only the last component may contain `*` (any characters) and `?` (one).
pub(super) fn expanded(path: &Path) -> Vec<PathBuf> {
    let itself = || vec![path.to_owned()];
    let Some(pattern) = path.file_name().and_then(|name| name.to_str()) else { return itself() };
    if !pattern.contains(['*', '?']) {
        return itself();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(entries) = folder.unwrap_or(Path::new(".")).read_dir() else { return itself() };
    let names = entries.flatten().map(|entry| entry.file_name());
    let fits = |name: &std::ffi::OsString| name.to_str().is_some_and(|name| fits(pattern, name));
    let mut found: Vec<PathBuf> = names
        .filter(fits)
        .map(|name| folder.map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name)))
        .collect();
    found.sort();
    if found.is_empty() { itself() } else { found }
}

/// Whether a name matches a pattern, ignoring case as on Windows.
fn fits(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.to_lowercase().chars().collect();
    let name: Vec<char> = name.to_lowercase().chars().collect();
    // Prefixes of the pattern that match the part of the name read so far.
    let mut reached = vec![false; pattern.len() + 1];
    reached.splice(..1, [true]);
    let skip_stars = |reached: &mut Vec<bool>| {
        for (at, c) in pattern.iter().enumerate() {
            if *c == '*' && reached.get(at) == Some(&true) {
                reached.splice(at + 1..at + 2, [true]);
            }
        }
    };
    skip_stars(&mut reached);
    for c in name {
        let mut next = vec![false; reached.len()];
        for (at, want) in pattern.iter().enumerate() {
            let does_fit = matches!(*want, '*' | '?') || *want == c;
            if does_fit && reached.get(at) == Some(&true) {
                let to = if *want == '*' { at } else { at + 1 };
                next.splice(to..=to, [true]);
            }
        }
        reached = next;
        skip_stars(&mut reached);
    }
    reached.last() == Some(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_stand_for_characters() {
        let cases = [
            ("*.bin", "a.bin", true),
            ("*.bin", "A.BIN", true),
            ("*.bin", ".bin", true),
            ("*.bin", "a.bin.gz", false),
            ("s?.bin", "s1.bin", true),
            ("s?.bin", "s.bin", false),
            ("*a*b*", "xxaxxbxx", true),
            ("*a*b*", "xxbxxaxx", false),
            ("**", "", true),
        ];
        for (pattern, name, does) in cases {
            assert_eq!(fits(pattern, name), does, "{pattern} {name}");
        }
    }

    #[test]
    fn a_pattern_becomes_the_files_that_fit() {
        let folder = std::env::temp_dir().join(format!("reenact-glob-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["b.bin", "a.bin", "c.txt"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let found = expanded(&folder.join("*.bin"));
        assert_eq!(found, [folder.join("a.bin"), folder.join("b.bin")]);
        assert_eq!(expanded(&folder.join("*.gz")), [folder.join("*.gz")]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
