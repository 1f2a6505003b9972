//! Recordings and cases of the conformance matrix.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reenact::hand::Side;
use reenact::{Curve, CurveId, Marker, Mode, Named, Recording};
use reenact_convert::tables::Table;
use reenact_convert::{Axes, Format, HandsbinVersion, Origin, Profile, Rig, Setting, Unit};
use serde_json::{Map, Value, json};

/// Recordings in testdata: all versions, unusual, damaged, and in other formats.
const RECORDINGS: [&str; 19] = [
    "recordings/v11_real_2s_asset.bin",
    "recordings/v11_m272_real_2s_asset.bin",
    "recordings/v11_edge_left_never.bin",
    "recordings/v10_synth_wrap.bin",
    "published/all_tracks.bin",
    "published/no_keys.bin",
    "odd/times.bin",
    "odd/before_zero.bin",
    "odd/values.bin",
    "odd/trailing_100.bin",
    "odd/marker_text.bin",
    "odd/marker_order.bin",
    "odd/empty.bin",
    "odd/v1_2.bin",
    "drafts/a_markers.bin",
    "fork/f1.bin",
    "fork/text_t10.bin",
    "handsbin/v1_both_90.handsbin",
    "handsbin/v2_gestures.handsbin",
];

/// Recordings on which every value of every option is tried.
const FOR_OPTIONS: [&str; 4] =
    ["v11_real_2s_asset.bin", "nan_marker.bin", "v10_synth_wrap.bin", "v2_gestures.handsbin"];

/// Second recording of operations that need two.
const OTHER: &str = "v11_edge_left_never.bin";

/// One operation or conversion of one recording.
pub(super) struct Case {
    pub(super) id: String,
    /// Subcommand.
    pub(super) verb: String,
    /// Arguments, without input and output.
    pub(super) words: Vec<String>,
    pub(super) input: Option<PathBuf>,
    pub(super) other: PathBuf,
    /// Name of the output.
    pub(super) output: String,
    pub(super) conversion: Option<(Format, Map<String, Value>)>,
    pub(super) python_call: Option<Value>,
    pub(super) wasm_call: Option<Value>,
}

impl Case {
    /// Names of the given options.
    pub(super) fn flags(&self) -> impl Iterator<Item = &str> {
        let options = self.words.iter().filter_map(|word| word.strip_prefix("--"));
        options.map(|option| option.split_once('=').map_or(option, |(name, _)| name))
    }

    pub(super) fn title(&self) -> String {
        let input = self.input.as_deref().and_then(Path::file_name).unwrap_or_default();
        format!("{} `{}` of {}", self.id, self.words.join(" "), input.to_string_lossy())
    }

    /// Fields common to all drivers.
    fn common(&self) -> Map<String, Value> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut call = Map::new();
        call.insert("id".into(), json!(self.id));
        call.insert("output".into(), json!(self.output));
        call.insert("other".into(), json!(text(&self.other)));
        if let Some(input) = &self.input {
            call.insert("input".into(), json!(text(input)));
            let name = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
            call.insert("name".into(), json!(name));
        }
        call.insert("options".into(), json!({}));
        if let Some((format, options)) = &self.conversion {
            call.insert("call".into(), json!("convert"));
            call.insert("format".into(), json!(format.name()));
            call.insert("options".into(), json!(options));
        }
        call
    }

    /// Call of the Python package.
    pub(super) fn python(&self) -> Option<Value> {
        let mut call = self.common();
        if self.conversion.is_none() {
            let given = self.python_call.as_ref()?;
            call.insert("call".into(), given.get(0)?.clone());
            call.insert("options".into(), given.get(1).cloned().unwrap_or_else(|| json!({})));
        }
        Some(Value::Object(call))
    }

    /// Call of the WebAssembly module.
    pub(super) fn wasm(&self) -> Option<Value> {
        let mut call = self.common();
        if self.conversion.is_none() {
            let given = self.wasm_call.as_ref()?.as_array()?;
            call.insert("call".into(), given.first()?.clone());
            let args: Vec<Value> = given.iter().skip(1).cloned().collect();
            call.insert("args".into(), args.into());
        }
        Some(Value::Object(call))
    }
}

