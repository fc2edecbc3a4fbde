//! Parses records, computes their normal forms and the hashes of those.

use std::hash::{BuildHasher, RandomState};

use oneiri::list::Batch;
use oneiri::{Alphabet, Ladder, MaybeScheme, Ri};
use twox_hash::XxHash3_64;

use super::block::{Block, Entry, Form, Span};
use super::budget::{SHARDS, shard_of};
use super::map::Rows;
use super::shard::{self, At, BATCH, Fate, Kept, Shard};
use super::tally::Tally;
use super::why::{Assumed, Why};
use crate::input::format::Format;
use crate::input::judge::Judge;
use crate::input::lines::split_terminator;
use crate::output::fault::Fault;

pub(super) struct Reading<A> {
    pub(super) judge: Judge<A>,
    pub(super) format: Format,
    why: Why,
    tally: Option<Tally>,
    /// A random key, so that nobody can construct a list that makes a table slow.
    secret: Secret,
    /// Whether a line can be skipped without parsing if its text is a known normal form.
    /// Normalization is idempotent, so such a line belongs to that class.
    glance: bool,
}

/// A record with the hash of its bytes.
#[derive(Clone, Copy)]
struct Glanced<'d> {
    span: Span,
    bytes: &'d [u8],
    hash: u64,
}

impl<A: Alphabet> Reading<A> {
    pub(super) fn new(
        judge: Judge<A>,
        format: Format,
        rows: Option<Rows>,
        tally: Option<Tally>,
    ) -> Self {
        let why = Why::new(rows);
        let glance = format.is_text() && !why.is_asked(&judge) && judge.is_idempotent();
        Self { judge, format, why, tally, secret: secret(), glance }
    }

    /// What the shards keep beside the normal forms.
    pub(super) fn kept(&self) -> Kept {
        Kept { spelling: self.why.is_asked(&self.judge), tally: self.tally }
    }

    /// What the assumptions merged, if there are any.
    pub(super) fn assumed(&self) -> Option<Assumed> {
        self.why.assumed(&self.judge)
    }

    pub(super) fn hash(&self, form: &[u8]) -> u64 {
        XxHash3_64::oneshot_with_secret(&self.secret, form).unwrap_or_default()
    }

    /// Reads the records of a block. Records whose text is a known normal form are only counted.
    pub(super) fn read(&self, block: &mut Block, shards: &[Shard]) {
        block.shards.resize_with(SHARDS, Vec::new);
        let data = std::mem::take(&mut block.data);
        let filled = data.get(..block.filled).unwrap_or_default();
        let mut ends = self.format.ends();
        let mut start = 0;
        let mut batch = Vec::with_capacity(BATCH);
        let mut reader = Reader { ladder: self.judge.ladder(), buffer: String::new() };
        // Lines of text are parsed in batches, if each line is an identifier as it stands.
        let plain = self.format.is_text() && self.judge.takes_text_as_it_is();
        let text = if plain { std::str::from_utf8(filled).ok() } else { None };
        let mut parsed = Batch::<A, MaybeScheme>::new();
        while start < filled.len() {
            batch.clear();
            while start < filled.len() && batch.len() < BATCH {
                let rest = filled.get(start..).unwrap_or_default();
                let next = start + ends.cut(rest);
                let bytes = split_terminator(filled.get(start..next).unwrap_or_default()).0;
                let span = Span { start, end: start + bytes.len(), next };
                batch.push(Glanced { span, bytes, hash: self.hash(bytes) });
                start = next;
            }
            let mut known = [None; BATCH];
            if self.glance {
                let texts = batch.iter().map(|it| (it.hash, it.bytes));
                known = shard::known(texts, |hash| shards.get(shard_of(hash)));
            }
            let known = known.iter().map(Option::is_some).zip(&batch);
            if let Some(text) = text {
                let unknown = known.clone().filter(|(known, _)| !known);
                parsed = parsed.parse(text, unknown.map(|(_, it)| it.span.start..it.span.end));
            }
            let mut parsed = parsed.iter();
            for (known, glanced) in known {
                if known {
                    // The record is one more of its class.
                    if self.tally.is_some() {
                        self.keep(block, *glanced, Ok((glanced.hash, Form::Own)));
                    }
                } else {
                    match parsed.next() {
                        Some(read) => self.keep_one(block, *glanced, read, &reader.ladder),
                        None => self.read_one(block, *glanced, &mut reader),
                    }
                }
                block.records += 1;
            }
        }
        block.data = data;
    }

