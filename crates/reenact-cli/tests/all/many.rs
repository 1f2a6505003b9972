//! Batches of many files: parallel, in order, with little memory.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::common::Folder;

/// Measured threads, memory and time of a run.
#[derive(Debug)]
struct Cost {
    wall_secs: f64,
    cpu_secs: f64,
    peak_kib: u64,
    threads: u64,
}

/// Waits for a run and samples its cost meanwhile.
fn measure(mut child: Child) -> Cost {
    let start = Instant::now();
    let mut cost = Cost { wall_secs: 0.0, cpu_secs: 0.0, peak_kib: 0, threads: 0 };
    let proc = format!("/proc/{}", child.id());
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(matches!(status.code(), Some(0 | 3)));
            cost.wall_secs = start.elapsed().as_secs_f64();
            return cost;
        }
        let status = fs::read_to_string(format!("{proc}/status")).unwrap_or_default();
        let field = |name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
        };
        cost.peak_kib = cost.peak_kib.max(field("VmHWM:"));
        cost.threads = cost.threads.max(field("Threads:"));
        let stat = fs::read_to_string(format!("{proc}/stat")).unwrap_or_default();
        // After the name in brackets, user and system time are the 12th and 13th, in ticks of 10 ms.
        let ticks = stat.rsplit_once(") ").map(|(_, rest)| {
            let ticks = rest.split(' ').skip(11).take(2).filter_map(|n| n.parse::<f64>().ok());
            ticks.sum::<f64>()
        });
        cost.cpu_secs = cost.cpu_secs.max(ticks.unwrap_or(0.0) / 100.0);
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn run_on(count: usize, args: &str) -> Cost {
    let folder = Folder::new();
    fs::create_dir(folder.path("all")).unwrap();
    folder.copy("recordings/v11_real_2s_lossless.bin", "one.bin");
    for n in 0..count {
        fs::hard_link(folder.path("one.bin"), folder.path(&format!("all/{n:04}.bin"))).unwrap();
    }
    let mut command = folder.command();
    command.args(args.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    measure(command.spawn().unwrap())
}

#[test]
fn many_files_are_worked_on_by_all_cores_in_flat_memory() {
    // Enough files for a run that is long enough to be measured.
    for (args, count) in [
        ("convert all out --to json", 120),
        ("stats all", 120),
        ("doctor all --structure-only", 1800),
    ] {
        // A short run may end before it was measured fully, so there are several.
        let few = (0..5).map(|_| run_on(count / 15, args));
        let few = few.max_by_key(|cost| cost.peak_kib).unwrap();
        let many = run_on(count, args);
        assert!(many.peak_kib < few.peak_kib + few.peak_kib / 2 + 8192, "{args}: {few:?} {many:?}");
        let cores = std::thread::available_parallelism().unwrap().get() as u64;
        // The main thread waits for the others. Their share of the cores depends on the system.
        assert!(many.threads > cores, "{args}: {many:?}");
        println!("{args}: {:.2} of {cores} cores", many.cpu_secs / many.wall_secs);
    }
}

#[test]
fn results_come_in_the_order_of_the_files() {
    let folder = Folder::new();
    fs::create_dir(folder.path("all")).unwrap();
    for n in 0..60 {
        // Every seventh file takes much longer.
        let from = if n % 7 == 0 { "v11_real_30s_asset.bin" } else { "v11_sub_camera.bin" };
        folder.copy(&format!("recordings/{from}"), &format!("all/{n:02}.bin"));
    }
    let documents = folder.run("info all --json").with_code(0).json();
    let names: Vec<String> = (0..60).map(|n| format!("all/{n:02}.bin")).collect();
    let found: Vec<&str> =
        documents.as_array().unwrap().iter().map(|d| d["file"].as_str().unwrap()).collect();
    assert_eq!(found, names);
    let reports = folder.run("resample all --rate 10 -o out --json");
    let found: Vec<String> =
        reports.json().as_array().unwrap().iter().map(|d| d["output"].to_string()).collect();
    assert_eq!(found.len(), 60);
    assert!(found.is_sorted());
}

#[test]
fn of_a_folder_nothing_that_may_be_a_recording_is_passed_over() {
    let folder = Folder::new();
    fs::create_dir(folder.path("all")).unwrap();
    folder.copy("recordings/v11_real_2s_asset.bin", "all/whole.bin");
    folder.write("all/empty.bin", b"");
    folder.write("all/cut.bin", &folder.read("all/whole.bin")[..5]);
    folder.write("all/firmware.bin", b"something else");
    let run = folder.run("info all --json").with_code(3);
    for name in ["empty.bin", "cut.bin"] {
        assert!(run.stderr.contains(name), "{name}: {}", run.stderr);
    }
    assert!(!run.stderr.contains("firmware.bin"), "{}", run.stderr);
    let codes: Vec<_> = (0..3).map(|n| run.json()[n]["error"]["code"].clone()).collect();
    assert_eq!(codes, ["truncated".into(), "empty-file".into(), serde_json::Value::Null]);

    // If some files are readable, exit code 3; if none is, 1.
    folder.run("doctor all").with_code(3);
    fs::remove_file(folder.path("all/whole.bin")).unwrap();
    folder.run("doctor all").with_code(1);
    folder.run("doctor all --json").with_code(1);
}
