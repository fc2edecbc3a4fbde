//! `oneiri encode` and `oneiri decode`: percent-encoding, and its inverse.

use oneiri::{Alphabet, percent};

use crate::args::{Texts, UsageError};
use crate::commands::{Command, Job};
use crate::output::{Fault, json::Decoded};

/// Percent-encode each text, as one component of a URL
///
/// ASCII letters, digits and - . _ ~ stay, and so do the characters of --safe. All
/// others are encoded as UTF-8, and each byte is escaped. A % becomes %25, even if
/// it begins an escape.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/encode.txt"))]
pub(crate) struct Encode {
    #[command(flatten)]
    input: Texts,

    /// ASCII characters to leave as they are
    #[arg(long, value_name = "CHARS", default_value = "", hide_default_value = true)]
    safe: String,
}

impl Command for Encode {
    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let safe = percent::SafeSet::of(&self.safe);
        Ok(self.input.plan().transform(move |text, output| {
            output.push_str(&percent::encode(text, &safe));
            Ok(())
        }))
    }
}

/// Percent-decode each text
///
/// Decodes every escape, even those of reserved characters. A % that is not
/// followed by two hex digits is kept. The bytes are written as they are, whether
/// or not they are UTF-8, with a line feed after them. Split an identifier into
/// components before you decode them: as a whole it may decode to something with
/// another meaning.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/decode.txt"))]
pub(crate) struct Decode {
    #[command(flatten)]
    input: Texts,

    /// A % that begins no escape is invalid
    #[arg(long)]
    strict: bool,
}

impl Command for Decode {
    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let Self { input, strict } = self;
        Ok(input.plan().each_text(move |item, text, answers| {
            let octets = if strict {
                // The library's error names the component of an identifier. This text is not an identifier.
                percent::decode_strict(text).map_err(|error| Fault { component: None, ..error.into() })?
            } else {
                percent::decode(text)
            };
            if answers.style.json {
                let output = std::str::from_utf8(&octets).ok();
                let hex = || octets.iter().map(|octet| format!("{octet:02x}")).collect();
                let output_hex = output.is_none().then(hex);
                answers.record(item, text, Decoded { output, output_hex });
            } else {
                answers.line(&octets);
            }
            Ok(())
        }))
    }
}
