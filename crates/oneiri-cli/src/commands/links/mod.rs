//! `oneiri links`: prints what pages, sitemaps, headers, archives and their indexes refer to.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use answer::{Answering, Page};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::{Alphabet, HasScheme, Ri, Unicode};
use oneiri_documents::{
    Archive, Description, FORMATS, Links, Options, Records, Stretches, by_id, by_root, ending, no_list,
};

use crate::args::{Out, Plan, UsageError, arguments, folders::Fit, folders::Found};
use crate::commands::{Command, Job, also};
use crate::comparison::{self, STRICT};
use crate::output::{OutputOptions, Session, Stop, Tally, counted, escape};
use crate::pipeline::{Source, blocks::open, source, source::other_name};

mod answer;

/// Print what pages, sitemaps, HTTP headers and archives refer to
///
/// Each reference is resolved (RFC 3986 section 5) against the base of its page:
/// `<base href>`, the address in the archive, or --base. Without a base, it is
/// printed as it is. An invalid reference is reported with its place, and the
/// others are printed.
///
/// In pages: href, src, srcset, action, data, cite, poster, ping, a meta refresh
/// and the like, wherever the standard of HTML has them. In headers: Link,
/// Location, Content-Location and Refresh. In archives (WARC): the headers, pages,
/// sitemaps and feeds of responses and resources, and in their indexes (CDXJ,
/// CDX) url. In sitemaps: loc and the like, and the href of links. In feeds (Atom,
/// RSS): links, identifiers, media, and the HTML that they hold. In text and
/// Markdown (--format text): URLs with a scheme and //.
///
/// When a browser would open a different URL than RFC 3986 gives, or none, links
/// reports both. A browser follows the URL Standard, and two URLs count as
/// different if they are not equal at the scheme rung. With --browser, links prints
/// the URL that a browser opens.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("../help/links.txt"))]
pub(crate) struct Args {
    /// Files, folders or patterns [default: stdin, also for -]
    #[arg(value_name = "FILE")]
    arguments: Vec<OsString>,

    /// More files, as in other commands (repeatable)
    #[arg(short = 'f', long = "file", value_name = "FILE")]
    more: Vec<PathBuf>,

    /// html, xhtml, text, sitemap, feed, headers, cdxj or
    /// warc [default: by the name]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = Kind::parser())]
    #[arg(verbatim_doc_comment)]
    format: Option<Kind>,

    /// Print the URL that a browser opens, by the URL Standard
    ///
    /// It also opens many that are invalid. What it does not open is
    /// reported as invalid
    #[arg(long, verbatim_doc_comment, conflicts_with = "table")]
    browser: bool,

    /// The address of the pages, against which they are resolved
    #[arg(long, value_name = "BASE")]
    base: Option<String>,

    /// A reference that has no scheme when it is resolved is invalid
    #[arg(long)]
    absolute: bool,

