//! JSON schemas from the types of the reports.

use reenact::json::{FailedFile, OfFile};
use reenact_edit::optimize::Proof;
use reenact_edit::{EditReport, RepairReport};
use reenact_inspect::compare::FileComparison;
use reenact_inspect::summary::{FileSummary, MarkerList};
use reenact_inspect::{doctor, stats};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// One report, or an array for several files or a folder.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[expect(dead_code, reason = "for its schema")]
enum OneOrMany<T> {
    One(T),
    Many(Vec<Entry<T>>),
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[expect(dead_code, reason = "for its schema")]
enum Entry<T> {
    Done(T),
    Failed(FailedFile),
}

/// Names, titles and schemas of the output of `--json`.
pub(super) fn all() -> Vec<(&'static str, Value)> {
    vec![
        ("info", list::<FileSummary>("reenact info --json")),
        ("doctor", list::<OfFile<String, doctor::Report>>("reenact doctor --json")),
        ("stats", list::<OfFile<String, stats::Stats>>("reenact stats --json")),
        ("compare", schema::<FileComparison>("reenact compare --json")),
        ("repair", list::<RepairReport>("reenact repair --json")),
        ("edit", list::<EditReport>("--json of the subcommands that edit or convert")),
        ("optimize", list::<EditReport<Proof>>("reenact optimize --json")),
        ("marker-list", list::<OfFile<String, MarkerList>>("reenact marker list --json")),
    ]
}

fn list<T: JsonSchema>(title: &str) -> Value {
    let mut schema = schema::<OneOrMany<T>>(title);
    let description = "One report; for several files or a folder an array, in which a file that failed has its error.";
    if let Value::Object(schema) = &mut schema {
        schema.insert("description".into(), description.into());
    }
    schema
}

fn schema<T: JsonSchema>(title: &str) -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    if let Value::Object(schema) = &mut schema {
        schema.insert("title".into(), title.into());
    }
    close(&mut schema);
    schema
}

/// Forbids properties that the schema does not list, so that comparison with real output detects missing ones.
fn close(schema: &mut Value) {
    match schema {
        Value::Array(list) => list.iter_mut().for_each(close),
        Value::Object(object) => {
            let is_alternative = |key: &str| matches!(key, "oneOf" | "anyOf" | "allOf");
            let has_properties = object.contains_key("properties");
            let has_alternatives = object.keys().any(|key| is_alternative(key));
            if has_properties {
                let rule =
                    if has_alternatives { "unevaluatedProperties" } else { "additionalProperties" };
                object.insert(rule.into(), json!(false));
            }
            for (key, value) in object.iter_mut() {
                match key.as_str() {
                    // Alternatives of an object that is closed itself are part of it.
                    key if has_properties && is_alternative(key) => {}
                    "properties" | "$defs" => each(value, close),
                    "enum" | "const" | "required" => {}
                    _ => close(value),
                }
            }
        }
        _ => {}
    }
}

fn each(map: &mut Value, change: impl Fn(&mut Value)) {
    let values = map.as_object_mut().into_iter().flat_map(Map::values_mut);
    values.for_each(change);
}
