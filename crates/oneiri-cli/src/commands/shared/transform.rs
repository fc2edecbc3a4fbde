//! The loop of every command that turns each item into a text.

use crate::input::source::Source;
use crate::output::fault::Fault;
use crate::output::json::Output;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Calls `change` for each item, which appends its answer to the string. Writes the answer, or the
/// refusal.
pub(crate) fn each(
    source: Source,
    session: &mut Session,
    mut change: impl FnMut(&str, &mut String) -> Result<(), Fault>,
) -> Flow {
    let mut output = String::new();
    source.each(session, |session, item| {
        output.clear();
        match item.text().and_then(|text| change(text, &mut output).map(|()| text)) {
            Err(fault) => session.refuse(item, &fault),
            Ok(text) if session.json() => session.record(item, text, Output { output: &output }),
            Ok(_) => session.line(output.as_bytes()),
        }
    })
}
