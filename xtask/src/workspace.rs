//! The packages of the workspace, as cargo knows them.

use serde_json::Value;

use crate::process::{cargo, output_of};

/// A package of the workspace.
pub(crate) struct Package(Value);

impl Package {
    /// A field of the manifest that is text; empty if it is not there.
    pub(crate) fn text(&self, field: &str) -> &str {
        self.0.get(field).and_then(Value::as_str).unwrap_or_default()
    }

    /// A field of the manifest that is a list of texts.
    pub(crate) fn texts(&self, field: &str) -> Vec<&str> {
        texts(self.0.get(field))
    }

    pub(crate) fn name(&self) -> &str {
        self.text("name")
    }

    pub(crate) fn version(&self) -> &str {
        self.text("version")
    }

    /// Names of its features, in order.
    pub(crate) fn features(&self) -> Vec<&str> {
        let features = self.0.get("features").and_then(Value::as_object);
        features.into_iter().flat_map(|features| features.keys()).map(String::as_str).collect()
    }

    /// Names of its targets of a kind, such as `example`.
    pub(crate) fn targets(&self, kind: &str) -> Vec<&str> {
        let targets = self.0.get("targets").and_then(Value::as_array);
        let is_of_kind = |target: &&Value| texts(target.get("kind")).contains(&kind);
        let name = |target| Value::get(target, "name").and_then(Value::as_str);
        targets.into_iter().flatten().filter(is_of_kind).filter_map(name).collect()
    }

    /// Whether `[package.metadata.docs.rs]` says which features docs.rs is to build.
    pub(crate) fn has_docs_rs(&self) -> bool {
        let docs = self.0.pointer("/metadata/docs/rs");
        docs.is_some_and(|docs| docs.get("all-features").or(docs.get("features")).is_some())
    }

    /// Whether it goes to crates.io.
    pub(crate) fn is_published(&self) -> bool {
        self.0.get("publish").is_none_or(Value::is_null)
    }
}

fn texts(list: Option<&Value>) -> Vec<&str> {
    let list = list.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

/// `cargo metadata` with some words.
pub(crate) fn metadata(words: &[&str]) -> Result<Value, String> {
    let mut metadata = cargo(&["metadata", "--format-version", "1"]);
    let text = output_of(metadata.args(words)).ok_or("`cargo metadata` failed")?;
    serde_json::from_str(&text).map_err(|error| format!("{error}: `cargo metadata`"))
}

/// Every package of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    match metadata(&["--no-deps"])?.get_mut("packages").map(Value::take) {
        Some(Value::Array(packages)) => Ok(packages.into_iter().map(Package).collect()),
        _ => Err("`cargo metadata` names no packages".to_owned()),
    }
}

/// The packages that go to crates.io.
pub(crate) fn published() -> Result<Vec<Package>, String> {
    let mut packages = packages()?;
    packages.retain(Package::is_published);
    Ok(packages)
}

/// The version of everything that is published.
pub(crate) fn version() -> Result<String, String> {
    let first = published()?.into_iter().next().ok_or("nothing is published")?;
    Ok(first.version().to_owned())
}
