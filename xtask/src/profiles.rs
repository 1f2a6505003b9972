//! `cargo xtask profiles`: table of OpenXR interaction profiles, generated from Khronos' registry.
//!
//! The registry `xr.xml` is part of the crate `openxr-sys`. Its lines on profiles are regular enough to be parsed line by line.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use crate::process::{cargo, output_of};

/// Generates the table of OpenXR interaction profiles from the registry inside the crate openxr-sys
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Compare the table with the registry without writing it
    #[arg(long)]
    check: bool,
}

/// Generated file.
const TABLE: &str = "crates/reenact-xr/src/profile/table.rs";

pub(crate) fn run(args: &Args) -> Result<(), String> {
    if args.check {
        return check();
    }
    fs::write(TABLE, table(&registry()?)?).map_err(|error| format!("{error}: {TABLE}"))?;
    Ok(())
}

/// Fails if the table is not up to date.
pub(crate) fn check() -> Result<(), String> {
    let generated = table(&registry()?)?;
    let stored = fs::read_to_string(TABLE).map_err(|error| format!("{error}: {TABLE}"))?;
    if stored == generated {
        return Ok(());
    }
    Err(format!("not what the registry says: `cargo xtask profiles` writes it: {TABLE}"))
}

/// Contents of `xr.xml`.
fn registry() -> Result<String, String> {
    let metadata = output_of(&mut cargo(&["metadata", "--format-version", "1"]))
        .ok_or("`cargo metadata` failed")?;
    let manifest = metadata
        .split("\"manifest_path\":\"")
        .filter_map(|rest| rest.split('"').next())
        .find(|path| path.contains("/openxr-sys-"))
        .ok_or("no package openxr-sys among the dependencies")?;
    let folder = manifest.strip_suffix("Cargo.toml").unwrap_or(manifest);
    let path = format!("{folder}OpenXR-SDK/specification/registry/xr.xml");
    fs::read_to_string(&path).map_err(|error| format!("{error}: {path}"))
}

/// Profile in the registry.
#[derive(Default)]
struct Profile {
    users: Vec<String>,
    needs: Vec<Vec<String>>,
    components: Vec<Component>,
}

struct Component {
    user: String,
    path: String,
    kind: &'static str,
    is_system: bool,
    needs: Vec<Vec<String>>,
}

/// Value of an attribute in a line.
fn attribute<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// Rust source of the table.
fn table(xml: &str) -> Result<String, String> {
    let mut order: Vec<String> = Vec::new();
    let mut profiles: BTreeMap<String, Profile> = BTreeMap::new();
    // Enclosing elements of a line: the profile, the version or extension, and its dependencies.
    let (mut profile, mut owner, mut depends) = (String::new(), String::new(), String::new());
    for line in xml.lines().map(str::trim) {
        if line.starts_with("<feature ") || line.starts_with("<extension ") {
            attribute(line, "name").unwrap_or_default().clone_into(&mut owner);
        } else if line.starts_with("<require") {
            attribute(line, "depends").unwrap_or_default().clone_into(&mut depends);
        } else if line.starts_with("<interaction_profile ") || line.starts_with("<extend ") {
            let name = attribute(line, "name").or(attribute(line, "interaction_profile_path"));
            let Some(name) = name.filter(|name| name.starts_with("/interaction_profiles/")) else {
                profile.clear();
                continue;
            };
            name.clone_into(&mut profile);
            if !order.contains(&profile) {
                order.push(profile.clone());
            }
            let entry = profiles.entry(profile.clone()).or_default();
            if line.ends_with("/>") && !owner.is_empty() {
                entry.needs.extend(alternatives(&owner, &depends));
                profile.clear();
            }
        } else if line.starts_with("<user_path ") {
            if let Some(entry) = profiles.get_mut(&profile) {
                entry.users.push(attribute(line, "path").unwrap_or_default().to_owned());
            }
        } else if line.starts_with("<component ")
            && let Some(entry) = profiles.get_mut(&profile)
        {
            add_component(entry, line, &owner, &depends)?;
        }
    }
    Ok(source(&order, &profiles))
}

