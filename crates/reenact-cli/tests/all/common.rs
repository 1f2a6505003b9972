//! Runs the command in temporary folders.

use std::io::Write;
use std::path::{MAIN_SEPARATOR_STR, Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process};

use reenact::{Curve, CurveId, Form, PoseComponent, Recording, Tracks};

/// Output and exit code of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code().expect("not ended by a signal"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn with_code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}\n{}", String::from_utf8_lossy(&self.stdout));
        self
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.stdout).unwrap()
    }
}

/// Folder that is removed on drop.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("reenact-test-{}-{number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Folder with a recording of 2 s, `session.bin`, with gaze and both hands.
    pub(crate) fn with_session() -> Self {
        let folder = Self::new();
        folder.copy("recordings/v11_real_2s_asset.bin", "session.bin");
        folder
    }

    /// Folder with a recording that is large enough to be mapped, `large.bin`.
    #[cfg(unix)]
    pub(crate) fn with_large() -> Self {
        let folder = Self::new();
        let mut recording = Recording::new(Form::MRTK_1_1, Tracks::ALL).unwrap();
        for component in PoseComponent::ALL {
            let keys = (0_u16..u16::MAX).cycle().take(600_000).enumerate();
            let keys = keys.map(|(n, value)| (n as f32 / 60.0, f32::from(value)));
            recording.set_curve(CurveId::Camera(component), Curve::simple(keys)).unwrap();
        }
        folder.write("large.bin", &recording.to_bytes());
        assert!(fs::metadata(folder.path("large.bin")).unwrap().len() > 32 << 20);
        folder
    }

    /// Adds a minimal viewer page in `page`.
    pub(crate) fn add_page(&self) {
        fs::create_dir_all(self.path("page/assets")).unwrap();
        self.write("page/index.html", b"<html><head><!--SERVED--></head><body></body></html>");
        self.write("page/single.html", b"<html><body><!--RECORDINGS--><p>1</p></body></html>");
        self.write("page/assets/page.wasm", b"\0asm");
        self.write("page/assets/page.js", b"let x;");
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn copy(&self, from: &str, to: &str) {
        fs::copy(testdata(from), self.path(to)).unwrap();
    }

    /// Writes bytes compressed by gzip.
    pub(crate) fn write_gzip(&self, name: &str, bytes: &[u8]) {
        let file = fs::File::create(self.path(name)).unwrap();
        let mut encoder = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// Names of all files, including hidden ones.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_reenact"));
        self.settle(&mut command);
        command
    }

    /// Runs the command with arguments separated by blanks.
    pub(crate) fn run(&self, args: &str) -> Run {
        Run::of(self.command().args(args.split_whitespace()).output().unwrap())
    }

    /// Runs a line in the system's shell with `reenact` in the path. Pipes and redirections have the same syntax in all shells.
    pub(crate) fn shell(&self, line: &str) -> Run {
        Run::of(self.shell_command(line).output().unwrap())
    }

    pub(crate) fn shell_command(&self, line: &str) -> Command {
        let binary = std::path::absolute(env!("CARGO_BIN_EXE_reenact")).unwrap();
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(binary.parent().unwrap().to_owned());
        let path = env::join_paths(folders.chain(env::split_paths(&path))).unwrap();
        #[cfg(windows)]
        let mut command = {
            use std::os::windows::process::CommandExt;
            let mut command = Command::new("cmd");
            // Passed unescaped: cmd does not support the escapes of an argument.
            command.arg("/C").raw_arg(line);
            command
        };
        #[cfg(not(windows))]
        let mut command = {
            let mut command = Command::new("sh");
            command.args(["-c", line]);
            command
        };
        command.env("PATH", path);
        self.settle(&mut command);
        command
    }

    /// Sets the working folder, closes stdin, and removes variables that control colours, including `CI`.
    fn settle(&self, command: &mut Command) {
        command.current_dir(&self.0).stdin(Stdio::null());
        for variable in ["CI", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR", "REENACT_VIEWER"] {
            command.env_remove(variable);
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// Path with the separators of this system.
pub(crate) fn native(path: &str) -> String {
    path.replace('/', MAIN_SEPARATOR_STR)
}

/// File in `testdata`.
pub(crate) fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// All readable recordings in `testdata`.
pub(crate) fn corpus() -> Vec<PathBuf> {
    in_folders(&["recordings", "published", "odd"])
}

/// Recordings in some folders of `testdata`.
pub(crate) fn in_folders(folders: &[&str]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(testdata(folder)).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|ending| ending == "bin")));
    }
    files.sort();
    files.retain(|path| reenact::Recording::from_slice(&fs::read(path).unwrap()).is_ok());
    assert!(files.len() > 40);
    files
}

/// Subcommands that a help text lists.
pub(crate) fn verbs(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        // Added by clap; it only shows the help of the others.
        .filter(|&verb| verb != "help")
        .map(str::to_owned)
        .collect()
}
