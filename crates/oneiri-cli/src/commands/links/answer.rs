//! The answer to each reference: its address, and that of a browser if it is another one.

use std::ops::Range;

use oneiri::{HasScheme, Iri, IriRef, Ladder, Ri, Rung, Unicode};
use oneiri_documents::{Format, Lines, Link, Links, Located, Place, Spelling, has_scheme};
use oneiri_whatwg::Url;
use serde::Serialize;

use crate::commands::links::Table;
use crate::output::{Answers, Fault, Flow, Session, escape, json, redact};
use crate::pipeline::{Item, items::Field, items::absolute};

pub(super) type Address = Ri<String, Unicode, HasScheme>;

pub(super) type Wrong = (Range<usize>, String);

/// The answer to a reference with `--json`.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<json::Error<'a>>,
    element: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    attribute: &'a str,
    /// What a browser reads instead, according to the URL Standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    browser: Option<&'a str>,
    /// Why a browser opens nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    browser_error: Option<&'a str>,
}

#[derive(Default)]
pub(super) struct Answering {
    pub(super) table: Option<Table>,
    /// Whether the answer is what a browser opens.
    pub(super) browser: bool,
    pub(super) quiet: bool,
    /// Whether a reference that has no scheme when it is resolved is invalid.
    pub(super) absolute: bool,
    /// How many references a browser reads as another address.
    pub(super) other: u64,
    /// How many references no browser opens.
    pub(super) unopened: u64,
    /// How many pages of archives could not be read to their end.
    pub(super) unread: u64,
}

const COLUMNS: [&str; 10] =
    ["address", "browser", "browser_error", "file", "line", "start", "end", "element", "attribute", "reference"];

impl Answering {
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
        let (delimiter, table) = match self.table {
            Some(Table::Csv) => (b',', oneiri_documents::Table::csv(b',', String::new())),
            _ => (b'\t', oneiri_documents::Table::tsv(String::new())),
        };
        let mut row = Vec::new();
        for (nth, field) in fields.iter().enumerate() {
            if nth > 0 {
                row.push(delimiter);
            }
            table.spell(field.as_bytes(), false, &mut row);
        }
        row
    }

    /// The address of a page of an archive. The error has what browsers make of it, and what is wrong.
    pub(super) fn address(&self, text: &str) -> Result<Address, (Option<Address>, Wrong)> {
        let error = match Ri::parse_owned(text.to_owned()) {
            Ok(base) => return Ok(base),
            Err(error) => Fault::from(error.error()),
        };
        let base = Url::parse(text).ok().and_then(|url| address_of(&url));
        let message = format!("WARC-Target-URI: {error}");
        Err((base, (error.start..error.end, message)))
    }

    /// Answers the references of a page.
    pub(super) fn answer(&mut self, page: Page<'_>, mut links: Links, session: &mut Session) -> Flow {
        let mut answers = session.answers();
        let text = links.text.take();
        let mut page = Page { bytes: text.as_ref().map_or(page.bytes, |text| text.as_bytes()), ..page };
        let mut invalid = page.rebase(&links);
        // A base is no link. It is named where it is invalid: with --browser, where no browser opens it.
        let is_opened = |link: &&Link| page.base(link.base).browser(&links.browser_text(&link.text)).is_ok();
        invalid.retain(|link| !self.browser || !is_opened(link));
        invalid.sort_by_key(|it| it.range.start);
        for link in invalid {
            self.link(&mut page, link, &links, &mut answers);
        }
        page.at = Place::new(page.first, 0);
        let mut wrong = std::mem::take(&mut links.wrong);
        wrong.sort_by_key(|(range, _)| range.start);
        let mut wrong = wrong.into_iter().peekable();
        for link in &links.all {
            while let Some((range, message)) = wrong.next_if(|it| it.0.start <= link.range.start) {
                page.wrong(range, message, &mut answers);
            }
            self.link(&mut page, link, &links, &mut answers);
            if answers.out.bytes.len() > 1 << 20 {
                session.give(&mut answers)?;
                answers = session.answers();
            }
        }
        wrong.for_each(|(range, message)| page.wrong(range, message, &mut answers));
        session.give(&mut answers)
    }

    fn link(&mut self, page: &mut Page<'_>, link: &Link, links: &Links, answers: &mut Answers) {
        let text = link.text.as_str();
        let base = page.base(link.base);
        let reads = base.browser(&links.browser_text(text));
        let (element, attribute) = (link.element.as_str(), link.attribute.as_str());
        let mut found = Found { output: None, error: None, element, attribute, browser: None, browser_error: None };
        if self.browser {
            return page.opened(link, found, &reads, answers);
        }
        if let Err(Some(error)) = &reads {
            found.browser_error = Some(error.kind().message());
        }
        let reference = match IriRef::parse(text) {
            Ok(reference) => reference,
            Err(error) => return page.refuse(link, Fault::from(error), found, &reads, answers),
        };
        let address = match &base.rfc {
            Some(base) => base.resolve(&reference).into_string(),
            None => text.to_owned(),
        };
        if let (true, Err(fault)) = (self.absolute, absolute(&address)) {
            return page.refuse(link, fault, found, &reads, answers);
        }
        found.output = Some(&address);
        found.browser = reads.as_ref().ok().map(Url::as_str).filter(|it| is_other(&address, it));
        self.other += u64::from(found.browser.is_some());
        self.unopened += u64::from(found.browser_error.is_some());
        let Self { table, quiet, .. } = *self;
        let row = |fields: &[&str]| self.row(fields);
        page.item(&link.range, text.as_bytes(), |item| {
            if answers.style.json {
                return answers.record(item, text, &found);
            }
            let place = item.in_line(0..text.len());
            if table.is_some() {
                let [line, start, end] = [item.number, place.start as u64, place.end as u64].map(|it| it.to_string());
                let browser = found.browser.unwrap_or_default();
                let error = found.browser_error.unwrap_or_default();
                return answers
                    .line(&row(&[&address, browser, error, item.file, &line, &start, &end, element, attribute, text]));
            }
            answers.line(address.as_bytes());
            let shown = |text: &str| escape::visible(&redact::hidden(text)).into_owned();
            let theirs = match (found.browser, found.browser_error) {
                (Some(other), _) if !quiet => format!("{} by the URL Standard", shown(other)),
                (None, Some(error)) if !quiet => format!("no address by the URL Standard ({error})"),
                _ => return,
            };
            let (file, number, ours) = (item.file, item.number, shown(&address));
            let holder = format!("{element} {attribute}");
            let holder = escape::visible(holder.trim_end());
            answers.tell(&format!(
                "{file}:{number}:{}-{}: {holder}: {ours} by RFC 3986, and {theirs}",
                place.start, place.end
            ));
        });
    }
}

