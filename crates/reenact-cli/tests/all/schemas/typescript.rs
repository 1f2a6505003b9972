//! TypeScript types from JSON schemas, for the viewer.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Map, Value};

const HEAD: &str = "\
// Reports of the library, as the command prints them with --json. Generated from docs/schemas by `cargo xtask schemas`: do not edit.
";

/// One module with all types of these schemas. If two types have the same name, the second is prefixed with the name of its
/// schema.
pub(super) fn module(schemas: &[(&str, Value)]) -> String {
    let mut types: BTreeMap<String, Value> = BTreeMap::new();
    for (schema_name, schema) in schemas {
        let mut schema = schema.clone();
        let names: Vec<String> =
            schema["$defs"].as_object().into_iter().flat_map(Map::keys).cloned().collect();
        for name in names {
            if types.get(&name).is_some_and(|other| *other != schema["$defs"][&name]) {
                schema = renamed(&schema, &name, &(type_name(schema_name) + &name));
            }
        }
        if schema.get("properties").is_some() {
            types.insert(type_name(schema_name) + "Report", schema.clone());
        }
        types.extend(schema["$defs"].as_object().cloned().into_iter().flatten());
    }
    let mut text = HEAD.to_owned();
    for (name, schema) in types {
        text.push('\n');
        text += &comment(&schema, "");
        _ = writeln!(text, "export type {name} = {};", expression(&schema, ""));
    }
    text
}

/// A schema with one of its types renamed.
fn renamed(schema: &Value, from: &str, to: &str) -> Value {
    let [old, new] = [from, to].map(|name| format!("\"#/$defs/{name}\""));
    let mut schema: Value = serde_json::from_str(&schema.to_string().replace(&old, &new)).unwrap();
    let types = schema["$defs"].as_object_mut().unwrap();
    let definition = types.remove(from).unwrap();
    types.insert(to.to_owned(), definition);
    schema
}

/// Converts `marker-list` to `MarkerList`.
fn type_name(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}

fn comment(schema: &Value, indent: &str) -> String {
    let text = schema["description"].as_str().map(|text| text.replace('\n', " "));
    text.map_or_else(String::new, |text| format!("{indent}/** {text} */\n"))
}

/// Type described by a schema.
fn expression(schema: &Value, indent: &str) -> String {
    let Value::Object(object) = schema else { return "unknown".to_owned() };
    let union = |list: &[Value]| {
        list.iter().map(|one| expression(one, indent)).collect::<Vec<_>>().join(" | ")
    };
    let list = |key: &str| object.get(key).and_then(Value::as_array);
    if let Some(name) = object.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    if let Some(value) = object.get("const") {
        return value.to_string();
    }
    if let Some(values) = list("enum") {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    let alternatives = list("oneOf").or_else(|| list("anyOf")).map(|list| union(list));
    let kinds: Vec<&str> = match object.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let own = kinds.iter().map(|kind| match *kind {
        "number" | "integer" => "number".to_owned(),
        "array" => array(object, indent),
        "object" => record(object, indent),
        kind => kind.to_owned(),
    });
    let own = own.collect::<Vec<_>>().join(" | ");
    match (own.is_empty(), alternatives) {
        (true, Some(alternatives)) => alternatives,
        (false, Some(alternatives)) => format!("{own} & ({alternatives})"),
        (false, None) => own,
        (true, None) => "unknown".to_owned(),
    }
}

fn array(object: &Map<String, Value>, indent: &str) -> String {
    let item = object.get("items").map_or_else(
        || "unknown".to_owned(),
        |items| {
            let item = expression(items, indent);
            if item.contains(' ') { format!("({item})") } else { item }
        },
    );
    let [least, most] = ["minItems", "maxItems"].map(|key| object.get(key).and_then(Value::as_u64));
    match (least, most) {
        (Some(least), Some(most)) if least == most => {
            let count = usize::try_from(most).unwrap();
            format!("[{}]", vec![item; count].join(", "))
        }
        _ => format!("{item}[]"),
    }
}

fn record(object: &Map<String, Value>, indent: &str) -> String {
    let Some(properties) = object.get("properties").and_then(Value::as_object) else {
        let value = object
            .get("additionalProperties")
            .map_or_else(|| "unknown".to_owned(), |value| expression(value, indent));
        return format!("Record<string, {value}>");
    };
    let required = object.get("required").and_then(Value::as_array);
    let inner = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for (name, schema) in properties {
        let is_required = required.is_some_and(|list| list.iter().any(|one| one == name));
        let mark = if is_required { "" } else { "?" };
        text += &comment(schema, &inner);
        _ = writeln!(text, "{inner}{name}{mark}: {};", expression(schema, &inner));
    }
    text + indent + "}"
}
