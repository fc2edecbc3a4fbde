//! Parses records, computes their normal forms and the hashes of those.

use std::hash::{BuildHasher, RandomState};

use oneiri::{Alphabet, Batch, Ladder, MaybeScheme, Ri};
use twox_hash::XxHash3_64;

use super::block::{Block, Entry, Form, Span};
use super::budget::SHARDS;
use super::map::Rows;
use super::shard::{self, At, BATCH, Fate, Shard};
use crate::input::format::Format;
use crate::input::judge::Judge;
use crate::input::lines::split_terminator;
use crate::input::table::Scratch;
use crate::output::fault::Fault;

pub(super) struct Reading<A> {
    pub(super) judge: Judge<A>,
    pub(super) format: Format,
    /// The format of the map's rows, if a map is written.
    rows: Option<Rows>,
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
    pub(super) fn new(judge: Judge<A>, format: Format, rows: Option<Rows>) -> Self {
        let glance = format.is_text() && rows.is_none() && judge.is_idempotent();
        Self { judge, format, rows, secret: secret(), glance }
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
        let (ladder, scratch) = (self.judge.ladder(), self.format.scratch());
        let mut reader = Reader { ladder, buffer: String::new(), scratch };
        // Lines of text are parsed in batches, if each line is an identifier as it stands.
        let plain = self.format.is_text() && self.judge.takes_text_as_it_is();
        let text = if plain { std::str::from_utf8(filled).ok() } else { None };
        let mut parsed = Batch::<A, MaybeScheme>::new();
        while start < filled.len() {
            batch.clear();
            while start < filled.len() && batch.len() < BATCH {
                let rest = filled.get(start..).unwrap_or_default();
                let next = start + ends.next(rest).unwrap_or(rest.len());
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
                if !known {
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
        let Reader { ladder, buffer, scratch } = reader;
        let read = self.format.field(glanced.bytes, scratch).and_then(|field| {
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
        let normal = ladder.normalize(&identifier, self.judge.rung);
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

    /// Adds a normal form to a shard. `known` is its place if it was found already. Returns the
    /// fate of the record and, if it is another spelling of a known class, its row of the map.
    pub(super) fn insert(
        &self,
        shard: &mut Shard,
        hash: u64,
        form: &[u8],
        record: &[u8],
        known: Option<At>,
    ) -> (Fate, Option<Vec<u8>>) {
        let mut fate = |spelling| match known {
            Some(at) => Fate::Again(at),
            None => shard.insert(hash, form, spelling),
        };
        let Some(rows) = self.rows else { return (fate(None), None) };
        let alias = self.format.field(record, &mut self.format.scratch()).unwrap_or_default();
        let fate = fate(Some(alias.as_bytes()));
        let kept = match fate {
            Fate::Again(at) => std::str::from_utf8(shard.spelling(at)).ok(),
            _ => None,
        };
        let row =
            kept.filter(|kept| *kept != alias).map(|kept| rows.row(&self.judge, kept, &alias));
        (fate, row)
    }
}

/// Buffers that are reused from record to record.
struct Reader<'r> {
    ladder: Ladder<'r>,
    buffer: String,
    scratch: Scratch,
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

fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}