fn add_component(
    entry: &mut Profile,
    line: &str,
    owner: &str,
    depends: &str,
) -> Result<(), String> {
    let kind = match attribute(line, "type").unwrap_or_default() {
        "XR_ACTION_TYPE_BOOLEAN_INPUT" => "Boolean",
        "XR_ACTION_TYPE_FLOAT_INPUT" => "Float",
        "XR_ACTION_TYPE_VECTOR2F_INPUT" => "Vector2",
        "XR_ACTION_TYPE_POSE_INPUT" => "Pose",
        "XR_ACTION_TYPE_VIBRATION_OUTPUT" => "Vibration",
        other => return Err(format!("unknown action type {other:?} in xr.xml: {line}")),
    };
    let user = attribute(line, "user_path").unwrap_or_default().to_owned();
    let path = attribute(line, "subpath").unwrap_or_default().to_owned();
    let is_system = attribute(line, "system") == Some("true");
    let needs = if owner.is_empty() { Vec::new() } else { alternatives(owner, depends) };
    // Several extensions may add the same component.
    let same = entry.components.iter_mut().find(|old| old.user == user && old.path == path);
    match same {
        Some(old) if !old.needs.is_empty() => old.needs.extend(needs),
        Some(_) => {}
        None => entry.components.push(Component { user, path, kind, is_system, needs }),
    }
    Ok(())
}

/// Alternatives that make something available, each a list of requirements.
fn alternatives(owner: &str, depends: &str) -> Vec<Vec<String>> {
    let depends = depends.replace(['(', ')'], "");
    depends
        .split(',')
        .map(|all| {
            let others =
                all.split('+').filter(|name| !name.is_empty() && *name != "XR_VERSION_1_0");
            std::iter::once(owner).chain(others).map(str::to_owned).collect()
        })
        .collect()
}

fn source(order: &[String], profiles: &BTreeMap<String, Profile>) -> String {
    let mut text = String::from(
        "//! Interaction profiles of OpenXR. Generated by `cargo xtask profiles` from Khronos' registry `xr.xml`, which is licensed under\n\
         //! Apache-2.0 or MIT: do not edit.\n\n\
         use super::ActionKind::{Boolean, Float, Pose, Vector2, Vibration};\n\
         use super::{Profile, component};\n\n\
         #[rustfmt::skip]\n\
         pub(super) static PROFILES: &[Profile] = &[\n",
    );
    for name in order {
        let Some(profile) = profiles.get(name) else { continue };
        let users: Vec<_> = profile.users.iter().map(|user| format!("{user:?}")).collect();
        _ = writeln!(text, "    Profile {{");
        _ = writeln!(text, "        path: {name:?},");
        _ = writeln!(text, "        users: &[{}],", users.join(", "));
        _ = writeln!(text, "        needs: {},", needs(&profile.needs));
        _ = writeln!(text, "        components: &[");
        for Component { user, path, kind, is_system, needs: all } in &profile.components {
            _ = write!(text, "            component({user:?}, {path:?}, {kind})");
            match (is_system, all.as_slice()) {
                (false, []) => {}
                (true, []) => text.push_str(".system()"),
                _ => _ = write!(text, ".needs({})", needs(all)),
            }
            text.push_str(",\n");
        }
        text.push_str("        ],\n    },\n");
    }
    text.push_str("];\n");
    text
}

fn needs(alternatives: &[Vec<String>]) -> String {
    let all: Vec<_> = alternatives
        .iter()
        .map(|all| {
            let names: Vec<_> = all.iter().map(|name| format!("{name:?}")).collect();
            format!("&[{}]", names.join(", "))
        })
        .collect();
    format!("&[{}]", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_and_what_extends_them_become_a_table() {
        let xml = r#"
            <interaction_profile name="/interaction_profiles/a/b" title="B">
                <user_path path="/user/hand/left"/>
                <component user_path="/user/hand/left" subpath="/input/x/click" type="XR_ACTION_TYPE_BOOLEAN_INPUT" system="true"/>
            </interaction_profile>
            <feature api="openxr" name="XR_VERSION_1_0" number="1.0">
            <require>
                <interaction_profile name="/interaction_profiles/a/b"/>
            </require>
            <extension name="XR_EXT_c">
            <require depends="XR_EXT_d,XR_EXT_e">
                <extend interaction_profile_path="/interaction_profiles/a/b">
                    <component subpath="/input/y/pose" type="XR_ACTION_TYPE_POSE_INPUT"/>
                </extend>
            </require>"#;
        let text = table(xml).unwrap_or_default();
        for line in [
            r#"needs: &[&["XR_VERSION_1_0"]],"#,
            r#"component("/user/hand/left", "/input/x/click", Boolean).system(),"#,
            r#"component("", "/input/y/pose", Pose).needs(&[&["XR_EXT_c", "XR_EXT_d"], &["XR_EXT_c", "XR_EXT_e"]]),"#,
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
