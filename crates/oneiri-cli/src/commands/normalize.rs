//! `oneiri normalize`: prints normal forms.

use clap::ValueEnum;
use oneiri::{Alphabet, Normalization, Ri, Rung};
use oneiri_lint::assume::{Trackers, without};

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::comparison::ComparisonArgs;

/// Print the normal form of each URL
///
/// Four steps: decode unneeded escapes (%7e is ~, %c3%a9 is é in an IRI, %C3%A9 in
/// a URI), fold the letter case of scheme and host, remove dot segments, and apply
/// the rules of the scheme: for example, http leaves out its default port, and its
/// empty path is "/". A port loses leading zeros, and an empty port its colon.
/// Escapes of reserved characters are never decoded, and relative references keep
/// their dot segments. With --rung path, the rules of the scheme are not applied.
///
/// Names of N-Triples and N-Quads, and the addresses of sitemaps, change only if
/// --format says nt, nq or sitemap. To repair invalid names, use `oneiri fix`.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/normalize.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    #[command(flatten)]
    comparison: ComparisonArgs,

    /// Only these steps, separated by commas (ports do not change)
    #[arg(long, value_name = "STEPS", value_delimiter = ',', conflicts_with = "rung")]
    only: Vec<Step>,

    /// Remove the parameters that only track
    #[arg(long, value_name = "WHAT")]
    drop: Option<Drop>,

    #[command(flatten)]
    written: Written,
}

/// What is removed although every standard keeps it.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Drop {
    /// The parameters of the list trackers@1, such as utm_source
    Trackers,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// Letter case of scheme and host, and of the digits of escapes
    Case,
    /// Unneeded escapes (the others get capital digits)
    Escape,
    /// Dot segments
    Path,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let has = |step| self.only.contains(&step);
        let steps = Normalization::NONE.case(has(Step::Case)).escape(has(Step::Escape)).path(has(Step::Path));
        let unread = self.comparison.comparison::<A>()?;
        // The steps start from the normal form at the string rung: the text, or the text without its
        // fragment.
        let all = self.only.is_empty();
        if let Some(option) = self.comparison.without_steps().filter(|_| !all) {
            return Err(UsageError::conflict(&format!(
                "{option} cannot be used with --only, because it is part of none of the steps"
            )));
        }
        let rung = if all { unread.comparison.rung } else { Rung::String };
        let trackers = self.drop.map(|Drop::Trackers| Trackers::shipped());
        let input = self.input.lists("normalize")?.with_documents(None);
        let plan = input.plan(self.written, Writes::Answers, json)?;
        let read = move |session: &mut _| unread.read(session);
        Ok(plan.transform_by(read, None, move |comparison, text, output| {
            let mut buffer = String::new();
            let identifier = comparison.read(text, &mut buffer)?;
            let normal = comparison.ladder().normalize(&identifier, rung);
            let stepped = (!all).then(|| normal.normalize_steps(steps));
            let shown = stepped.as_ref().map_or(normal.as_borrowed(), Ri::as_borrowed);
            match (&trackers, shown.query()) {
                (Some(trackers), Some(query)) => {
                    let kept = without(query.as_str(), false, |name| trackers.has(name));
                    let mut shown = shown.into_owned();
                    shown.set_query(kept.as_deref())?;
                    output.push_str(shown.as_str());
                }
                _ => output.push_str(shown.as_str()),
            }
            Ok(())
        }))
    }
}
