//! Runs a task on each row of a column. The output has one row for each input row, in the same order. `settle` alone
//! decides what happens to an invalid text, and the tasks only say what to write. Only `is_valid` and `why_not` do not
//! use it, because an invalid text is a result for them. A task must write nothing before it refuses a row, because
//! `each` then writes that row. Texts are read in blocks that are copied first, because another thread may write into
//! the column meanwhile, and no text may change after it was proven to be UTF-8.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{ArrayRef, BooleanArray, StructArray};
use arrow_buffer::{BooleanBufferBuilder, NullBufferBuilder};
use arrow_schema::DataType;
use oneiri::batch::validity;
use oneiri::{Alphabet, Ascii, HasScheme, Ladder, MaybeScheme, Parts, Ri, Rung, SchemePresence, Unicode};
use oneiri_operations::{Answer, Call, Grammar, Operation, Settings, Stop};

use crate::build::{TextBuilder, TooLong};
use crate::options::{Errors, Rules};
use crate::refusal::{Error, ErrorBuilder, Refusal};
use crate::task::{PARTS, Task, parts};
use crate::texts::{Block, Reader, Texts};

/// The reason why a row has no result.
enum Miss<'b> {
    /// The error of the text of the row.
    Refused(oneiri::Error),
    /// The text that was made of the text of the row, with its error.
    Cleaned(String, oneiri::Error),
    /// A text of the second column, with its error.
    Other(&'b str, oneiri::Error),
    /// The error of the fixed base.
    Base(oneiri::Error),
    /// The output exceeds the limit of its column type. This error ends the task.
    TooLong,
}

impl From<TooLong> for Miss<'_> {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}

/// A task and the columns that it reads. [`Plan`](crate::Plan) has checked that they fit together: that the second
/// column is present if the task needs it and has as many rows as the first, and that `errors` suits the task.
pub(crate) struct Rows<'t> {
    pub(crate) task: &'t Task,
    pub(crate) rules: &'t Rules,
    pub(crate) grammar: Grammar,
    pub(crate) errors: Errors,
    pub(crate) texts: &'t Texts<'t>,
    /// The bases of `Task::Resolve(None)`, or the texts that `Task::Rung` compares with.
    pub(crate) second: Option<&'t Texts<'t>>,
    /// The type of the input column, and of the text columns in the output of most tasks.
    pub(crate) data_type: &'t DataType,
}

impl<'t> Rows<'t> {
    /// Runs the task. `A` and `F` are the grammar of the texts. `Resolve` replaces `F`, and `ToUri` and `ToIri`
    /// replace `A`, because these tasks fix that part of the grammar.
    ///
    /// # Errors
    ///
    /// An invalid text with [`Errors::Raise`], or an output that is too long for its column type.
    pub(crate) fn run<A: Alphabet, F: SchemePresence>(&self) -> Result<ArrayRef, Error> {
        let (ladder, is_plain) = (self.rules.ladder(), *self.rules == Rules::default());
        match self.task {
            Task::Parse => self.parse::<A, F>(),
            // Nothing is mended in a valid text, and most are valid.
            Task::ParseLenient => self.map_text(|text, out| match Ri::<&str, A, F>::parse(text) {
                Ok(value) => Ok(out.push(value.as_str())?),
                Err(_) => mend::<A, F>(text, out),
            }),
            Task::IsValid => self.is_valid::<A, F>(),
            Task::WhyNot => self.why_not::<A, F>(),
            // Without rules, the compiler knows what the ladder is.
            &Task::Normalize(rung) if is_plain => self.normalize::<A, F>(&Ladder::new(), rung),
            &Task::Normalize(rung) => self.normalize::<A, F>(&ladder, rung),
            &Task::Steps(steps) => {
                self.map::<A, F>(|value, _, out| Ok(out.push(value.normalize_steps(steps).as_str())?))
            }
            Task::Resolve(base) => self.resolve::<A>(base.as_deref()),
            Task::ToUri => self.map::<Unicode, F>(|value, _, out| Ok(out.push(value.to_uri().as_str())?)),
            Task::ToIri => self.map::<Ascii, F>(|value, _, out| Ok(out.push(value.to_iri().as_str())?)),
            // The hash needs no copy of the normal form then.
            &Task::Fingerprint(rung, hash) if is_plain => self.fingerprint::<A, F>(|value| hash.of(value, rung)),
            &Task::Fingerprint(rung, hash) => {
                self.fingerprint::<A, F>(|value| hash.of(&ladder.normalize(value, rung), Rung::String))
            }
            Task::Rung if is_plain => self.rung::<A, F>(&Ladder::new()),
            Task::Rung => self.rung::<A, F>(&ladder),
            &Task::Apply(operation) => self.apply(operation),
        }
    }

