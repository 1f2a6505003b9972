//! Description of the benchmark machine.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// Processor, memory, system, compiler and date, in one sentence.
pub(crate) fn describe() -> String {
    let cores = reenact_base::threads::cores();
    let cpu = field("/proc/cpuinfo", "model name", ':');
    let memory_kb = field("/proc/meminfo", "MemTotal", ':').and_then(|value| {
        value.split_whitespace().next().and_then(|number| number.parse::<f64>().ok())
    });
    let system = field("/etc/os-release", "PRETTY_NAME", '=').map(|name| name.replace('"', ""));
    let kernel = first_line("/proc/sys/kernel/osrelease");
    let load = first_line("/proc/loadavg")
        .and_then(|line| line.split_whitespace().next().map(str::to_owned));
    let unknown = || "unknown".to_owned();
    format!(
        "{}, {cores} cores, {} of memory, {} (kernel {}), {}, {}; load average at the start {}.",
        cpu.unwrap_or_else(unknown),
        memory_kb.map_or_else(unknown, |kb| format!("{:.0} GiB", kb / f64::from(1 << 20))),
        system.unwrap_or_else(|| std::env::consts::OS.to_owned()),
        kernel.unwrap_or_else(unknown),
        rustc().unwrap_or_else(|| "unknown compiler".to_owned()),
        today(),
        load.unwrap_or_else(unknown),
    )
}

fn field(path: &str, name: &str, separator: char) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let is_it = |(key, value): (&str, &str)| (key.trim() == name).then(|| value.trim().to_owned());
    text.lines().filter_map(|line| line.split_once(separator)).find_map(is_it)
}

fn first_line(path: &str) -> Option<String> {
    Some(fs::read_to_string(path).ok()?.lines().next()?.trim().to_owned())
}

fn rustc() -> Option<String> {
    let output = Command::new("rustc").arg("--version").output().ok()?;
    let line = String::from_utf8(output.stdout).ok()?;
    let mut words = line.split_whitespace();
    Some(format!("{} {}", words.next()?, words.next()?))
}

fn today() -> String {
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs() / 86_400);
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02}")
}

/// Calendar date of a number of days after 1970-01-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut rest) = (1970, days);
    loop {
        let len = if is_leap(year) { 366 } else { 365 };
        if rest < len {
            break;
        }
        rest -= len;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for len in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if rest < len {
            break;
        }
        rest -= len;
        month += 1;
    }
    (year, month, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_become_dates() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_453, (2025, 12, 31)),
        ] {
            assert_eq!(civil(days), date);
        }
    }
}
