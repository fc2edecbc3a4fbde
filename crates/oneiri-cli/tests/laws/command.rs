//! Laws that hold for every input of the command. The tests and `fuzz/` call them.

use std::io::{self, Read};

use oneiri::compare::Observations;
use oneiri::{IriRef, Ladder, MaybeScheme, Rung, Unicode};
use oneiri_documents::{
    Archive, Description, Ends, FORMATS, Located, Options, Passes, Records, Spelling, Stretches, Unit,
    split_terminator, unpack, utf8,
};
use oneiri_lint::assume::{Assumption, Assumptions, Trackers};

use crate::comparison::{Comparison, STRICT};
use crate::output::escape;
use crate::pipeline::blocks::{Block, Blocks, LONGEST};
use crate::pipeline::{Format, Items, evidence};

/// Lines: each is a text and a terminator; what is shown has no control characters. Unpacking the input
/// never panics.
///
/// # Panics
///
/// If the law is broken.
pub fn lines(input: &[u8]) {
    for line in input.split_inclusive(|&byte| byte == b'\n') {
        let (text, terminator) = split_terminator(line);
        assert_eq!([text, terminator].concat(), line);
        assert!(!text.contains(&b'\n') && matches!(terminator, b"" | b"\n" | b"\r\n"));
        assert_eq!(utf8(text).is_ok(), std::str::from_utf8(text).is_ok());
        assert!(!escape::visible_bytes(line).chars().any(escape::acts), "raw: {line:?}");
    }
    let mut unpacked = Vec::new();
    if let Ok(reader) = unpack(io::Cursor::new(input.to_vec()), |_| ()) {
        // Unpacked data can be very large, so only a part is read.
        let _ = reader.take(1 << 20).read_to_end(&mut unpacked);
    }
}

/// Documents: the first bytes of `data` choose how many bytes a read returns, and the size of a block.
/// For any choice, the blocks together are the input, and each format finds the same identifiers and errors, their places lie in their records,
/// and those that are only counted and the others are all.
///
/// # Panics
///
/// If the law is broken.
pub fn documents(data: &[u8]) {
    let [reads, size, ref input @ ..] = *data else { return };
    let (reads, size) = (1 + usize::from(reads % 32), 1 + usize::from(size));
    for at in [(31 * size + reads) % (input.len() + 1), input.len()] {
        failing(input, at, reads, size);
    }
    for description in FORMATS {
        let whole = located(description, Input::all(input, input.len()), 1 << 16);
        let pieces = located(description, Input::all(input, reads), size);
        assert_eq!(pieces.found, whole.found, "{}: cut in other places", description.name);
        for all in [&whole, &pieces] {
            let name = description.name;
            assert_eq!(all.passed + all.left.len() as u64, all.found.len() as u64, "{name}: counted");
            let is_bad = |(_, _, text, error): &&Seen| {
                let parsed = utf8(text).ok().map(|text| IriRef::parse(text).is_ok());
                error.is_some() || parsed != Some(true)
            };
            let bad = all.found.iter().filter(is_bad);
            assert!(bad.eq(all.left.iter().filter(is_bad)), "{name}: a bad one was only counted");
        }
    }
}

/// An identifier that a format locates: the number of its line, the bytes before it in that line, its text,
/// and the error.
type Seen = (u64, usize, Vec<u8>, Option<String>);

/// What a format finds: all, and what is left if those that are valid are only counted.
#[derive(Default)]
struct Found {
    found: Vec<Seen>,
    left: Vec<Seen>,
    passed: u64,
    /// How many bytes the blocks have together.
    bytes: usize,
}