    fn normalize<A: Alphabet, F: SchemePresence>(&self, ladder: &Ladder<'_>, rung: Rung) -> Result<ArrayRef, Error> {
        // One buffer for all rows, so that nothing is allocated for each of them.
        let mut buffer = String::new();
        self.map::<A, F>(|value, _, out| Ok(out.push(ladder.normalize_into(&value, rung, &mut buffer))?))
    }

    /// Runs an operation of the table on each text.
    fn apply(&self, operation: Operation) -> Result<ArrayRef, Error> {
        self.map_text(|first, out| {
            let (grammar, settings) = (self.grammar, Settings::default());
            let call = Call { operation, grammar, first, second: None, settings };
            let written = call.run(|answer| match answer {
                Answer::Text(text) => out.push(&text),
                _ => out.push(first),
            });
            match written {
                Ok(written) => Ok(written?),
                Err(Stop::Refused(refusal)) => Err(Miss::Refused(refusal.error)),
                // `Task::of` gives no operation that takes more than one text.
                Err(Stop::Misuse) => {
                    out.push_nulls(1);
                    Ok(())
                }
            }
        })
    }

    /// Passes the rows of both columns, block by block, with the number of the first row.
    fn blocks(
        &self,
        mut take: impl FnMut(usize, Block<'_>, Option<Block<'_>>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut first, mut second) = (Reader::new(self.texts), self.second.map(Reader::new));
        let mut start = 0;
        while start < self.texts.len() {
            let rows = first.rows(start);
            let other = second.as_mut().map(|second| second.read(rows.clone())).transpose()?;
            take(start, first.read(rows.clone())?, other)?;
            start = rows.end;
        }
        Ok(())
    }

    /// Whether a column is null in a row.
    fn is_null(&self, row: usize) -> bool {
        self.texts.is_null(row) || self.second.is_some_and(|second| second.is_null(row))
    }

    /// Passes each row to `put` with the text of the second column, which is empty if there is none, and writes `none` for a
    /// row without a result. `put` must not write anything before it refuses a row.
    ///
    /// Each of both is called in one place, so that it becomes part of the loop: a call would pass what was parsed in memory.
    #[inline(always)]
    fn each<O>(
        &self,
        out: &mut O,
        mut put: impl for<'b> FnMut(&mut O, &'b str, &'b str) -> Result<(), Miss<'b>>,
        none: impl Fn(&mut O, Option<&str>) -> Result<(), TooLong>,
    ) -> Result<(), Error> {
        self.blocks(|start, block, other| {
            for (nth, text) in block.rows().enumerate() {
                let row = start + nth;
                let without = if self.is_null(row) {
                    None
                } else {
                    match put(out, text, other.map_or("", |other| other.get(nth))) {
                        Ok(()) => continue,
                        Err(miss) => self.settle(row, text, miss)?,
                    }
                };
                none(out, without)?;
            }
            Ok(())
        })
    }

    /// Like [`each`](Self::each), with every row parsed.
    #[inline(always)]
    fn read<A: Alphabet, F: SchemePresence, O>(
        &self,
        out: &mut O,
        mut put: impl for<'b> FnMut(&mut O, Ri<&'b str, A, F>, &'b str) -> Result<(), Miss<'b>>,
        none: impl Fn(&mut O, Option<&str>) -> Result<(), TooLong>,
    ) -> Result<(), Error> {
        self.each(
            out,
            |out, text, other| match Ri::<&str, A, F>::parse(text) {
                Ok(value) => put(out, value, other),
                Err(error) => Err(Miss::Refused(error)),
            },
            none,
        )
    }