/// Copies the recordings to a folder.
pub(super) fn inputs(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{error}: {}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let mut found = Vec::new();
    for recording in RECORDINGS {
        let source = Path::new("testdata").join(recording);
        let target = folder.join(source.file_name().unwrap_or_default());
        fs::copy(&source, &target).map_err(|error| format!("{error}: {}", source.display()))?;
        found.push(target);
    }
    for (name, bytes) in made()? {
        let target = folder.join(name);
        fs::write(&target, bytes).map_err(failed)?;
        found.push(target);
    }
    Ok(found)
}

/// Synthetic recordings, which testdata lacks.
fn made() -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let text = |error: reenact::Error| error.to_string();
    let options = reenact_make::Options { seconds: 1.0, ..reenact_make::Options::default() };
    let whole = reenact_make::make(&options).map_err(text)?;
    let mut marked = whole.clone();
    let markers = [(0.25, "start"), (f32::NAN, "=1+1")];
    let markers = markers.map(|(time_secs, name)| Marker::new(time_secs, name));
    marked.set_markers(markers).map_err(text)?;
    let mut cut = whole.to_bytes();
    cut.truncate(cut.len() / 2);
    let mut json = Vec::new();
    _ = reenact_convert::json::write(&whole, &mut json).map_err(|error| error.to_string())?;
    let positions = without_rotations(whole).map_err(text)?;
    Ok(vec![
        ("nan_marker.bin", marked.to_bytes()),
        ("positions_only.bin", positions.to_bytes()),
        ("cut.bin", cut),
        ("made.json", json),
        ("wrong.json", b"{\"version\": \"1.1\", \"curves\": 3}".to_vec()),
        ("text.bin", b"no recording".to_vec()),
    ])
}

fn without_rotations(mut recording: Recording) -> reenact::Result<Recording> {
    let is_rotation = |id: &CurveId| id.to_string().contains(".rotation.");
    let rotations: Vec<CurveId> =
        recording.curves().map(|(id, _)| id).filter(is_rotation).collect();
    for id in rotations {
        let kind = recording.curve(id).map(Curve::kind);
        if let Some(kind) = kind {
            recording.set_curve(id, Curve::empty(kind))?;
        }
    }
    Ok(recording)
}

/// All cases, numbered.
pub(super) fn all(inputs: &[PathBuf]) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let named = |name: &str| inputs.iter().find(|input| input.ends_with(name));
    let other = named(OTHER).cloned().ok_or("the second recording is missing")?;
    for format in Format::ALL {
        let sets = option_sets(format)?;
        for input in inputs {
            let is_for_all = FOR_OPTIONS.iter().any(|name| input.ends_with(name));
            let count = if is_for_all { sets.len() } else { 1 };
            for options in sets.iter().take(count) {
                cases.push(conversion(format, options.clone(), input, &other));
            }
        }
    }
    for operation in operations()? {
        let is_make = operation.verb == "make";
        let on: Vec<Option<&PathBuf>> =
            if is_make { vec![None] } else { inputs.iter().map(Some).collect() };
        for input in on {
            cases.push(Case {
                id: String::new(),
                verb: operation.verb.clone(),
                words: operation.words.clone(),
                input: input.cloned(),
                other: other.clone(),
                output: "out.bin".to_owned(),
                conversion: None,
                python_call: operation.python.clone(),
                wasm_call: operation.wasm.clone(),
            });
        }
    }
    for (number, case) in cases.iter_mut().enumerate() {
        case.id = format!("{number:04}");
    }
    Ok(cases)
}

