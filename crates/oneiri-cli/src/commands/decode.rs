//! `oneiri decode`: percent-decodes text to bytes.

use oneiri::percent;
use std::fmt::Write;

use crate::args::{Texts, UsageError};
use crate::commands::{Command, Job};
use crate::output::{Answers, Fault, Item, json::Decoded};

/// Percent-decode each text
///
/// Decodes every escape, even those of reserved characters. A % that is not
/// followed by two hex digits is kept. The bytes are written as they are, whether
/// or not they are UTF-8, with a line feed after them. Split an identifier into
/// components before you decode them: as a whole it may decode to something with
/// another meaning.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri decode ros%C3%A9%20%26%20th%C3%A9
  oneiri decode --strict '100%'"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Texts,

    /// Refuse a % that begins no escape
    #[arg(long)]
    strict: bool,
}

impl Command for Args {
    fn job(self, _: bool) -> Result<Job, UsageError> {
        let (hint, source) = (self.input.hint(), self.input.source());
        Ok(Job::new(move |session| {
            hint.iter().for_each(|hint| session.sum_up(hint));
            source.each(session, move |item, answers| {
                decode(item, self.strict, answers);
            })
        }))
    }
}

fn decode(item: &Item<'_>, strict: bool, answers: &mut Answers) {
    let decoded = item.text().and_then(|text| {
        if !strict {
            return Ok((text, percent::decode(text)));
        }
        // The library's error names the component of an identifier. This text is not an identifier.
        let octets = percent::decode_strict(text).map_err(|error| Fault { component: None, ..error.into() })?;
        Ok((text, octets))
    });
    match decoded {
        Err(fault) => answers.refuse(item, &fault),
        Ok((text, octets)) if answers.json() => {
            let output = std::str::from_utf8(&octets).ok();
            let output_hex = output.is_none().then(|| hex(&octets));
            answers.record(item, text, Decoded { output, output_hex });
        }
        Ok((_, octets)) => answers.line(&octets),
    }
}

fn hex(octets: &[u8]) -> String {
    octets.iter().fold(String::with_capacity(2 * octets.len()), |mut out, octet| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{octet:02x}");
        out
    })
}
