//! `oneiri decode`: percent-decode text to the bytes it stands for.

use oneiri::percent;
use std::fmt::Write;

use crate::commands::shared::sources::Texts;
use crate::output::fault::Fault;
use crate::output::json::Decoded;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// Percent-decode each text
///
/// Every escape is decoded, reserved characters included, and a % that begins no
/// escape stays. The bytes are written as they come out, be they UTF-8 or not, and
/// a line feed after them. Take an identifier apart first, then decode its parts: a
/// decoded whole may mean something else.
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

pub(crate) fn run(args: Args, session: &mut Session) -> Flow {
    args.input.source().each(session, |session, item| {
        let decoded = item.text().and_then(|text| {
            if args.strict {
                // The library speaks of identifiers here; this text is not one.
                let octets = percent::decode_strict(text)
                    .map_err(|error| Fault { component: None, ..error.into() })?;
                Ok((text, octets))
            } else {
                Ok((text, percent::decode(text)))
            }
        });
        match decoded {
            Err(fault) => session.refuse(item, &fault),
            Ok((text, octets)) if session.json() => {
                let output = std::str::from_utf8(&octets).ok();
                let output_hex = output.is_none().then(|| hex(&octets));
                session.record(item, text, Decoded { output, output_hex })
            }
            Ok((_, octets)) => session.line(&octets),
        }
    })
}

fn hex(octets: &[u8]) -> String {
    octets.iter().fold(String::with_capacity(2 * octets.len()), |mut out, octet| {
        // Writing to a String cannot fail.
        let _ = write!(out, "{octet:02x}");
        out
    })
}