/// A document whose reading fails after its first bytes. Whatever the blocks are, each format finds what
/// it finds in the whole records before the failure, and no more than in the whole document. An archive
/// ends with the error, too.
///
/// # Panics
///
/// If the law is broken.
pub fn failing(input: &[u8], at: usize, reads: usize, size: usize) {
    for description in FORMATS {
        let name = description.name;
        let whole = located(description, Input::all(input, input.len()), 1 << 16);
        let once = located(description, Input::failing(input, at, input.len()), 1 << 16);
        let pieces = located(description, Input::failing(input, at, reads), size);
        assert_eq!(once.found, pieces.found, "{name}: cut in other places before byte {at}");
        assert!(whole.found.starts_with(&once.found), "{name}: other records before byte {at}");
        assert_eq!(once.bytes, pieces.bytes, "{name}: other blocks before byte {at}");
        if let (Unit::Line | Unit::Record, Ends::Lines(end)) =
            (description.unit, description.open(Options::default()).ends())
        {
            let expected = memchr::memrchr(end, &input[..at]).map_or(0, |last| last + 1);
            assert_eq!(once.bytes, expected, "{name}: a line before byte {at} was lost");
        }
        let format = Format::new(description.open(Options::default()));
        let reader = io::Cursor::new(input[..at].to_vec()).chain(Gone);
        let mut blocks = Blocks::of(Box::new(reader), format.clone(), size);
        let (mut block, mut found) = (Block::default(), Vec::new());
        while block.failed.is_none() {
            assert!(blocks.next(&mut block), "{name}: a failure before byte {at} was lost");
            let items = Items::of(&block, &[], &format, false);
            let Some(records) = items.records() else { continue };
            format.each(records, &mut |it| see(it, &mut found));
            format.each_but(records, PASSES, &mut |_| {});
        }
        assert!(!blocks.next(&mut block), "{name}: more after the failure");
        assert!(format.has_header() || found == once.found, "{name}: the blocks of byte {at}");
    }
    let mut archive = Archive::new(Input::failing(input, at, reads));
    while let Ok(Some(_)) = archive.next() {}
}

/// Why reading fails.
fn gone() -> io::Error {
    io::Error::other("the disk is gone")
}

/// A reader that fails at once.
struct Gone;

impl Read for Gone {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(gone())
    }
}

const PASSES: Passes = |text, ranges| oneiri::batch::validity::<Unicode, MaybeScheme>(text, ranges);

/// Keeps what a format locates, if its places are in order.
fn see(it: &Located<'_>, seen: &mut Vec<Seen>) {
    assert!(it.record.get(it.range.clone()).is_some(), "a place outside of the record");
    let place = it.in_line(0..it.text.len());
    assert!(place.start <= place.end, "{place:?}");
    if it.spelling != Spelling::Gap {
        let error = it.error.map(|error| error.message.clone());
        seen.push((it.number, it.offset, it.text.to_owned(), error));
    }
}

fn located(description: &Description, input: Input<'_>, size: usize) -> Found {
    let format = description.open(Options::default());
    let (fails, mut left) = (input.fails, input.rest);
    let mut stretches = Stretches::new(input, &*format, 0).limits(size, LONGEST);
    let (mut all, mut first, mut block) = (Found::default(), 1, Vec::new());
    while !stretches.is_over() {
        let Ok((filled, context)) = stretches.next(&mut block) else {
            assert!(fails, "an error that was not read");
            return all;
        };
        let bytes = &block[..filled];
        assert!(left.starts_with(bytes) && (!stretches.is_over() || left == bytes), "the blocks are not the input");
        left = &left[filled..];
        all.bytes += filled;
        let records = Records { bytes, first, context: &context, trim: false };
        format.each(records, &mut |it| see(it, &mut all.found));
        all.passed += format.each_but(records, PASSES, &mut |it| see(it, &mut all.left));
        first += format.count(bytes);
    }
    all
}

