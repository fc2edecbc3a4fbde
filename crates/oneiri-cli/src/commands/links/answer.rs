//! The answer to each reference: its address, and that of a browser if it is another one.

use std::ops::Range;

use oneiri::{HasScheme, Iri, IriRef, Ladder, Ri, Rung, Unicode};
use oneiri_documents::{Format, Lines, Link, Links, Located, Place, Spelling};
use oneiri_whatwg::Url;
use serde::Serialize;

use super::kind::Table;
use crate::output::answers::Answers;
use crate::output::fault::Fault;
use crate::output::item::{Field, Item};
use crate::output::session::Session;
use crate::output::stop::Flow;
use crate::output::{escape, redact};

/// A document, and what was found in it.
pub(super) struct Document<'d> {
    /// The name and the index of the file, and whether there are several.
    pub(super) place: (&'d str, bool),
    pub(super) bytes: &'d [u8],
    pub(super) links: Links,
    pub(super) base: Option<&'d Ri<String, Unicode, HasScheme>>,
}

/// The answer to a reference with `--json`.
#[derive(Serialize)]
struct Found<'a> {
    output: &'a str,
    element: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    attribute: &'a str,
    /// What a browser reads instead, by the URL Standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    browser: Option<&'a str>,
}

pub(super) struct Answering {
    table: Option<Table>,
    quiet: bool,
    /// How many references a browser reads as another address.
    pub(super) other: u64,
}

/// The columns of a table.
const COLUMNS: [&str; 9] =
    ["address", "browser", "file", "line", "start", "end", "element", "attribute", "reference"];

impl Answering {
    pub(super) fn new(table: Option<Table>, quiet: bool) -> Self {
        Self { table, quiet, other: 0 }
    }

    /// Writes the header of a table.
    pub(super) fn header(&self, session: &mut Session) -> Flow {
        if self.table.is_some() {
            let mut row = self.row(&COLUMNS);
            row.push(b'\n');
            session.lines(&row)?;
        }
        Ok(())
    }

    /// A line of a table, without its end.
    fn row(&self, fields: &[&str]) -> Vec<u8> {
        let table = match self.table {
            Some(Table::Csv) => oneiri_documents::Table::csv(b',', String::new()),
            _ => oneiri_documents::Table::tsv(String::new()),
        };
        let (mut row, mut rest) = (Vec::new(), fields.iter());
        if let Some(first) = rest.next() {
            table.spell(first.as_bytes(), false, &mut row);
        }
        for field in rest {
            let before = std::mem::take(&mut row);
            table.add(&before, "", field.as_bytes(), &mut row);
        }
        row
    }

    /// Answers the references of a document.
    pub(super) fn answer(&mut self, document: Document<'_>, session: &mut Session) -> Flow {
        let Document { place, bytes, links, base } = document;
        let Links { all, base: own, mut wrong } = links;
        let mut answers = session.answers();
        let (at, base) = (Place::new(1, 0), base.cloned());
        let mut page = Page { place, bytes, at, base, browser: None };
        if let Some(link) = &own {
            page.rebase(link, &mut answers);
            page.at = Place::new(1, 0);
        }
        page.browser = page.base.as_ref().and_then(|base| Url::parse(base.as_str()).ok());
        wrong.sort_by_key(|(range, _)| range.start);
        let mut wrong = wrong.into_iter().peekable();
        for link in &all {
            while let Some((range, message)) = wrong.next_if(|it| it.0.start <= link.range.start) {
                page.wrong(range, message, &mut answers);
            }
            self.link(&mut page, link, &mut answers);
            if answers.out.len() > 1 << 20 {
                session.give(&mut answers)?;
                answers = session.answers();
            }
        }
        wrong.for_each(|(range, message)| page.wrong(range, message, &mut answers));
        session.give(&mut answers)
    }

