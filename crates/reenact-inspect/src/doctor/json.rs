//! Reports as the JSON of `reenact doctor --json`, without the file's name, which the caller knows.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::report::{Finding, Report};

impl Serialize for Report {
    /// `{"writer", "evidence", "findings", "ignored", "fail_on", "passed"}`; no number in it is NaN or infinite.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Report", 6)?;
        out.serialize_field("writer", &self.writer.as_ref().map(|writer| &writer.name))?;
        let evidence = self.writer.as_ref().map_or(&[][..], |writer| &writer.evidence);
        out.serialize_field("evidence", evidence)?;
        out.serialize_field("findings", &self.findings)?;
        out.serialize_field("ignored", &self.ignored)?;
        out.serialize_field("fail_on", self.fail_on().name())?;
        out.serialize_field("passed", &self.passes())?;
        out.end()
    }
}

impl Serialize for Finding {
    /// `{"code", "severity", "where", "count", "offset", "from_secs", "to_secs", "message", "repair"}`; what is not
    /// known is `null`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Finding", 9)?;
        out.serialize_field("code", self.code.name())?;
        out.serialize_field("severity", self.severity.name())?;
        out.serialize_field("where", &self.place.at.to_string())?;
        out.serialize_field("count", &self.count)?;
        out.serialize_field("offset", &self.place.offset)?;
        let (from, to) = self.place.span_secs.unzip();
        out.serialize_field("from_secs", &from)?;
        out.serialize_field("to_secs", &to)?;
        out.serialize_field("message", &self.message)?;
        out.serialize_field("repair", self.mend.name())?;
        out.end()
    }
}
