//! As much of JSON Schema (draft 2020-12) as `docs/schemas` uses. A keyword that is not known here is an error, so that
//! nothing goes unchecked.

use serde_json::{Map, Value};

/// Why a value does not fit a schema; `None` if it does.
pub(crate) fn why_not(schema: &Value, value: &Value) -> Option<String> {
    Checker { root: schema }.check(schema, value, "$").err()
}

struct Checker<'s> {
    root: &'s Value,
}

impl Checker<'_> {
    fn check(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Value::Object(keywords) = schema else {
            return if *schema == Value::Bool(true) {
                Ok(())
            } else {
                Err(format!("{at}: nothing is allowed here"))
            };
        };
        for (keyword, rule) in keywords {
            self.keyword(keywords, keyword, rule, value, at)?;
        }
        Ok(())
    }

    fn keyword(
        &self,
        keywords: &Map<String, Value>,
        keyword: &str,
        rule: &Value,
        value: &Value,
        at: &str,
    ) -> Result<(), String> {
        let is_ok = match keyword {
            "$schema" | "$defs" | "title" | "description" | "contentEncoding" | "then" | "else" => {
                true
            }
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                return self.check(&self.root["$defs"][name], value, at);
            }
            "anyOf" => {
                rule.as_array().unwrap().iter().any(|one| self.check(one, value, at).is_ok())
            }
            "if" => {
                let branch = if self.check(rule, value, at).is_ok() { "then" } else { "else" };
                return keywords.get(branch).map_or(Ok(()), |rule| self.check(rule, value, at));
            }
            "type" => match rule {
                Value::Array(names) => {
                    names.iter().any(|name| is_type(value, name.as_str().unwrap()))
                }
                name => is_type(value, name.as_str().unwrap()),
            },
            "enum" => rule.as_array().unwrap().contains(value),
            "const" => rule == value,
            "minimum" => value.as_f64().is_none_or(|number| number >= rule.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= rule.as_f64().unwrap()),
            "minItems" => {
                value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|items| items.len() as u64 <= rule.as_u64().unwrap())
            }
            "minProperties" => {
                value.as_object().is_none_or(|o| o.len() as u64 >= rule.as_u64().unwrap())
            }
            "maxProperties" => {
                value.as_object().is_none_or(|o| o.len() as u64 <= rule.as_u64().unwrap())
            }
            "required" => value.as_object().is_none_or(|object| {
                rule.as_array()
                    .unwrap()
                    .iter()
                    .all(|name| object.contains_key(name.as_str().unwrap()))
            }),
            "properties" => {
                for (name, rule) in rule.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        self.check(rule, value, &format!("{at}.{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = keywords.get("properties").and_then(Value::as_object);
                for (name, value) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(name)) {
                        self.check(rule, value, &format!("{at}.{name}"))?;
                    }
                }
                true
            }
            "prefixItems" => {
                let rules = rule.as_array().unwrap();
                for (n, (rule, value)) in
                    rules.iter().zip(value.as_array().into_iter().flatten()).enumerate()
                {
                    self.check(rule, value, &format!("{at}[{n}]"))?;
                }
                true
            }
            "items" => {
                let before =
                    keywords.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                for (n, value) in value.as_array().into_iter().flatten().enumerate().skip(before) {
                    self.check(rule, value, &format!("{at}[{n}]"))?;
                }
                true
            }
            _ => panic!("the keyword {keyword} is not checked: add it here"),
        };
        if is_ok {
            Ok(())
        } else {
            Err(format!("{at}: {keyword} {rule} does not hold for {value:.80}"))
        }
    }
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("there is no type {name}"),
    }
}

#[test]
fn the_checker_refuses_what_a_schema_forbids() {
    use serde_json::json;

    let cases = [
        (json!({"type": "integer", "minimum": 0}), json!(3), json!(-1)),
        (json!({"type": ["string", "null"]}), json!(null), json!(1)),
        (json!({"enum": ["a", "b"]}), json!("b"), json!("c")),
        (
            json!({"anyOf": [{"type": "null"}, {"$ref": "#/$defs/n"}], "$defs": {"n": {"type": "number"}}}),
            json!(1.5),
            json!("x"),
        ),
        (
            json!({"required": ["a"], "properties": {"a": {"type": "boolean"}}}),
            json!({"a": true}),
            json!({"a": 1}),
        ),
        (
            json!({"properties": {"a": true}, "additionalProperties": false}),
            json!({"a": 1}),
            json!({"b": 1}),
        ),
        (
            json!({"prefixItems": [{"type": "number"}], "items": false, "minItems": 1}),
            json!([1]),
            json!([1, 2]),
        ),
        (json!({"items": {"type": "string"}, "maxItems": 1}), json!(["x"]), json!(["x", "y"])),
        (
            json!({"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["x"]}, "else": {"required": ["y"]}}),
            json!({"k": 1, "x": 0}),
            json!({"k": 2, "x": 0}),
        ),
    ];
    for (schema, good, bad) in cases {
        assert_eq!(why_not(&schema, &good), None, "{schema}");
        assert!(why_not(&schema, &bad).is_some(), "{schema}");
    }
}
