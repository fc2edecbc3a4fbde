//! `oneiri convert`: converts between IRIs and URIs.

use clap::ValueEnum;
use oneiri::{Alphabet, Ascii, MaybeScheme, Normalization, Unicode};

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::comparison::{self, Grammar};

/// Convert each URL to a URI or to an IRI
///
/// To a URI: characters that are not ASCII are percent-encoded, and nothing else
/// changes (RFC 3987 section 3.1). To an IRI: escapes are decoded where an IRI may
/// hold the character (section 3.2). Escapes of reserved characters, of bytes that
/// are not UTF-8 and of direction controls stay.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/convert.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// What to convert to
    #[arg(long, value_name = "KIND")]
    to: Kind,

    #[command(flatten)]
    grammar: Grammar,

    #[command(flatten)]
    written: Written,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Uri,
    Iri,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let (how, to) = (self.grammar.how, self.to);
        let plan = self.input.plan(self.written, Writes::Answers, json)?;
        if self.grammar.uri {
            return Ok(plan.transform(move |text, output| {
                let uri = comparison::parse::<Ascii, MaybeScheme>(text, how)?;
                match to {
                    Kind::Uri => output.push_str(uri.as_str()),
                    Kind::Iri => output.push_str(uri.to_iri().as_str()),
                }
                Ok(())
            }));
        }
        Ok(plan.transform(move |text, output| {
            let iri = comparison::parse::<Unicode, MaybeScheme>(text, how)?;
            match to {
                Kind::Uri => output.push_str(iri.to_uri().as_str()),
                // An IRI is converted to an IRI by decoding the escapes that it need not have.
                Kind::Iri => output.push_str(iri.normalize_steps(Normalization::ESCAPE).as_str()),
            }
            Ok(())
        }))
    }
}
