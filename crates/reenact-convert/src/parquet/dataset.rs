//! Hive-partitioned dataset: a folder of tables with one file per recording.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use reenact::Recording;

use super::{Options, write};
use crate::Result;
use crate::tables::Table;

/// Folder of tables, each partitioned into one file per recording.
///
/// ```text
/// study/joints/recording=InputAnimation-1/joints.parquet
/// study/joints/recording=InputAnimation-2/joints.parquet
/// study/keys/recording=InputAnimation-1/keys.parquet
/// …
/// ```
///
/// Readers that support Hive partitioning read `study/joints` as one table with a column `recording`:
///
/// ```text
/// SELECT recording, avg(position_y_m) FROM read_parquet('study/joints/*/*.parquet', hive_partitioning = true) GROUP BY 1
/// ```
///
/// Recordings may be added from several threads at once.
#[derive(Debug, Clone)]
pub struct Dataset {
    folder: PathBuf,
    tables: Vec<Table>,
}

impl Dataset {
    /// Creates a dataset of some tables in a folder. The folder is created when the first recording is added.
    pub fn new(folder: impl Into<PathBuf>, tables: impl IntoIterator<Item = Table>) -> Self {
        Self { folder: folder.into(), tables: tables.into_iter().collect() }
    }

    /// Adds or replaces a recording, and returns the files written.
    ///
    /// Each file is written to a temporary file and renamed, so it is never incomplete.
    pub fn add(&self, recording: &Recording, options: &Options<'_>) -> Result<Vec<PathBuf>> {
        let options = Options { name_column: false, ..*options };
        let mut paths = Vec::new();
        for table in &self.tables {
            let folder = self.folder.join(path_in_dataset(*table, options.name));
            fs::create_dir_all(&folder)?;
            let path = folder.join(format!("{}.parquet", table.name()));
            // Readers ignore files that start with a dot.
            let unfinished = folder.join(format!(".{}.parquet.unfinished", table.name()));
            let written = write_file(&unfinished, *table, recording, &options)
                .and_then(|()| Ok(fs::rename(&unfinished, &path)?));
            if let Err(error) = written {
                // Cleanup; the original error is more useful than a failure to remove the file.
                _ = fs::remove_file(&unfinished);
                return Err(error);
            }
            paths.push(path);
        }
        Ok(paths)
    }
}

fn write_file(
    path: &Path,
    table: Table,
    recording: &Recording,
    options: &Options<'_>,
) -> Result<()> {
    let mut file = File::create(path)?;
    let _ = write(recording, table, options, &mut file)?;
    file.flush()?;
    file.sync_all()?;
    Ok(())
}

/// Folder of a recording in a dataset: `joints/recording=NAME`.
pub(crate) fn path_in_dataset(table: Table, name: &str) -> PathBuf {
    Path::new(table.name()).join(format!("recording={}", partition_name(name)))
}

/// Name of a recording as a partition: characters that a file system or reader could misinterpret are
/// percent-encoded, which readers decode.
pub fn partition_name(name: &str) -> String {
    if name.is_empty() {
        // Hive's name for a null partition.
        return "__HIVE_DEFAULT_PARTITION__".to_owned();
    }
    let mut folder = String::with_capacity(name.len());
    for c in name.chars() {
        let is_special = c.is_control() || "\"#%'*/:<=>?\\{}[]^|".contains(c);
        if is_special {
            folder.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")));
        } else {
            folder.push(c);
        }
    }
    folder
}
