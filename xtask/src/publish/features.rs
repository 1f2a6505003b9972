//! The step that builds every crate with each of its features alone, with none and with all.

use crate::process::{cargo, run as run_command};
use crate::workspace;

/// Features that need something that is built first.
const NEEDS_MORE: [&str; 1] = ["reenact-cli/openxr"];

pub(crate) fn features() -> Result<String, String> {
    let mut count = 0;
    for package in workspace::published()? {
        let name = package.name();
        let has_all = |feature: &&str| !NEEDS_MORE.contains(&&*format!("{name}/{feature}"));
        let features: Vec<&str> = package.features().into_iter().filter(has_all).collect();
        // `default` with no others is none where it has no features, and of no interest where it has.
        let alone = features.iter().filter(|&&feature| feature != "default");
        let mut sets: Vec<String> = alone.map(|&feature| feature.to_owned()).collect();
        sets.insert(0, String::new());
        if features.len() > 1 {
            sets.push(features.join(","));
        }
        for set in sets {
            println!("{name}: {}", if set.is_empty() { "no features" } else { &set });
            // Clippy rather than `check`: what is unused with these features alone is a fault, too.
            let words = ["clippy", "--quiet", "--package", name, "--no-default-features"];
            run_command(cargo(&words).args(["--features", &set, "--", "-D", "warnings"]))?;
            count += 1;
        }
    }
    Ok(format!("{count} sets of features"))
}
