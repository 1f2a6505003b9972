//! Contract between `doctor` and `repair`: findings marked as exactly repairable are gone after a repair, and a second repair
//! changes nothing.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::trial::Trial;

pub(super) fn check(trial: &Trial<'_>, input: &str) -> Result<(), String> {
    let before = trial.check(&["doctor", "--json", input], None)?;
    let repaired = trial.check(&["repair", input, "-o", "repaired.bin"], Some("repaired.bin"))?;
    if !matches!(repaired.code, Some(0 | 3)) {
        return Ok(());
    }
    let after = trial.check(&["doctor", "--json", "repaired.bin"], None)?;
    let (before, after) = (findings(&before.stdout)?, findings(&after.stdout)?);
    for (code, (repair, count)) in &before {
        let left = after.get(code).map_or(0, |(_, count)| *count);
        if repair == "exact" && left > 0 {
            return Err(format!("{code}: {count} called exactly repairable, {left} left"));
        }
    }
    trial.check(&["repair", "repaired.bin", "-o", "again.bin"], Some("again.bin"))?;
    let [once, twice] = ["repaired.bin", "again.bin"].map(|name| fs::read(trial.path(name)).ok());
    if once != twice {
        return Err("a second repair changes the file again".to_owned());
    }
    Ok(())
}

/// Codes of findings, with what `doctor` says `repair` does, and their number.
fn findings(json: &[u8]) -> Result<BTreeMap<String, (String, usize)>, String> {
    let report: Value =
        serde_json::from_slice(json).map_err(|error| format!("`doctor --json`: {error}"))?;
    let list = report.get("findings").and_then(Value::as_array);
    let mut found: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for finding in list.ok_or("`doctor --json` has no findings")? {
        let text = |name: &str| finding.get(name).and_then(Value::as_str);
        let (Some(code), Some(repair)) = (text("code"), text("repair")) else {
            return Err(format!("a finding without code or repair: {finding}"));
        };
        let entry = found.entry(code.to_owned()).or_insert_with(|| (repair.to_owned(), 0));
        // Of several findings with one code, the weakest counts.
        if entry.0 != repair {
            "partial".clone_into(&mut entry.0);
        }
        entry.1 += 1;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_counted_by_code_with_the_least_promise() {
        let json = br#"{"findings":[{"code":"a","message":"x","repair":"exact"},{"code":"a","repair":"none"},{"repair":"exact","code":"b"}]}"#;
        let found = findings(json).unwrap();
        assert_eq!(found.get("a"), Some(&("partial".to_owned(), 2)));
        assert_eq!(found.get("b"), Some(&("exact".to_owned(), 1)));
        assert!(findings(br#"{"findings":[{"code":"a"}]}"#).is_err());
    }
}
