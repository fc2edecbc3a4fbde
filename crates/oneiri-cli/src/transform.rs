//! What every command does that turns a text into another: one line in, one line out.

use crate::input::Source;
use crate::json::Output;
use crate::session::{Fault, Flow, Session};

/// Writes what `change` appends to its second argument for each line, or why it refused the line.
pub(crate) fn each(
    source: Source,
    session: &mut Session,
    mut change: impl FnMut(&str, &mut String) -> Result<(), Fault>,
) -> Flow {
    let mut output = String::new();
    source.each(session, |session, line| {
        output.clear();
        match line.text().and_then(|text| change(text, &mut output).map(|()| text)) {
            Err(fault) => session.refuse(line, &fault),
            Ok(text) if session.json() => session.record(line, text, Output { output: &output }),
            Ok(_) => session.line(output.as_bytes()),
        }
    })
}
