//! `oneiri encode`: percent-encodes text.

use oneiri::percent;

use crate::args::{Texts, UsageError};
use crate::commands::{Command, Job};

/// Percent-encode each text, as one component of a URL
///
/// ASCII letters, digits and - . _ ~ stay, and so do the characters of --safe. All
/// others are encoded as UTF-8, and each byte is escaped. A % becomes %25, even if
/// it begins an escape.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri encode 'rosé & thé'
  oneiri encode --safe / 'docs/a b'"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Texts,

    /// ASCII characters to leave as they are
    #[arg(long, value_name = "CHARS", default_value = "", hide_default_value = true)]
    safe: String,
}

impl Command for Args {
    fn job(self, _: bool) -> Result<Job, UsageError> {
        let (hint, source) = (self.input.hint(), self.input.source());
        Ok(Job::new(move |session| {
            hint.iter().for_each(|hint| session.sum_up(hint));
            source.transform(session, move |text, output| {
                output.push_str(&percent::encode(text, &percent::SafeSet::of(&self.safe)));
                Ok(())
            })
        }))
    }
}