    fn read_one(&self, block: &mut Block, glanced: Glanced<'_>, reader: &mut Reader<'_>) {
        let Reader { ladder, buffer } = reader;
        let read = self.format.field(glanced.bytes).and_then(|field| {
            let identifier = self.judge.read(&field, buffer)?;
            Ok(self.form(block, glanced, &identifier, ladder))
        });
        self.keep(block, glanced, read);
    }

    fn keep_one(
        &self,
        block: &mut Block,
        glanced: Glanced<'_>,
        read: Result<Ri<&str, A, MaybeScheme>, oneiri::Error>,
        ladder: &Ladder<'_>,
    ) {
        let read = read.map(|identifier| self.form(block, glanced, &identifier, ladder));
        self.keep(block, glanced, read.map_err(Fault::from));
    }

    /// Computes the normal form of an identifier and its hash.
    fn form<T: AsRef<str>>(
        &self,
        block: &mut Block,
        glanced: Glanced<'_>,
        identifier: &Ri<T, A, MaybeScheme>,
        ladder: &Ladder<'_>,
    ) -> (u64, Form) {
        let identifier = identifier.as_borrowed();
        let mut buffer = String::new();
        let normal = self.judge.form(ladder, &identifier, &mut buffer);
        let normal = normal.as_str().as_bytes();
        if normal == glanced.bytes {
            return (glanced.hash, Form::Own);
        }
        let start = block.forms.len();
        block.forms.extend_from_slice(normal);
        (self.hash(normal), Form::At { start, end: block.forms.len() })
    }

    fn keep(&self, block: &mut Block, glanced: Glanced<'_>, read: Result<(u64, Form), Fault>) {
        let (nth, span) = (block.records, glanced.span);
        let (entry, shard) = match read {
            Ok((hash, form)) => (Entry { nth, span, form, hash }, Some(shard_of(hash))),
            Err(fault) => {
                block.faults.push(fault);
                (Entry { nth, span, form: Form::Own, hash: 0 }, None)
            }
        };
        block.push(entry, shard);
    }

    /// Adds a record of a file to a shard. `known` is the place of its normal form if it was found
    /// already. Returns the fate of the record and, if it is another spelling of a known class, its
    /// row of the map.
    pub(super) fn insert(
        &self,
        shard: &mut Shard,
        hash: u64,
        form: &[u8],
        record: &[u8],
        file: usize,
        known: Option<At>,
    ) -> (Fate, Option<Vec<u8>>) {
        let mut fate = |spelling| match known {
            Some(at) => {
                shard.count(at, file);
                Fate::Again(at)
            }
            None => shard.insert(hash, form, spelling, file),
        };
        if !self.why.is_asked(&self.judge) {
            return (fate(b""), None);
        }
        let alias = self.format.field(record).unwrap_or_default();
        let fate = fate(alias.as_bytes());
        let kept = match fate {
            Fate::Again(at) => std::str::from_utf8(shard.spelling(at)).ok(),
            _ => None,
        };
        let row = kept
            .filter(|kept| *kept != alias)
            .and_then(|kept| self.why.merged(&self.judge, kept, &alias));
        (fate, row)
    }
}

/// Buffers that are reused from record to record.
struct Reader<'r> {
    ladder: Ladder<'r>,
    buffer: String,
}

/// The key of XXH3, which needs at least 136 bytes.
type Secret = [u8; 192];

fn secret() -> Secret {
    let mut secret = [0; 192];
    for eight in secret.chunks_mut(8) {
        // The standard library's maps get their random keys from the same source.
        eight.copy_from_slice(&RandomState::new().hash_one(0).to_le_bytes());
    }
    secret
}