/// Observations: each line is accepted, or rejected with a message that is safe to display. The
/// accepted observations form an equivalence, and identifiers that are equal at the scheme rung
/// stay equal.
///
/// # Panics
///
/// If the law is broken.
pub fn evidence(data: &[u8]) {
    let mut observations = Observations::default();
    let mut seen = Vec::new();
    for line in data.split(|&byte| byte == b'\n').take(12) {
        match evidence::observe(&mut observations, line) {
            Ok((from, to)) => seen.extend([from, to]),
            Err(message) => assert!(!escape::visible(&message).chars().any(escape::acts)),
        }
    }
    let (evidence, problems) = observations.settle();
    for problem in &problems {
        assert!(!escape::visible(&problem.to_string()).chars().any(escape::acts));
    }
    let ladder = Ladder::new().evidence(&evidence);
    for one in &seen {
        let normal = ladder.normalize(one, Rung::Protocol);
        assert_eq!(ladder.normalize(&normal, Rung::Protocol), normal, "{one}");
        for other in &seen {
            let equal = normal == ladder.normalize(other, Rung::Protocol);
            assert_eq!(ladder.equivalent(one, other, Rung::Protocol), equal, "{one}, {other}");
            assert_eq!(ladder.compare(one, other).rung().is_some(), equal, "{one}, {other}");
            let below = ladder.equivalent(one, other, Rung::Scheme);
            assert!(equal || !below, "{one} and {other} come apart");
        }
    }
    // Without problems, every observation makes its two identifiers equal.
    for pair in seen.chunks_exact(2).filter(|_| problems.is_empty()) {
        assert!(ladder.equivalent(&pair[0], &pair[1], Rung::Protocol), "{} and {}", pair[0], pair[1]);
    }
}

/// Assumptions: the first byte chooses a set and the second a subset of it; each line is an
/// identifier. A text under assumptions is a normal form of the scheme rung and depends only on
/// that. More assumptions make equal what fewer do, in any order and repeated, and those that two
/// texts need suffice.
///
/// # Panics
///
/// If the law is broken.
pub fn assumptions(data: &[u8]) {
    let [set, subset, ref lines @ ..] = *data else { return };
    let chosen = |set: u8| {
        let names = Assumption::ALL.into_iter().filter(move |it| set >> it.nth() & 1 == 1);
        names.collect::<Vec<_>>()
    };
    let [all, some] = [set, set & subset].map(|set| comparison(&chosen(set)));
    let backwards = comparison(&chosen(set).into_iter().rev().collect::<Vec<_>>());
    let text = |comparison: &Comparison<Unicode>, of: &IriRef<'_>| {
        comparison.form(&comparison.ladder(), of, &mut String::new()).into_string()
    };
    let lines = lines.split(|&byte| byte == b'\n').take(12);
    let read = |line| std::str::from_utf8(line).ok().and_then(|line| IriRef::parse(line).ok());
    let read: Vec<IriRef<'_>> = lines.filter_map(read).collect();
    for one in &read {
        let (more, less) = (text(&all, one), text(&some, one));
        assert_eq!(more, text(&backwards, one), "{one}: the order of the names matters");
        let [again, behind] = [&more, &less]
            .map(|text| IriRef::parse(text.as_str()).unwrap_or_else(|error| unreachable!("{one}: {text}: {error}")));
        assert_eq!(again.normalize_at(Rung::Scheme), more, "{one}: no normal form");
        assert_eq!(text(&all, &again), more, "{one}: not idempotent");
        assert_eq!(text(&all, &behind), more, "{one}: fewer assumptions merge more");
        let normal = one.normalize_at(Rung::Scheme);
        assert_eq!(text(&all, &normal.as_borrowed()), more, "{one}: finer than the scheme rung");
        for other in &read {
            let equal = text(&all, other) == more;
            let given = all.assumptions.as_ref();
            let needed = given.and_then(|given| all.needed(given, [&(*one).into(), &(*other).into()]));
            let Some(needed) = needed else {
                assert!(!equal, "{one} and {other} need nothing");
                continue;
            };
            assert!(equal, "{one} and {other} are different");
            let only = comparison(&needed);
            assert_eq!(text(&only, one), text(&only, other), "{needed:?} do not suffice");
        }
    }
}

fn comparison(names: &[Assumption]) -> Comparison<Unicode> {
    let assumptions = Some(Assumptions::new(names, Trackers::shipped()));
    let (ignore_fragment, idna, urn_names, base, evidence) = Default::default();
    Comparison { rung: Rung::Scheme, ignore_fragment, idna, urn_names, how: STRICT, base, evidence, assumptions }
}

