//! Errors in a text have a line and column.

use reenact_convert::{Error, json, ndjson};

fn message(text: &str) -> String {
    let error = json::read(text.as_bytes()).expect_err(text);
    assert!(matches!(error, Error::Text(_)), "{text}");
    error.to_string()
}

#[test]
fn says_what_is_wrong_and_where() {
    let curve = |inside: &str| format!("{{\"version\": \"1.1\", \"curves\": [\n{inside}]}}");
    let named = |inside: &str| curve(&format!("{{\"name\": \"left.Wrist.position.x\", {inside}}}"));
    for (text, expected) in [
        (String::new(), "line 1, column 1: expected an object, found the end of the text"),
        ("[]".into(), "line 1, column 1: expected an object, found '['"),
        ("\u{feff}{}".into(), "line 1, column 1: expected an object, found the byte 0xef"),
        ("{}".into(), "line 1, column 1: a recording without version"),
        ("{\"version\": 1.1}".into(), "line 1, column 13: expected a version such as \"1.1\", found '1'"),
        ("{\"version\": \"1\"}".into(), "line 1, column 13: a version is two numbers, such as \"1.1\""),
        (
            "{\"version\": \"1.2\", \"curves\": []}".into(),
            "line 1, column 13: version 1.2 is newer than 1.1, the last that MRTK 2 wrote and this library reads",
        ),
        ("{\"version\": \"1.1\", \"version\": \"1.1\"}".into(), "line 1, column 31: version is given twice"),
        (
            "{\"versoin\": 1}".into(),
            "line 1, column 13: no field is called \"versoin\": there are version, layout, marker_list, trailing, flags, curves and markers",
        ),
        ("{\"version\": \"1.1\", \"curves\": []} {}".into(), "line 1, column 34: expected nothing more, found '{'"),
        (curve("{\"keys\": []}"), "line 2, column 1: curves[0]: a curve without name"),
        (named("\"pre_wrap\": 8"), "line 2, column 1: left.Wrist.position.x: a curve without keys"),
        (named("\"keys\": [[0,1],[0]]"), "line 2, column 53: key 1 of left.Wrist.position.x: a key has 2 numbers (time, value) or 7 (with tangents, weights and weighted mode)"),
        (named("\"keys\": [[0,1],[0,1,2,3,4,5,6]]"), "line 2, column 65: key 1 of left.Wrist.position.x: a key with another count of numbers than the ones before it"),
        (named("\"keys\": [[0,nan]]"), "line 2, column 47: key 0 of left.Wrist.position.x: expected a number, found 'n'"),
        (named("\"keys\": [[0,\"nan\"]]"), "line 2, column 47: key 0 of left.Wrist.position.x: expected a number; the only strings allowed are \"NaN\", \"Infinity\" and \"-Infinity\""),
        (named("\"keys\": [[0,1e39]]"), "line 2, column 47: key 0 of left.Wrist.position.x: 1e39 is beyond the range of an f32"),
        (named("\"keys\": [[0,01]]"), "line 2, column 47: key 0 of left.Wrist.position.x: expected a number, found '0'"),
        (named("\"keys\": [[0,1],]"), "line 2, column 50: key 1 of left.Wrist.position.x: expected another item, found ']'"),
        (named("\"keys\": [[0,1,2,3,4,5,6]]"), "line 2, column 1: left.Wrist.position.x: full keys, where a recording of version 1.1 and layout mrtk has simple keys"),
        (named("\"kind\": \"boolean\", \"keys\": []"), "line 2, column 1: left.Wrist.position.x: boolean keys, where a recording of version 1.1 and layout mrtk has simple keys"),
        (named("\"kind\": \"bool\", \"keys\": []"), "line 2, column 43: left.Wrist.position.x: a kind is \"boolean\", \"simple\" or \"full\""),
        (named("\"pre_wrap\": 2147483648"), "line 2, column 47: left.Wrist.position.x: expected a wrap mode, found 2147483648"),
        (curve("{\"name\": \"left.Wrist\"}"), "line 2, column 10: curves[0]: no curve is named \"left.Wrist\": did you mean left.Wrist.position.x?"),
        (curve("{\"name\": \"left.tracked\", \"keys\": []},\n{\"name\": \"left.tracked\", \"keys\": []}"), "line 3, column 1: left.tracked: left.tracked is given twice"),
        ("{\"version\": \"1.1\", \"flags\": [0,0,0], \"curves\": [{\"name\": \"left.tracked\", \"keys\": []}]}".into(), "line 1, column 49: left.tracked: the flags exclude the track of this curve"),
        ("{\"version\": \"1.0\", \"flags\": [1,1,1], \"curves\": []}".into(), "line 1, column 29: version 1.0 always has camera and hands and never gaze: its flags are 1, 1, 0"),
        ("{\"version\": \"1.1\", \"flags\": [1,1], \"curves\": []}".into(), "line 1, column 34: there are three flags: camera, hands, gaze"),
        ("{\"version\": \"1.1\", \"flags\": [1,1,256]}".into(), "line 1, column 34: expected a byte, found 256"),
        ("{\"version\": \"1.1\", \"trailing\": \"x\"}".into(), "line 1, column 32: the trailing bytes are not base64"),
        ("{\"version\": \"1.1\", \"marker_list\": false, \"trailing\": \"AAAA\"}".into(), "line 1, column 54: trailing bytes are given, but marker_list is false"),
        ("{\"version\": \"1.1\", \"marker_list\": false, \"markers\": [{\"time_secs\": 0, \"name\": \"\"}]}".into(), "line 1, column 53: markers are given, but marker_list is false"),
        ("{\"version\": \"1.1\", \"markers\": [{\"name\": \"\"}]}".into(), "line 1, column 32: markers[0]: a marker without time_secs"),
        ("{\"version\": \"1.1\", \"markers\": [{\"name\": \"a\tb\"}]}".into(), "line 1, column 43: markers[0]: a control character in a string: write it as \\u00xx"),
        ("{\"version\": \"1.1\", \"markers\": [{\"name\": \"\\ud800\"}]}".into(), "line 1, column 43: markers[0]: no such escape in a string"),
        ("{\"version\": \"1.1\", \"markers\": [{\"name\": \"a".into(), "line 1, column 41: markers[0]: the string is not closed"),
        ("{\"version\": \"1.1\", \"markers\": [{\"time_secs\": 0, \"name\": \"\", \"length_bytes\": 6}]}".into(), "line 1, column 32: markers[0]: length_bytes of this name is from 1 to 5"),
    ] {
        assert_eq!(message(&text), expected, "{text}");
    }
}