/// A document or a part of one, whose references are answered.
pub(super) struct Page<'d> {
    /// The name of the file, and whether there are several.
    place: (&'d str, bool),
    bytes: &'d [u8],
    /// The number of its first line, because a file may be read in pieces.
    first: u64,
    at: Place,
    outer: Base,
    /// The bases that the page and its parts name.
    bases: Vec<Base>,
}

impl<'d> Page<'d> {
    pub(super) fn new(place: (&'d str, bool), bytes: &'d [u8], first: u64, base: Option<&Address>) -> Self {
        Self { place, bytes, first, at: Place::new(first, 0), outer: Base::of(base.cloned()), bases: Vec::new() }
    }

    fn base(&self, number: Option<usize>) -> &Base {
        number.and_then(|nth| self.bases.get(nth)).unwrap_or(&self.outer)
    }

    /// Takes the bases that the page names. Returns those that are invalid.
    fn rebase<'l>(&mut self, links: &'l Links) -> Vec<&'l Link> {
        let mut invalid = Vec::new();
        for link in &links.bases {
            let outer = self.base(link.base);
            let (base, is_invalid) = outer.join(&link.text, &links.browser_text(&link.text));
            self.bases.push(base);
            if is_invalid {
                invalid.push(link);
            }
        }
        invalid
    }

    fn refuse<'f>(
        &mut self,
        link: &Link,
        mut fault: Fault,
        mut found: Found<'f>,
        reads: &'f Reads,
        answers: &mut Answers,
    ) {
        let text = link.text.as_str();
        if answers.style.json {
            found.browser = reads.as_ref().ok().map(Url::as_str);
            return self.item(&link.range, text.as_bytes(), |item| {
                answers.judge(item, text, false, Found { error: Some(json::Error::of(&fault, None)), ..found });
                answers.leave_out(item);
            });
        }
        if let Ok(url) = reads {
            let url = redact::hidden(url.as_str()).into_owned();
            fault.add(&format!("; the URL Standard reads {url}"));
        }
        self.item(&link.range, text.as_bytes(), |item| answers.refuse(item, &fault));
    }

    /// Answers a reference with what a browser opens.
    fn opened<'f>(&mut self, link: &Link, mut found: Found<'f>, reads: &'f Reads, answers: &mut Answers) {
        let text = link.text.as_str();
        let why = match reads {
            Ok(url) => {
                found.output = Some(url.as_str());
                return self.item(&link.range, text.as_bytes(), |item| {
                    if answers.style.json {
                        answers.record(item, text, &found);
                    } else {
                        answers.line(url.as_str().as_bytes());
                    }
                });
            }
            Err(None) => "a relative URL without a base; see --base",
            Err(Some(error)) => error.kind().message(),
        };
        let fault = Fault::plain(0, text.len(), format!("no browser opens it: {why}"));
        self.refuse(link, fault, found, &Err(None), answers);
    }

    fn wrong(&mut self, range: Range<usize>, message: String, answers: &mut Answers) {
        let (fault, text) = (Fault::plain(0, range.len(), message), &self.bytes[range.clone()]);
        self.item(&range, text, |item| {
            // It is no link, so no file of rejects takes it, and no option forgives it.
            answers.tally.different = true;
            if answers.style.json {
                return answers.refuse_json(item, &String::from_utf8_lossy(text), None, None, &fault);
            }
            answers.tally.refuse();
            answers.report(item, 0, &fault);
        });
    }

    /// Calls `each` with the item of a text that stands in this range.
    fn item(&mut self, range: &Range<usize>, text: &[u8], mut each: impl FnMut(&Item<'_>)) {
        let number = self.at.to(self.bytes, range.start).line;
        let (offset, record) = (self.at.column(range.start), &self.bytes[range.clone()]);
        let (range, spelling) = (0..record.len(), Spelling::Derived);
        let located = Located { range, offset, text, spelling, ..Located::record(number, record, b"") };
        let lines = Lines::default();
        let field = Some(Field { located: &located, format: &lines, seen: None });
        each(&Item { bytes: text, offset, field, ..Item::line(self.place, number, record, b"") });
    }
}