/// A reader that returns at most a few bytes at a time, and fails at the end if it is to.
struct Input<'d> {
    rest: &'d [u8],
    most: usize,
    fails: bool,
}

impl<'d> Input<'d> {
    fn all(rest: &'d [u8], most: usize) -> Self {
        Self { rest, most: most.max(1), fails: false }
    }

    fn failing(input: &'d [u8], at: usize, most: usize) -> Self {
        Self { fails: true, ..Self::all(&input[..at], most) }
    }
}

impl Read for Input<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.fails && self.rest.is_empty() {
            return Err(gone());
        }
        let most = self.most.min(bytes.len());
        self.rest.read(&mut bytes[..most])
    }
}

/// A law with the name of its fuzz target.
pub type Target = (&'static str, fn(&[u8]));

/// All laws.
pub const TARGETS: [Target; 4] =
    [("lines", lines), ("documents", documents), ("evidence", evidence), ("assumptions", assumptions)];

#[cfg(test)]
#[allow(clippy::unwrap_used, dead_code, reason = "this is for tests")]
#[path = "../../../oneiri/tests/it/laws/targets/seeds.rs"]
mod seeds;

#[cfg(test)]
mod tests {
    use super::*;

    /// Short documents of the pieces of all formats.
    #[test]
    fn documents_are_read_alike_however_they_come() {
        const PIECES: [&str; 40] = [
            "<", ">", "<a>", "</a>", "<a b='", "'", "\"", "\"\"\"", "\\", ".", " .\n", "\n", "\r\n", "\r", "_:a ",
            "@prefix a: <b:> .", "@base <b> .", "a:b ", "[", "]", "(", ")", "{", "}", ";", ",", "#", "<!--", "-->",
            "<![CDATA[", "]]>", "<?", "&x;", "&amp;", "<a href=b c>", "{\"@id\": \"a b\"}", "Link: <a>",
            "<loc>a b</loc>", "\u{e9}", "^^<c d> ",
        ];
        let mut seed = 1_u32;
        let mut next = |most: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % most
        };
        for _ in 0..4000 {
            let mut data = vec![next(256) as u8, next(40) as u8];
            for _ in 0..next(24) {
                data.extend_from_slice(PIECES[next(PIECES.len())].as_bytes());
            }
            documents(&data);
        }
    }

    /// A disk may fail after each byte.
    #[test]
    fn what_was_read_before_a_failure_is_found() {
        const DOCUMENTS: [&str; 9] = [
            "x:a\nx:b c\r\n\nx:d",
            "a,b\n\"x\n\"\"\",y\n\"z\n",
            "{\"url\":\"x:a\"}\n{\"url\":1}\n",
            "<x:a> <x:b> \"c\" . # d\n_:a <x y> <x:c> <x:d> .\n",
            "@prefix a: <x:> .\na:b a:c \"\"\"d .\n\"\"\" , 1.5 . a:e a:f [ ] .\n# g\n\nBASE <x:y>\n<z> a <q> .",
            "<x:g> { <x:a> <x:b> 1 } GRAPH _:c { <x:d> <x:e> <f g> . }\n{ }\n",
            "{\"@id\":\"x:a\",\"@type\":\"b c\"}",
            "<a href='x:b'><loc>x:c</loc></a>\n<p>",
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: x:a\r\nContent-Length: 25\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>\r\n\r\n\r\n",
        ];
        for document in DOCUMENTS {
            for at in 0..=document.len() {
                for (reads, size) in [(1, 1), (1, 300), (3, 2), (7, 16), (64, 1), (64, 300)] {
                    failing(document.as_bytes(), at, reads, size);
                }
            }
        }
    }

    #[test]
    fn the_laws_hold_for_the_seeds_and_for_what_was_kept() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let seeds = seeds::of_cases(&root);
        for (name, law) in TARGETS {
            let kept = seeds::kept(&root, name);
            seeds.iter().chain(&kept).for_each(|seed| law(seed));
            assert!(seeds.len() > 2000, "{name}: {} seeds, {} kept", seeds.len(), kept.len());
        }
    }
}
