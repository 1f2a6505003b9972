//! Stream of Arrow record batches, computed on demand.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::vec;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use reenact_convert::Error;
use reenact_file::lost_mappings;

use crate::opened::Opened;
use crate::tables::{Named, Request};
use crate::work::TRUNCATED;

/// Error, with the path of the file if it was opened here.
type Failure = (Error, Option<PathBuf>);

/// Batches of a table. Reading it does not need the GIL, so any thread of a consumer may do it.
pub(crate) struct Stream {
    request: Arc<Request>,
    sources: vec::IntoIter<Named>,
    /// Range of frames, keys or markers of each recording.
    range: Range<usize>,
    current: Option<Current>,
    /// First batch, if it was computed in advance.
    ahead: Option<RecordBatch>,
}

/// Recording that is being read.
struct Current {
    source: Named,
    opened: Opened,
    left: Range<usize>,
}

impl Stream {
    pub(crate) fn new(sources: Vec<Named>, request: Arc<Request>, range: Range<usize>) -> Self {
        Self { request, sources: sources.into_iter(), range, current: None, ahead: None }
    }

    /// Computes the first batch in advance.
    pub(crate) fn look_ahead(&mut self) -> Result<(), Failure> {
        self.ahead = self.piece()?;
        Ok(())
    }

    /// Next batch; `None` after the last.
    pub(crate) fn piece(&mut self) -> Result<Option<RecordBatch>, Failure> {
        if let Some(batch) = self.ahead.take() {
            return Ok(Some(batch));
        }
        loop {
            let Some(current) = &mut self.current else {
                let Some(source) = self.sources.next() else { return Ok(None) };
                self.current = Some(self.begin(source)?);
                continue;
            };
            if current.left.is_empty() {
                self.current = None;
                continue;
            }
            let start = current.left.start;
            let end = start.saturating_add(self.request.piece()).min(current.left.end);
            current.left.start = end;
            let Current { source, opened, .. } = current;
            let made = checked(opened, || self.request.batch(opened, &source.name, start..end));
            return made.map(Some).map_err(|error| (error, source.path().cloned()));
        }
    }

    fn begin(&self, source: Named) -> Result<Current, Failure> {
        let begun = source.open().and_then(|opened| {
            let units = self.request.units(&opened)?;
            let left = self.range.start.min(units)..self.range.end.min(units);
            Ok((opened, left))
        });
        match begun {
            Ok((opened, left)) => Ok(Current { source, opened, left }),
            Err(error) => Err((error, source.path().cloned())),
        }
    }
}

/// Fails if the file of a recording was truncated or written to before or during some work.
fn checked<T>(
    opened: &Opened,
    make: impl FnOnce() -> reenact_convert::Result<T>,
) -> reenact_convert::Result<T> {
    if let Some(watch) = opened.watch() {
        watch.check_bytes()?;
    }
    let lost_before = lost_mappings();
    let made = make();
    if lost_mappings() != lost_before {
        return Err(Error::Io(std::io::Error::other(TRUNCATED)));
    }
    made
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let piece = self.piece();
        piece
            .map_err(|(error, path)| {
                // No batch follows an error.
                (self.sources, self.current) = (Vec::new().into_iter(), None);
                let place = path.map(|path| format!(": {}", path.display())).unwrap_or_default();
                ArrowError::ExternalError(format!("{error}{place}").into())
            })
            .transpose()
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.request.schema)
    }
}