fn conversion(format: Format, options: Map<String, Value>, input: &Path, other: &Path) -> Case {
    let mut words = vec!["convert".to_owned(), "--to".to_owned(), format.name().to_owned()];
    for (name, value) in &options {
        let flag = format!("--{}", flag(name));
        match value {
            Value::Bool(is_on) => words.extend(is_on.then_some(flag)),
            Value::String(text) => words.push(format!("{flag}={text}")),
            other => words.push(format!("{flag}={other}")),
        }
    }
    let ending = format.endings().first().map(|ending| format!(".{ending}"));
    Case {
        id: String::new(),
        verb: "convert".to_owned(),
        words,
        input: Some(input.to_owned()),
        other: other.to_owned(),
        output: format!("out{}", ending.unwrap_or_default()),
        conversion: Some((format, options)),
        python_call: None,
        wasm_call: None,
    }
}

/// Command-line option for an option of a format.
pub(super) fn flag(option: &str) -> String {
    match option {
        "at_secs" => "at".to_owned(),
        "rate_hz" => "rate".to_owned(),
        "axes" => "for".to_owned(),
        name => name.replace('_', "-"),
    }
}

/// Sets of options of a format: only the required ones, then each option with each of its values.
fn option_sets(format: Format) -> Result<Vec<Map<String, Value>>, String> {
    let required = format.required();
    let mut base = Map::new();
    if let Some(option) = required {
        let value = values(option)?.into_iter().next().ok_or("an option without a value")?;
        base.insert(option.name().to_owned(), value);
    }
    let mut sets = vec![base.clone()];
    for &option in format.options() {
        if required == Some(option) {
            sets.push(Map::new());
        }
        for value in values(option)? {
            let mut set = base.clone();
            set.insert(option.name().to_owned(), value);
            sets.push(set);
        }
    }
    // Two options together: rates apply to every table.
    if format.options().contains(&Setting::Table) {
        for table in Table::VALUES {
            let mut set = base.clone();
            set.insert(Setting::Table.name().to_owned(), json!(table.name()));
            set.insert(Setting::Rate.name().to_owned(), json!(7.5));
            sets.push(set);
        }
    }
    Ok(sets)
}

/// Values of an option to try: all names and an unknown one, or numbers inside and outside its range.
fn values(option: Setting) -> Result<Vec<Value>, String> {
    Ok(match option {
        Setting::Table => names::<Table>(),
        Setting::Mode => names::<Mode>(),
        Setting::Axes => names::<Axes>(),
        Setting::Profile => names::<Profile>(),
        Setting::Rig => names::<Rig>(),
        Setting::Unit => names::<Unit>(),
        Setting::Hand => names::<Side>(),
        Setting::HandsbinVersion => names::<HandsbinVersion>(),
        Setting::Origin => names::<Origin>(),
        Setting::Rate => vec![json!(30), json!(0), json!(-1), json!(1e9)],
        Setting::MaxFrames => vec![json!(1000), json!(3), json!(0)],
        Setting::At => vec![json!(0.5), json!(-1), json!(1e9)],
        Setting::Reference => vec![json!("Wrist"), json!("Elbow")],
        Setting::Subject | Setting::Session | Setting::Task => {
            vec![json!("one"), json!("a b"), json!("")]
        }
        Setting::KeyTimes => vec![json!(true), json!(false)],
        other => {
            return Err(format!(
                "xtask/src/conformance/cases.rs has no values of the option {}",
                other.name()
            ));
        }
    })
}

fn names<T: Named>() -> Vec<Value> {
    let names = T::VALUES.iter().map(|value| value.name());
    names.chain(["wrong"]).map(Value::from).collect()
}

struct Operation {
    verb: String,
    words: Vec<String>,
    python: Option<Value>,
    wasm: Option<Value>,
}

fn operations() -> Result<Vec<Operation>, String> {
    let text = include_str!("operations.json");
    let list: Vec<BTreeMap<String, Value>> =
        serde_json::from_str(text).map_err(|error| format!("operations.json: {error}"))?;
    let operation = |mut entry: BTreeMap<String, Value>| {
        let line = entry.get("command").and_then(Value::as_str).unwrap_or_default();
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let verb = words.iter().take_while(|word| !word.starts_with('-') && *word != "OTHER");
        let verb = verb.cloned().collect::<Vec<_>>().join(" ");
        Operation { verb, words, python: entry.remove("python"), wasm: entry.remove("wasm") }
    };
    Ok(list.into_iter().map(operation).collect())
}
