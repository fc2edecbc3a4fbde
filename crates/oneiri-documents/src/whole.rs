//! The identifiers of documents in which a record holds any number of them: where they are, and the
//! base against which they are resolved.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use memchr::{memchr, memchr_iter, memrchr};
use oneiri::{HasScheme, IriRef, Ri, Unicode};

use crate::divide::Records;
use crate::error::{Error, utf8};
use crate::escapes::has_scheme;
use crate::located::{Located, Spelling, code_points};

/// An IRI of a document, or an error.
pub(crate) struct Found {
    /// The bytes that spell it.
    range: Range<usize>,
    /// The IRI as it is spelled, or what is wrong.
    text: String,
    kind: Kind,
}

/// An IRI is resolved when it is given, because many short references to a long base would fill the memory.
enum Kind {
    Iri(Base),
    /// It is in bytes that spell more than it, so that another text cannot take their place.
    Part(Base),
    Wrong,
}

impl Found {
    pub(crate) fn iri(range: Range<usize>, text: String, base: &Base) -> Self {
        Self { range, text, kind: Kind::Iri(base.clone()) }
    }

    pub(crate) fn part(range: Range<usize>, text: String, base: &Base) -> Self {
        Self { range, text, kind: Kind::Part(base.clone()) }
    }

    pub(crate) fn wrong(range: Range<usize>, message: String) -> Self {
        Self { range, text: message, kind: Kind::Wrong }
    }
}

/// The base of a document, which its parts replace.
pub(crate) type Base = Option<Rc<Ri<String, Unicode, HasScheme>>>;

/// Resolves a reference. One that is invalid, or that has no base, stays as it is.
pub(crate) fn resolve(text: &str, base: &Base) -> String {
    match (base, IriRef::parse(text)) {
        (Some(base), Ok(reference)) if !has_scheme(text.as_bytes()) => base.resolve(&reference).into_string(),
        _ => text.to_owned(),
    }
}

/// The base that a document names. An invalid one is ignored here, and refused as an item.
pub(crate) fn rebased(text: &str, base: &Base) -> Base {
    let iri = Ri::<String, Unicode, HasScheme>::parse_owned(resolve(text, base));
    iri.ok().map(Rc::new).or_else(|| base.clone())
}

/// Calls `each` for what `find` finds in a document that is read as a whole.
pub(crate) fn each(
    document: Records<'_>,
    base: Option<&Ri<String, Unicode, HasScheme>>,
    find: impl FnOnce(&str, Base) -> Vec<Found>,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let found = match utf8(document.bytes) {
        Err(error) => vec![Found::wrong(error.start..error.end, error.message)],
        Ok(text) => find(text, base.cloned().map(Rc::new)),
    };
    give_all(document, found, each);
}

/// Calls `each` for what was found in a document, in its order.
pub(crate) fn give_all(document: Records<'_>, mut found: Vec<Found>, each: &mut dyn FnMut(&Located<'_>)) {
    found.sort_by_key(|it| it.range.start);
    give_pieces(document, found.into_iter().map(|it| piece(document.bytes, it)), each);
}

/// Calls `each` for the pieces of a document, which are in its order.
pub(crate) fn give_pieces<'b>(
    document: Records<'b>,
    pieces: impl IntoIterator<Item = Piece<'b>>,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let bytes = document.bytes;
    let mut at = Place::of_start(document);
    let mut pieces = pieces.into_iter().peekable();
    let record = Located::record(document.first, bytes, b"");
    if pieces.peek().is_none() {
        return each(&record);
    }
    give(pieces, bytes, 0, &record, &mut at, each);
}

fn piece(bytes: &[u8], Found { range, text, kind }: Found) -> Piece<'_> {
    let iri = |range, base| spelled(bytes, range, Cow::Owned(resolve(&text, base)));
    match &kind {
        Kind::Iri(base) => iri(range, base),
        Kind::Part(base) => Piece { spelling: Spelling::Part, ..iri(range, base) },
        Kind::Wrong => in_line(bytes, range, text),
    }
}