    /// Print a table: address, place, element, as csv or tsv
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, conflicts_with = "json")]
    table: Option<Table>,

    /// Lines of the output end with NUL
    #[arg(short = '0', long = "null", conflicts_with = "table")]
    null: bool,

    #[command(flatten)]
    out: Out,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let is_read = |file: &Path| Fit::from(Kind::names(file, self.format));
        let (texts, found) = arguments::divide("links", self.arguments, self.more, &is_read)?;
        if let Some(text) = texts.first() {
            return Err(arguments::downloads_nothing("links", text));
        }
        let Found { mut files, notes, .. } = found;
        if self.format.is_none() {
            files.iter().try_for_each(|file| is_page(file))?;
        }
        let base = self.base.as_ref().map(|base| comparison::base::<Unicode>(base, STRICT));
        let base = base.transpose()?;
        if source::any_twice(&[&self.out.output, &self.out.rejects]) {
            return Err(UsageError::conflict("--output and --rejects must be different files"));
        }
        Ok(Box::new(move |session| {
            let mut reasons = self.out.verbosity.reasons();
            reasons.noun = "invalid reference";
            let rejects = self.out.rejects.is_some();
            let options = OutputOptions {
                null: self.null,
                reasons: reasons.counts(),
                rejects,
                forgives: rejects,
                ..OutputOptions::default()
            };
            let plan = Plan {
                keeps_inputs: true,
                rejects: self.out.rejects,
                options,
                reasons,
                ..Plan::of(Source::new(Vec::new(), files.clone()), self.out.output, notes)
            };
            plan.open(session)?;
            if files.is_empty() {
                files.push(source::stdin(session));
            }
            let several = files.len() > 1;
            let (table, browser, quiet) = (self.table, self.browser, self.out.verbosity.quiet);
            let mut answering = Answering { table, browser, quiet, absolute: self.absolute, ..Answering::default() };
            answering.header(session)?;
            session.show_progress(&files);
            for path in &files {
                let kind = self.format.unwrap_or_else(|| Kind::of(path));
                let name = escape::path(path);
                let is_nameless = self.format.is_none() && path.extension().is_none();
                let base = base.as_ref();
                let file = Reading { name: &name, several, base, kind, is_nameless };
                if let Err(error) = file.read(path, &mut answering, session)? {
                    session.fail(&format!("{name}: {error}"));
                }
            }
            session.flush_all()?;
            let &Tally { read, refused, .. } = &session.tally;
            let read = counted(read, "reference");
            if browser {
                session.sum_up_at_the_end(format!("{read}: {refused} that no browser opens"));
                return Ok(());
            }
            let other = also(answering.other, "that a browser reads as another address");
            let unopened = also(answering.unopened, "that no browser opens");
            let is_one = answering.unread == 1;
            let unread = if is_one { "page not read to its end" } else { "pages not read to their end" };
            let unread = also(answering.unread, unread);
            session.sum_up_at_the_end(format!("{read}: {refused} invalid{other}{unopened}{unread}"));
            Ok(())
        }))
    }
}

/// A file that is, by its name, a list, a table, an RDF document, Markdown or CSS is an error.
/// Read as a page of HTML, such a file has no references, which would look like a result.
fn is_page(file: &Path) -> Result<(), UsageError> {
    let (name, quoted) = (escape::path(file), arguments::quoted(file.as_os_str()));
    // Programs in PHP are pages with gaps, and archives are read.
    let text = no_list(file).filter(|it| !["PHP", "a web archive"].contains(it));
    let (kind, option) = match (other_name(file), text, ending(file).as_str()) {
        (Some(other), ..) => other,
        (None, None, "txt" | "text") => ("a list of lines", ""),
        (None, Some(kind), _) if file.exists() => {
            return Err(UsageError::conflict(&format!(
                "{name} is {kind} by its name, whose links are not read; links reads pages, sitemaps, headers and archives
  to find the URLs in its text, write: oneiri links --format text {quoted}
  to read the page that a program makes of it, pipe that: ... {quoted} | oneiri links
  to read only the HTML in it, write: oneiri links --format html {quoted}"
            )));
        }
        _ => return Ok(()),
    };
    Err(UsageError::conflict(&format!(
        "{name} is {kind} by its name, and links reads pages, sitemaps, headers and archives
  to check its identifiers, write: oneiri check{option} -f {quoted}
  to find the URLs in its text, write: oneiri links --format text {quoted}
  to read it as a page, write: oneiri links --format html {quoted}"
    )))
}

struct Reading<'a> {
    name: &'a str,
    several: bool,
    base: Option<&'a Ri<String, Unicode, HasScheme>>,
    kind: Kind,
    /// Whether the kind is a guess, because neither an option nor the name says it.
    is_nameless: bool,
}

/// An error of reading ends a file, and any other one the run.
type Outcome = Result<io::Result<()>, Stop>;