/// Whether a browser's address is another one: not equal at the scheme rung, domain names compared
/// as Punycode.
fn is_other(address: &str, browser: &str) -> bool {
    let (Ok(ours), Ok(theirs)) = (Iri::parse(address), Iri::parse(browser)) else { return true };
    !Ladder::new().idna(true).equivalent(&ours, &theirs, Rung::Scheme)
}

fn address_of(url: &Url) -> Option<Address> {
    Ri::parse_owned(url.as_str().to_owned()).ok()
}

/// What a browser opens, or why it opens nothing. There is no error for a relative reference without a base, because
/// browsers always have one.
type Reads = Result<Url, Option<oneiri_whatwg::Error>>;

struct Base {
    rfc: Option<Address>,
    browser: Option<Url>,
}

impl Base {
    fn of(rfc: Option<Address>) -> Self {
        let browser = rfc.as_ref().and_then(|base| Url::parse(base.as_str()).ok());
        Self { rfc, browser }
    }

    fn browser(&self, text: &str) -> Reads {
        let read = match &self.browser {
            Some(base) => base.join(text),
            None => Url::parse(text),
        };
        let lacks_base = self.browser.is_none() && !has_scheme(text.as_bytes());
        read.map_err(|error| Some(error).filter(|_| !lacks_base))
    }

    /// The base that a page names by a reference, and whether that is invalid.
    fn join(&self, text: &str, sent: &str) -> (Self, bool) {
        let reads = self.browser(sent);
        let reference = IriRef::parse(text);
        let rfc = match (&reference, &self.rfc) {
            (Ok(reference), Some(base)) => Some(base.resolve(reference)),
            // A relative base needs another one.
            (Ok(_), None) => Ri::parse_owned(text.to_owned()).ok(),
            // What browsers make of an invalid base is where the links of the page lead.
            (Err(_), _) => reads.as_ref().ok().and_then(address_of).or_else(|| self.rfc.clone()),
        };
        let browser = reads.ok().or_else(|| self.browser.clone());
        (Self { rfc, browser }, reference.is_err())
    }
}