/// An IRI, and the bytes that spell it.
pub(crate) fn spelled<'b>(bytes: &[u8], range: Range<usize>, text: Cow<'b, str>) -> Piece<'b> {
    let verbatim = bytes.get(range.clone()) == Some(text.as_bytes());
    let is_plain = verbatim && memchr(b'\\', text.as_bytes()).is_none();
    let spelling = if is_plain { Spelling::Reference } else { Spelling::Derived };
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    };
    Piece { range, text, spelling, error: None, note: None }
}

pub(crate) struct Piece<'a> {
    /// The bytes of the record that spell the identifier.
    pub(crate) range: Range<usize>,
    pub(crate) text: Cow<'a, [u8]>,
    pub(crate) spelling: Spelling,
    pub(crate) error: Option<Error>,
    pub(crate) note: Option<String>,
}

/// How many bytes of a line on each side of an error are kept. A long line may have many errors.
const NEAR: usize = 4096;

/// An error at a place of the record, as a piece that has the line of the place.
pub(crate) fn in_line(record: &[u8], place: Range<usize>, message: String) -> Piece<'_> {
    let from = place.start.saturating_sub(NEAR);
    let start = memrchr(b'\n', &record[from..place.start]).map_or(from, |at| from + at + 1);
    let near = (place.start + NEAR).min(record.len());
    let end = memchr(b'\n', &record[place.start..near]).map_or(near, |at| place.start + at);
    let within = place.start - start..place.end.min(end).max(place.start) - start;
    let text = Cow::Borrowed(&record[start..end]);
    let (spelling, error) = (Spelling::Reference, Some(Error::new(within, message)));
    Piece { range: start..end, text, spelling, error, note: None }
}

/// Calls `each` for the pieces of a record, which begins at the byte `from` of the bytes of its document.
pub(crate) fn give<'p>(
    pieces: impl IntoIterator<Item = Piece<'p>>,
    bytes: &[u8],
    from: usize,
    record: &Located<'_>,
    at: &mut Place,
    each: &mut dyn FnMut(&Located<'_>),
) {
    let mut given = pieces.into_iter().peekable();
    while let Some(Piece { range, text, spelling, error, note }) = given.next() {
        let begins = from + range.start;
        let number = at.to(bytes, begins).line;
        let (offset, points) = (at.column(begins), Some(at.points(bytes, begins)));
        let (text, last, error) = (&*text, given.peek().is_none(), error.as_ref());
        let note = note.as_deref();
        each(&Located { number, range, offset, points, text, spelling, last, error, note, ..record.clone() });
    }
}

/// The line of a place. It is linear in the document if places go forward.
#[derive(Debug)]
pub struct Place {
    /// The number of the line.
    pub line: u64,
    /// Where the line begins. Of the first line, `before` bytes are not among these.
    start: usize,
    before: usize,
    seen: usize,
    /// How many code points of the line are before the byte that was gone to.
    points: usize,
}

impl Place {
    /// The place of the first byte, before which so many bytes of its line stand.
    #[must_use]
    pub fn new(line: u64, before: usize) -> Self {
        Self { line, start: 0, before, seen: 0, points: 0 }
    }

    /// The place where some records begin.
    pub(crate) fn of_start(Records { first, context, .. }: Records<'_>) -> Self {
        Self { points: context.points, ..Self::new(first, context.column) }
    }

    /// Goes on to a byte. One that lies before the last one stays in the line of that.
    pub fn to(&mut self, bytes: &[u8], at: usize) -> &Self {
        let between = bytes.get(self.seen..at).unwrap_or_default();
        for feed in memchr_iter(b'\n', between) {
            (self.line, self.start, self.before) = (self.line + 1, self.seen + feed + 1, 0);
        }
        let line = memrchr(b'\n', between).map(|feed| &between[feed + 1..]);
        self.points = line.map_or(self.points, |_| 0) + code_points(line.unwrap_or(between));
        self.seen = self.seen.max(at);
        self
    }

    /// How many code points of the line are before a byte.
    fn points(&self, bytes: &[u8], at: usize) -> usize {
        self.points - code_points(bytes.get(at..self.seen).unwrap_or_default()).min(self.points)
    }

    /// How many bytes of the line are before a byte.
    #[must_use]
    pub fn column(&self, at: usize) -> usize {
        (at + self.before).saturating_sub(self.start)
    }
}