    fn link(&mut self, page: &mut Page<'_>, link: &Link, answers: &mut Answers) {
        let text = link.text.as_str();
        let reads = page.browser(text);
        let reference = match IriRef::parse(text) {
            Ok(reference) => reference,
            Err(error) => {
                let mut fault = Fault::from(error);
                if let Some(url) = &reads {
                    let url = redact::hidden(url.as_str()).into_owned();
                    fault.message.push_str(&format!("; the URL Standard reads {url}"));
                }
                return page
                    .item(&link.range, text.as_bytes(), |item| answers.refuse(item, &fault));
            }
        };
        let address = match &page.base {
            Some(base) => base.resolve(&reference).into_string(),
            None => text.to_owned(),
        };
        let other = reads.filter(|it| is_other(&address, it.as_str()));
        let other = other.as_ref().map(Url::as_str);
        self.other += u64::from(other.is_some());
        let Self { table, quiet, .. } = *self;
        page.item(&link.range, text.as_bytes(), |item| {
            let (element, attribute) = (link.element.as_str(), link.attribute.as_str());
            if answers.json() {
                let output = address.as_str();
                let found = Found { output, element, attribute, browser: other };
                return answers.record(item, text, found);
            }
            let place = item.in_line(0..text.len());
            if table.is_some() {
                let [line, start, end] =
                    [item.number, place.start as u64, place.end as u64].map(|it| it.to_string());
                let browser = other.unwrap_or_default();
                let row =
                    [&address, browser, item.file, &line, &start, &end, element, attribute, text];
                return answers.line(&self.row(&row));
            }
            answers.line(address.as_bytes());
            if let Some(other) = other.filter(|_| !quiet) {
                let (file, number) = (item.file, item.number);
                let holder = format!("{element} {attribute}");
                let holder = escape::visible(holder.trim_end());
                let [ours, theirs] = [address.as_str(), other]
                    .map(|it| escape::visible(&redact::hidden(it)).into_owned());
                answers.tell(&format!(
                    "{file}:{number}:{}-{}: {holder}: {ours} by RFC 3986, and {theirs} by the URL Standard",
                    place.start, place.end
                ));
            }
        });
    }
}

/// A page whose references are answered.
struct Page<'d> {
    place: (&'d str, bool),
    bytes: &'d [u8],
    at: Place,
    base: Option<Ri<String, Unicode, HasScheme>>,
    browser: Option<Url>,
}

impl Page<'_> {
    /// Takes the base that the page itself names. An invalid one is refused, and ignored.
    fn rebase(&mut self, link: &Link, answers: &mut Answers) {
        let text = link.text.as_str();
        match IriRef::parse(text) {
            Err(error) => {
                let fault = Fault::from(error);
                self.item(&link.range, text.as_bytes(), |item| answers.refuse(item, &fault));
            }
            Ok(reference) => match &self.base {
                Some(base) => self.base = Some(base.resolve(&reference)),
                // A relative base needs another one.
                None => self.base = Ri::parse_owned(text.to_owned()).ok(),
            },
        }
    }

    /// What a browser reads. `None` if it reads nothing, or if there is no base.
    fn browser(&self, text: &str) -> Option<Url> {
        match &self.browser {
            Some(base) => base.join(text).ok(),
            None => Url::parse(text).ok(),
        }
    }

    /// Refuses what could not be read.
    fn wrong(&mut self, range: Range<usize>, message: String, answers: &mut Answers) {
        let (fault, text) = (Fault::plain(0, range.len(), message), &self.bytes[range.clone()]);
        self.item(&range, text, |item| answers.refuse(item, &fault));
    }

    /// Calls `each` with the item of a text that stands in this range.
    fn item(&mut self, range: &Range<usize>, text: &[u8], mut each: impl FnMut(&Item<'_>)) {
        let number = self.at.to(self.bytes, range.start).line;
        let (offset, record) = (self.at.column(range.start), &self.bytes[range.clone()]);
        let located = Located {
            number,
            record,
            terminator: b"",
            range: 0..record.len(),
            offset,
            points: None,
            text,
            spelling: Spelling::Derived,
            last: true,
            error: None,
        };
        let lines = Lines::default();
        let field = Some(Field { located: &located, format: &lines });
        each(&Item { bytes: text, offset, field, ..Item::line(self.place, number, record, b"") });
    }
}

/// Whether a browser's address is another one: not equal at the scheme rung, domain names compared
/// as Punycode.
fn is_other(address: &str, browser: &str) -> bool {
    let (Ok(ours), Ok(theirs)) = (Iri::parse(address), Iri::parse(browser)) else { return true };
    let ladder = Ladder::new().idna(true);
    let verdict = ladder.compare(&ours, &theirs);
    verdict.rung().is_none_or(|rung| rung > Rung::Scheme)
}
