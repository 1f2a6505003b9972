//! Writes tables into `docs/explanation/performance.md`, keeping its prose.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;

const END: &str = "<!-- /bench -->";

/// Template of the page.
const BLANK: &str = include_str!("performance.md");

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/explanation/performance.md")
}

/// Replaces the tables of one part; creates the page if there is none.
pub(crate) fn write(part: &str, machine: &str, tables: &str) -> Result<()> {
    let path = path();
    let page = match fs::read_to_string(&path) {
        Ok(page) => page,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => BLANK.to_owned(),
        Err(error) => return Err(format!("{error}: {}", path.display()).into()),
    };
    let text = format!("Measured on: {machine}\n\n{}", tables.trim_end());
    let page = splice(&page, part, &text)
        .ok_or_else(|| format!("no place for the tables of {part:?} in {}", path.display()))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, page)?)
}

/// Replaces the text between the two marks of a part.
fn splice(page: &str, part: &str, text: &str) -> Option<String> {
    let start = format!("<!-- bench:{part} -->");
    let (before, rest) = page.split_once(&start)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{start}\n\n{text}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_changes() {
        let page =
            "a\n<!-- bench:x -->\nold\n<!-- /bench -->\nb\n<!-- bench:y -->\n<!-- /bench -->\n";
        let spliced = splice(page, "x", "new").unwrap();
        let rest = "b\n<!-- bench:y -->\n<!-- /bench -->\n";
        assert_eq!(spliced, format!("a\n<!-- bench:x -->\n\nnew\n\n<!-- /bench -->\n{rest}"));
        assert_eq!(splice(&spliced, "x", "new").unwrap(), spliced);
        assert_eq!(splice(page, "z", "new"), None);
    }

    #[test]
    fn the_blank_page_has_room_for_every_part() {
        for (part, _) in crate::PARTS {
            assert!(splice(BLANK, part, "tables").is_some(), "{part}");
        }
    }
}