    /// What stands for an invalid text: null, or the text itself. Or it ends the task with the error, as `errors` says.
    #[cold]
    fn settle<'b>(&self, row: usize, text: &'b str, miss: Miss<'b>) -> Result<Option<&'b str>, Error> {
        let (of, error, second) = match (miss, self.task) {
            (Miss::Refused(error), _) => (Cow::Borrowed(text), error, false),
            (Miss::Cleaned(of, error), _) => (Cow::Owned(of), error, false),
            (Miss::Other(of, error), _) => (Cow::Borrowed(of), error, true),
            (Miss::Base(error), Task::Resolve(Some(base))) => (Cow::Borrowed(base.as_str()), error, false),
            _ => return Err(Error::TooLong),
        };
        match self.errors {
            Errors::Null => Ok(None),
            Errors::Keep => Ok(Some(text)),
            Errors::Raise => {
                let text = of.into_owned();
                Err(Error::Refused(Box::new(Refusal { row, second, text, error })))
            }
        }
    }

    /// Runs a task that turns one text into another. `put` gets the identifier and the text of the second column.
    fn map<A: Alphabet, F: SchemePresence>(
        &self,
        mut put: impl for<'b> FnMut(Ri<&'b str, A, F>, &'b str, &mut TextBuilder) -> Result<(), Miss<'b>>,
    ) -> Result<ArrayRef, Error> {
        let mut out = TextBuilder::new(self.data_type, self.texts.len(), self.texts.bytes());
        self.read::<A, F, _>(&mut out, |out, value, other| put(value, other, out), TextBuilder::push_option)?;
        Ok(out.finish())
    }

