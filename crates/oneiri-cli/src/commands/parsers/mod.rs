//! `oneiri parsers`: shows how parsers read the same text, and whether the differences matter.

use comparison::USUAL;
use oneiri::{Alphabet, Unicode};
use oneiri_parsers::Parser;
use oneiri_parsers::agreement::Readings;

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::comparison::STRICT;
use crate::output::Answers;
use crate::pipeline::{Item, items::absolute};

pub(crate) mod comparison;
mod table;

/// Show how several parsers read the same URL
///
/// The parsers are rfc3986 and rfc3987 (the grammars), whatwg (the URL Standard, as
/// browsers read), java (java.net.URI) and regex (RFC 3986 appendix B, which takes
/// every text, as many programs do). Use --as to choose the parsers of your own
/// programs instead. Only components that they read differently are shown.
///
/// The verdict says whether a difference moves the scheme, the host, the port, the
/// userinfo or the path prefix, because then one program may check a host, and
/// another program connect to a different one. The exit code is 1 if two parsers
/// disagree, even if only in spelling. With --only-moving only what moves is shown,
/// and the exit code is 1 only if something moves. Without --base, relative texts
/// are then read as on a page of another host: `/\evil.example` moves the host.
///
/// Each URL is shown by itself. To compare two URLs with each other, use
/// `oneiri compare A B`, and for two lists `oneiri comm A B`.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("../help/parsers.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// Ask only these: rfc3986, rfc3987, whatwg or browser, java,
    /// regex or appendix-b, python, go, php, php-rfc3986, php-whatwg, ruby,
    /// curl, node-legacy, or older versions: python-3.11, go-1.19, curl-7.88,
    /// node-legacy-20
    #[arg(long = "as", value_name = "NAMES", value_delimiter = ',', value_parser = parser)]
    #[arg(verbatim_doc_comment)]
    parsers: Vec<&'static dyn Parser>,

    /// Resolve each text against a base, as each parser does
    #[arg(long, value_name = "URL")]
    base: Option<String>,

    /// A URL without a scheme is invalid
    #[arg(long, conflicts_with = "base")]
    absolute: bool,

    /// Leave out identifiers that all parsers read alike
    #[arg(long)]
    only_disagreements: bool,

    /// Leave out all but what moves, and exit with 1 if something does
    #[arg(long, conflicts_with = "only_disagreements")]
    only_moving: bool,

    /// Show all components, not only those that differ
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    written: Written,
}

fn parser(name: &str) -> Result<&'static dyn Parser, String> {
    oneiri_parsers::by_name(name).ok_or_else(|| {
        let names: Vec<_> = oneiri_parsers::ALL.iter().map(|parser| parser.name()).collect();
        format!("expected one of {}; browser is whatwg, and appendix-b is regex", names.join(", "))
    })
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some(
        "  1  parsers disagree (with --only-moving: something moves), or an input is not\n     UTF-8, a broken record, or without a scheme (--absolute); a text that all\n     parsers refuse is no difference\n",
    );

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        let painter = self.written.painter();
        let adds = self.written.adds();
        let asked = |name: &str| {
            if self.parsers.is_empty() {
                USUAL.contains(&name)
            } else {
                self.parsers.iter().any(|parser| parser.name() == name)
            }
        };
        let all = oneiri_parsers::ALL.iter().copied();
        let parsers: Vec<_> = all.filter(|parser| asked(parser.name())).collect();
        if let Some(base) = &self.base {
            crate::comparison::base::<Unicode>(base, STRICT)?;
            if let Some(parser) = parsers.iter().find(|it| it.read_with_base("", base).is_err()) {
                return Err(UsageError::value(&format!("'--base': {} does not resolve against {base}", parser.name())));
            }
        }
        let plan = self.input.plan(self.written, Writes::Findings, json)?;
        let each = move |item: &Item<'_>, text: &str, answers: &mut Answers| {
            if self.absolute {
                absolute(text)?;
            }
            let readings = match &self.base {
                None if self.only_moving => Readings::on_page(text, &parsers),
                base => Readings::of(text, &parsers, base.as_deref()),
            };
            let is_found = if self.only_moving { !readings.moves().is_empty() } else { !readings.agree() };
            answers.tally.different |= is_found;
            if !is_found && (self.only_moving || self.only_disagreements) {
                if adds { answers.omit(item) } else { answers.pass(item) }
            } else if adds {
                answers.answer(item, table::verdict(&readings).1.as_bytes());
            } else if answers.style.json {
                answers.record(item, text, comparison::record(&readings));
            } else {
                answers.separate("\n");
                let mut block = String::new();
                table::push(&readings, self.all, painter, &mut block);
                answers.block(&block);
                answers.close(item);
            }
            Ok(())
        };
        Ok(plan.each_text(each))
    }
}