#[test]
fn lines_are_counted_in_ndjson() {
    let text = "{\"version\": \"1.1\"}\n\n{\"name\": \"left.tracked\", \"keys\": [[0,1]]}\n{\"name\": \"left.pinching\", \"keys\": [[0,x]]}\n";
    let error = ndjson::read(text.as_bytes()).unwrap_err();
    let expected = "line 4, column 39: key 0 of left.pinching: expected a number, found 'x'";
    assert_eq!(error.to_string(), expected);
    assert_eq!(json::read(text.as_bytes()).unwrap_err().to_string(), expected);
}

#[test]
fn lines_that_were_cut_off_are_missed() {
    let mut text = Vec::new();
    let _ = ndjson::write(&reenact_make::demo(), &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (cut, _) = text.trim_end().rsplit_once('\n').unwrap();
    let expected = "line 1, column 84: gaze.direction.z is missing, but the flags include its track: add the curve without keys, or omit flags";
    assert_eq!(json::read(cut.as_bytes()).unwrap_err().to_string(), expected);
    assert_eq!(ndjson::read(cut.as_bytes()).unwrap_err().to_string(), expected);
}

#[test]
fn every_proper_prefix_is_refused() {
    let text = r#"{"version": "1.1", "layout": "mrtk", "marker_list": true, "trailing": "AAAA", "curves": [{"name": "left.tracked", "keys": [[0,1.5e-1],["NaN",1]]}], "markers": [{"time_secs": 0.5, "name": "\u00e9"}]}"#;
    assert!(json::read(text.as_bytes()).is_ok());
    for end in 0..text.len() {
        assert!(json::read(&text.as_bytes()[..end]).is_err(), "{}", &text[..end]);
    }
}

#[test]
fn deep_nesting_costs_an_error_and_no_stack() {
    let deep = "[".repeat(10_000_000);
    assert!(json::read(deep.as_bytes()).is_err());
    let inside = format!("{{\"version\": \"1.1\", \"curves\": {deep}");
    assert!(json::read(inside.as_bytes()).is_err());
}

#[test]
fn a_text_that_is_not_utf_8_is_refused() {
    let text = b"{\"version\": \"1.1\", \"markers\": [{\"time_secs\": 0, \"name\": \"a\xff\"}]}";
    let error = json::read(text).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 58: markers[0]: a string that is not UTF-8");
}
