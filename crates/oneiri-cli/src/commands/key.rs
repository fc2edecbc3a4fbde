//! `oneiri key`: prints keys for sorting and joining. `docs/fingerprint.md` says what each kind of key
//! loses.

use std::ops::Range;

use clap::ValueEnum;
use oneiri::{Alphabet, Component, Rung, SCHEME_RULES_VERSION, keys};

use crate::args::{Records, UsageError, Writes, Written};
use crate::assume::Assume;
use crate::commands::{Command, Job};
use crate::output::Fault;

/// Print a key for each URL, to sort or to join by
///
/// The key is made of the normal form at the rung, or with --rung string of the
/// text as it is. If sort keys are sorted by bytes (LC_ALL=C sort), the identifiers
/// of a domain come together.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/key.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// The kind of key
    #[arg(long, value_name = "KIND", default_value = "sort")]
    kind: Kind,

    /// Turn sort keys back into identifiers
    ///
    /// What a key stands for does not depend on a rung, so options that say
    /// how URLs are read and compared cannot be used with it
    #[arg(long, verbatim_doc_comment)]
    #[arg(conflicts_with_all = ["rung", "ignore_fragment", "idna", "urn_names", "base", "evidence"])]
    #[arg(conflicts_with_all = ["lenient", "absolute", "assume"])]
    invert: bool,

    #[command(flatten)]
    comparison: Assume,

    #[command(flatten)]
    written: Written,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Host labels in reverse order, then the rest
    Sort,
    /// XXH3-128 in hexadecimal digits
    Fingerprint,
    /// As web archives sort: lower case, reversed host labels
    Surt,
    /// As DPoP compares (RFC 9449): without query and fragment
    Htu,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if self.invert && self.kind != Kind::Sort {
            return Err(UsageError::conflict(
                "--invert works only with sort keys, because other keys lose information",
            ));
        }
        let unread = self.comparison.comparison::<A>()?;
        let plan = self.input.lists("key")?.plan(self.written, Writes::Answers, json)?;
        // Below this rung a key depends on no rules that could change, and an identifier is no key.
        let has_rules = !self.invert && unread.comparison.rung >= Rung::Scheme;
        let rules = has_rules.then_some(SCHEME_RULES_VERSION);
        let read = move |session: &mut _| unread.read(session);
        Ok(plan.transform_by(read, rules, move |comparison, text, output| {
            if self.invert {
                return invert::<A>(text, output);
            }
            let (mut buffer, mut changed) = (String::new(), String::new());
            let identifier = comparison.read(text, &mut buffer)?;
            let normal = comparison.form(&comparison.ladder(), &identifier.as_borrowed(), &mut changed);
            let normal = normal.as_borrowed();
            match self.kind {
                Kind::Sort => output.push_str(&keys::sort_key(&normal)),
                Kind::Fingerprint => output.push_str(&normal.normal_at(Rung::String).fingerprint().to_string()),
                Kind::Surt => output.push_str(&keys::surt(&normal)),
                Kind::Htu => {
                    let end = normal.range(Component::Path).map_or(0, |path| path.end);
                    output.push_str(&normal.as_str()[..end]);
                }
            }
            Ok(())
        }))
    }
}

fn invert<A: Alphabet>(key: &str, identifier: &mut String) -> Result<(), Fault> {
    let inverted = keys::from_sort_key::<A>(key).map_err(|error| {
        let Range { start, end } = error.range();
        match error.syntax() {
            Some(syntax) => Fault { start, end, ..Fault::from(*syntax) },
            None => Fault::plain(start, end, error.to_string()),
        }
    })?;
    identifier.push_str(inverted.as_str());
    Ok(())
}