    /// Like [`map`](Self::map), for a task that parses the texts itself. It takes no second column.
    fn map_text(
        &self,
        mut put: impl for<'b> FnMut(&'b str, &mut TextBuilder) -> Result<(), Miss<'b>>,
    ) -> Result<ArrayRef, Error> {
        let mut out = TextBuilder::new(self.data_type, self.texts.len(), self.texts.bytes());
        self.each(&mut out, |out, text, _| put(text, out), TextBuilder::push_option)?;
        Ok(out.finish())
    }

    /// Resolves references, against `base` or against the base of each row in the second column. A reference may lack
    /// a scheme, whatever the grammar. If the base is invalid, the row is treated like a row with an invalid text.
    fn resolve<A: Alphabet>(&self, base: Option<&str>) -> Result<ArrayRef, Error> {
        let fixed = base.map(Ri::<&str, A, HasScheme>::parse);
        let mut buffer = String::new();
        self.map::<A, MaybeScheme>(|value, other, out| {
            let base = match &fixed {
                Some(Ok(base)) => *base,
                Some(Err(error)) => return Err(Miss::Base(*error)),
                None => Ri::<&str, A, HasScheme>::parse(other).map_err(|error| Miss::Other(other, error))?,
            };
            Ok(out.push(base.resolve_into(&value, &mut buffer).as_str())?)
        })
    }

    /// Writes the name of the lowest rung at which both texts of a row are equal, or `different`.
    fn rung<A: Alphabet, F: SchemePresence>(&self, ladder: &Ladder<'_>) -> Result<ArrayRef, Error> {
        let rows = self.texts.len();
        let mut out = TextBuilder::new(&DataType::Utf8, rows, rows * "different".len());
        self.read::<A, F, _>(
            &mut out,
            |out, a, text| {
                let b = Ri::<&str, A, F>::parse(text);
                let b = b.map_err(|error| Miss::Other(text, error))?;
                Ok(out.push(ladder.compare(&a, &b).rung().map_or("different", Rung::name))?)
            },
            |out, _| out.push_option(None),
        )?;
        Ok(out.finish())
    }

    fn fingerprint<A: Alphabet, F: SchemePresence>(
        &self,
        of: impl Fn(&Ri<&str, A, F>) -> [u8; 16],
    ) -> Result<ArrayRef, Error> {
        let mut out = FixedSizeBinaryBuilder::with_capacity(self.texts.len(), 16);
        self.read::<A, F, _>(
            &mut out,
            // `append_value` fails only for a value of another size, and every fingerprint has 16 bytes.
            |out, value, _| out.append_value(of(&value)).map_err(|_| Miss::TooLong),
            |out, _| {
                out.append_null();
                Ok(())
            },
        )?;
        Ok(Arc::new(out.finish()))
    }

    /// Writes the components of each row into a struct column.
    fn parse<A: Alphabet, F: SchemePresence>(&self) -> Result<ArrayRef, Error> {
        let rows = self.texts.len();
        let mut out = (PARTS.map(|_| TextBuilder::new(self.data_type, rows, 0)), NullBufferBuilder::new(rows));
        self.read::<A, F, _>(
            &mut out,
            |(builders, nulls), value, _| {
                let Parts { scheme, userinfo, host, port, path, query, fragment } = value.parts();
                let values = [scheme, userinfo, host, port, Some(path), query, fragment];
                for (builder, value) in builders.iter_mut().zip(values) {
                    builder.push_option(value)?;
                }
                nulls.append_non_null();
                Ok(())
            },
            |(builders, nulls), _| {
                builders.iter_mut().for_each(|builder| builder.push_nulls(1));
                nulls.append_null();
                Ok(())
            },
        )?;
        let (mut builders, mut nulls) = out;
        let columns = builders.iter_mut().map(TextBuilder::finish).collect();
        Ok(Arc::new(StructArray::new(parts(self.data_type), columns, nulls.finish())))
    }

    /// Writes the error of each invalid text, and null for a valid text or a null row.
    fn why_not<A: Alphabet, F: SchemePresence>(&self) -> Result<ArrayRef, Error> {
        let mut out = ErrorBuilder::new(self.texts.len());
        self.blocks(|start, block, _| {
            // Most texts are valid, so only the others are parsed for their error, and the rows between those are written
            // together.
            let words = validity::<A, F>(block.text, block.ranges());
            let is_invalid = |row: &usize| words.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 0);
            let mut done = 0;
            for row in (0..block.len()).filter(is_invalid) {
                let text = block.get(row);
                if let Some(error) = Ri::<&str, A, F>::parse(text).err().filter(|_| !self.is_null(start + row)) {
                    out.push_none(row - done);
                    out.push(text, error)?;
                    done = row + 1;
                }
            }
            out.push_none(block.len() - done);
            Ok(())
        })?;
        Ok(out.finish())
    }

    /// Writes whether each text is valid. In a null row the bit has no meaning, because the row keeps its null.
    fn is_valid<A: Alphabet, F: SchemePresence>(&self) -> Result<ArrayRef, Error> {
        let mut values = BooleanBufferBuilder::new(self.texts.len());
        self.blocks(|_, block, _| {
            let words = validity::<A, F>(block.text, block.ranges());
            // Arrow stores bits byte by byte, with the lowest bit first, so the words must be little-endian.
            let bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
            values.append_packed_range(0..block.len(), &bytes);
            Ok(())
        })?;
        Ok(Arc::new(BooleanArray::new(values.finish(), self.texts.nulls().cloned())))
    }
}

/// Writes what an invalid text becomes for [`Task::ParseLenient`].
#[inline(never)]
fn mend<'b, A: Alphabet, F: SchemePresence>(text: &'b str, out: &mut TextBuilder) -> Result<(), Miss<'b>> {
    let cleaned = cleaned(text);
    match Ri::<&str, A, F>::parse_lenient(&cleaned) {
        Ok(value) => Ok(out.push_option(Some(value.as_str()))?),
        Err(error) => Err(Miss::Cleaned(cleaned.into_owned(), error)),
    }
}

/// A text as somebody probably meant it, for [`Task::ParseLenient`]: without spaces, tabs and line ends at its ends, and with
/// `%25` for each `%` that begins no escape.
fn cleaned(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches([' ', '\t', '\n', '\r']);
    if !text.as_bytes().contains(&b'%') {
        return Cow::Borrowed(text);
    }
    let is_stray =
        |rest: &str| !rest.get(..2).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if !text.split('%').skip(1).any(is_stray) {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for rest in parts {
        out.push_str(if is_stray(rest) { "%25" } else { "%" });
        out.push_str(rest);
    }
    Cow::Owned(out)
}