impl Reading<'_> {
    /// Answers the references of a file.
    fn read(&self, path: &Path, answering: &mut Answering, session: &mut Session) -> Outcome {
        let reader = match open(path, &session.watch) {
            Ok(reader) => reader,
            Err(error) => return Ok(Err(error)),
        };
        let is_nameless = self.is_nameless;
        let Kind::Document(format) = self.kind else {
            return self.archive(reader, answering, session);
        };
        let opened = format.open(Options::default());
        let mut stretches = Stretches::new(reader, &*opened, 0);
        let (mut data, mut first) = (Vec::new(), 1);
        while !stretches.is_over() {
            let (filled, context) = match stretches.next(&mut data) {
                Ok(read) => read,
                Err(error) => return Ok(Err(error)),
            };
            let bytes = &data[..filled];
            let by_root = by_root(bytes).filter(|_| is_nameless && format.id == "html");
            let format = by_root.unwrap_or(format);
            if format.id == "html" && !bytes.is_empty() && memchr::memchr(b'<', bytes).is_none() {
                let name = self.name;
                session.sum_up(&format!("{name}: no tag of HTML was found; `oneiri check` reads lists of identifiers"));
            }
            let records = Records { first, ..Records::document(bytes, &context) };
            let links = match by_root {
                Some(format) => format.open(Options::default()).links_in(records),
                None => opened.links_in(records),
            };
            answering.answer(Page::new((self.name, self.several), bytes, first, self.base), links, session)?;
            first += opened.count(bytes);
        }
        Ok(Ok(()))
    }

    fn archive(&self, reader: Box<dyn Read + Send>, answering: &mut Answering, session: &mut Session) -> Outcome {
        let (mut archive, mut number) = (Archive::new(reader), 0_u64);
        loop {
            let record = match archive.next() {
                Ok(Some(record)) => record,
                Ok(None) => return Ok(Ok(())),
                Err(error) => return Ok(Err(error)),
            };
            number += 1;
            let name = |part: &str| format!("{}#{number}-{part}", self.name);
            let target = match &record.target {
                None => None,
                Some(target) => match answering.address(target) {
                    Ok(base) => Some(base),
                    Err((base, wrong)) => {
                        let links = Links { wrong: vec![wrong], ..Links::default() };
                        let page = (&*name("target"), true);
                        answering.answer(Page::new(page, target.as_bytes(), 1, None), links, session)?;
                        base
                    }
                },
            };
            let base = target.as_ref().or(self.base);
            // Places count in the headers and in the page, each of which is a part of the record.
            let page = record.format.unwrap_or("html");
            let parts = [("headers", "headers", &record.headers), ("page", page, &record.page)];
            for (part, id, bytes) in parts {
                let encoding = record.encoding.clone().filter(|_| part == "page");
                let options = Options { encoding, ..Options::default() };
                let links = by_id(id).map(|it| it.open(options).links(bytes));
                let mut links = links.filter(|_| !bytes.is_empty()).unwrap_or_default();
                if let Some(message) = record.wrong.clone().filter(|_| part == "page") {
                    let end = links.text.as_ref().map_or(bytes.len(), String::len);
                    links.wrong.push((end..end, message));
                    answering.unread += 1;
                }
                if links.all.is_empty() && links.wrong.is_empty() {
                    continue;
                }
                answering.answer(Page::new((&*name(part), true), bytes, 1, base), links, session)?;
            }
        }
    }
}

/// A format with references, or an archive of such documents.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Document(&'static Description),
    /// An archive of pages (ISO 28500).
    Warc,
}

const WARC: &str = "warc";

impl Kind {
    /// The format of a file by its name. A file with another name is a page.
    fn of(file: &Path) -> Self {
        Self::of_name(file).or_else(|| by_id("html").map(Self::Document)).unwrap_or(Self::Warc)
    }

    /// The format that the name of a file says, with or without the ending of a packed file, if it has references.
    fn of_name(file: &Path) -> Option<Self> {
        let ending = ending(file);
        let ends = |it: &&&Description| it.links && it.endings.contains(&ending.as_str());
        if ending == WARC { Some(Self::Warc) } else { FORMATS.iter().find(ends).copied().map(Self::Document) }
    }

    /// Whether a file of a folder has this format by its name, or any with references if none is named.
    fn names(file: &Path, named: Option<Self>) -> bool {
        match named {
            Some(Self::Document(format)) => format.endings.contains(&ending(file).as_str()),
            Some(Self::Warc) => ending(file) == WARC,
            None => Self::of_name(file).is_some(),
        }
    }

    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let named = |it: &&&Description| it.links;
        let values = FORMATS.iter().filter(named);
        let values = values.map(|it| PossibleValue::new(it.id).aliases(it.aliases));
        PossibleValuesParser::new(values.chain([PossibleValue::new(WARC)]))
            .map(|id| by_id(&id).map_or(Self::Warc, Self::Document))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Table {
    /// Comma-separated (RFC 4180)
    Csv,
    /// TABs between fields, no quotes
    Tsv,
}
