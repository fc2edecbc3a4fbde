//! Runs a task on each row of a column.
//!
//! The output column has one row for each input row, in the same order. The function `read` alone
//! decides what happens to an invalid text; the tasks only say what to write for a row. Two tasks do
//! not use it, because an invalid text is a result for them: `is_valid` and `why_not`.

use std::sync::Arc;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{ArrayRef, BooleanArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBufferBuilder};
use arrow_schema::DataType;
use oneiri::{
    Alphabet, Ascii, HasScheme, Ladder, MaybeScheme, Parts, Ri, Rung, SchemePresence, Unicode,
};
use oneiri_operations::{Answer, Call, Grammar, Operation, Settings, Stop};

use crate::build::{TextBuilder, TooLong, structure};
use crate::refusal::{Error, ErrorBuilder, Refusal};
use crate::task::{Errors, Task};
use crate::texts::Texts;

/// A row after parsing.
enum Row<'t, V> {
    /// Null, or an invalid text that counts as null.
    Null,
    /// An invalid text that is copied to the output.
    Kept(&'t str),
    /// The number of the row, and the identifier in that row.
    Value(usize, V),
}

/// The reason why a row has no result.
enum Miss<'t> {
    /// An invalid text with its error: the text of the row, its text in the second column, or the fixed base.
    Refused(&'t str, oneiri::Error),
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
        match self.task {
            Task::Parse => self.parse::<A, F>(),
            Task::ParseLenient => self
                .map_with(Ri::<&str, A, F>::parse_lenient, |_, value, out| {
                    Ok(out.push(value.as_str())?)
                }),
            Task::IsValid => Ok(self.is_valid::<A, F>()),
            Task::WhyNot => self.why_not::<A, F>(),
            Task::Normalize(Rung::Path) => self.map::<A, F>(|_, value, out| {
                Ok(out.push(value.normalize_at(Rung::Path).as_str())?)
            }),
            &Task::Normalize(rung) => {
                self.map::<A, F>(|_, value, out| Ok(out.push(value.normalize_at(rung).as_str())?))
            }
            Task::NormalizeBy(rung, rules) => {
                let ladder = rules.ladder();
                self.map::<A, F>(|_, value, out| {
                    Ok(out.push(ladder.normalize(&value, *rung).as_str())?)
                })
            }
            &Task::Steps(steps) => self
                .map::<A, F>(|_, value, out| Ok(out.push(value.normalize_steps(steps).as_str())?)),
            Task::Resolve(base) => self.resolve::<A>(base.as_deref()),
            Task::ToUri => {
                self.map::<Unicode, F>(|_, value, out| Ok(out.push(value.to_uri().as_str())?))
            }
            Task::ToIri => {
                self.map::<Ascii, F>(|_, value, out| Ok(out.push(value.to_iri().as_str())?))
            }
            &Task::Fingerprint(rung, hash) => {
                self.fingerprint::<A, F>(|value| hash.of(value, rung))
            }
            Task::FingerprintBy(rung, hash, rules) => {
                let ladder = rules.ladder();
                self.fingerprint::<A, F>(|value| {
                    hash.of(&ladder.normalize(value, *rung), Rung::String)
                })
            }
            Task::Rung => self.rung::<A, F>(&Ladder::new()),
            Task::RungBy(rules) => self.rung::<A, F>(&rules.ladder()),
            &Task::Apply(operation) => self.apply(operation),
        }
    }

    /// Runs an operation of the table on each text.
    fn apply(&self, operation: Operation) -> Result<ArrayRef, Error> {
        self.map_with(Ok, |_, first, out| {
            let (grammar, settings) = (self.grammar, Settings::default());
            let call = Call { operation, grammar, first, second: None, settings };
            let written = call.run(|answer| match answer {
                Answer::Text(text) => out.push(&text),
                _ => out.push(first),
            });
            match written {
                Ok(written) => Ok(written?),
                Err(Stop::Refused(refusal)) => Err(Miss::Refused(first, refusal.error)),
                // `Task::of` gives no operation that takes more than one text.
                Err(Stop::Misuse) => {
                    out.push_null();
                    Ok(())
                }
            }
        })
    }

    /// The text of a row; `None` if a column is null in that row.
    fn text(&self, row: usize) -> Option<&'t str> {
        match self.second {
            Some(second) if second.is_null(row) => None,
            _ => self.texts.get(row),
        }
    }

    /// Parses every row and passes it to `put`, which writes one row of output.
    ///
    /// If `put` returns `Miss::Refused`, and errors do not end the task, `read` calls `put` a second time for the same
    /// row, with `Row::Null` or `Row::Kept`. Therefore `put` must not write anything before it returns `Refused`.
    fn read<A: Alphabet, F: SchemePresence>(
        &self,
        put: impl FnMut(Row<'t, Ri<&'t str, A, F>>) -> Result<(), Miss<'t>>,
    ) -> Result<(), Error> {
        // The function itself would be called for each row, and a closure becomes part of the loop.
        self.read_with(|text| Ri::<&str, A, F>::parse(text), put)
    }

    /// Like [`read`](Self::read), by a parser.
    fn read_with<V>(
        &self,
        parse: impl Fn(&'t str) -> Result<V, oneiri::Error>,
        mut put: impl FnMut(Row<'t, V>) -> Result<(), Miss<'t>>,
    ) -> Result<(), Error> {
        for row in 0..self.texts.len() {
            let text = self.text(row);
            let (answer, second) = match text {
                None => (put(Row::Null), false),
                Some(text) => match parse(text) {
                    Ok(value) => (put(Row::Value(row, value)), self.second.is_some()),
                    Err(error) => (Err(Miss::Refused(text, error)), false),
                },
            };
            let answer = match answer {
                Err(Miss::Refused(of, error)) => match self.errors {
                    Errors::Null => put(Row::Null),
                    Errors::Keep => put(Row::Kept(text.unwrap_or_default())),
                    Errors::Raise => {
                        let text = of.to_owned();
                        return Err(Error::Refused(Box::new(Refusal { row, second, text, error })));
                    }
                },
                answer => answer,
            };
            if answer.is_err() {
                return Err(Error::TooLong);
            }
        }
        Ok(())
    }

    /// Runs a task that turns one text into another.
    fn map<A: Alphabet, F: SchemePresence>(
        &self,
        put: impl FnMut(usize, Ri<&'t str, A, F>, &mut TextBuilder) -> Result<(), Miss<'t>>,
    ) -> Result<ArrayRef, Error> {
        self.map_with(|text| Ri::<&str, A, F>::parse(text), put)
    }

    /// Like [`map`](Self::map), by a parser.
    fn map_with<V>(
        &self,
        parse: impl Fn(&'t str) -> Result<V, oneiri::Error>,
        mut put: impl FnMut(usize, V, &mut TextBuilder) -> Result<(), Miss<'t>>,
    ) -> Result<ArrayRef, Error> {
        let mut out = TextBuilder::new(self.data_type, self.texts.len(), self.texts.bytes());
        self.read_with(parse, |row| match row {
            Row::Null => {
                out.push_null();
                Ok(())
            }
            Row::Kept(text) => Ok(out.push(text)?),
            Row::Value(row, value) => put(row, value, &mut out),
        })?;
        Ok(out.finish())
    }

    /// Resolves references, against `base` or against the base of each row in the second column. A reference may lack
    /// a scheme, whatever the grammar. If the base is invalid, the row is treated like a row with an invalid text.
    fn resolve<A: Alphabet>(&self, base: Option<&'t str>) -> Result<ArrayRef, Error> {
        let parse = |text| {
            Ri::<&str, A, HasScheme>::parse(text).map_err(|error| Miss::Refused(text, error))
        };
        let parsed = base.and_then(|base| parse(base).ok());
        let base_of = |row| base.or_else(|| self.second.and_then(|bases| bases.get(row)));
        let mut room = String::new();
        self.map::<A, MaybeScheme>(|row, value, out| {
            let base = match parsed {
                Some(base) => base,
                None => parse(base_of(row).unwrap_or_default())?,
            };
            Ok(out.push(base.resolve_into(&value, &mut room).as_str())?)
        })
    }

    /// Writes the name of the lowest rung at which both texts of a row are equal, or `different`.
    fn rung<A: Alphabet, F: SchemePresence>(&self, ladder: &Ladder<'_>) -> Result<ArrayRef, Error> {
        let rows = self.texts.len();
        let mut out = TextBuilder::new(&DataType::Utf8, rows, rows * "different".len());
        self.read::<A, F>(|row| match row {
            Row::Null | Row::Kept(_) => {
                out.push_null();
                Ok(())
            }
            Row::Value(row, a) => {
                let text = self.second.and_then(|second| second.get(row)).unwrap_or_default();
                let b = Ri::<&str, A, F>::parse(text);
                let b = b.map_err(|error| Miss::Refused(text, error))?;
                Ok(out.push(ladder.compare(&a, &b).rung().map_or("different", Rung::name))?)
            }
        })?;
        Ok(out.finish())
    }

    fn fingerprint<A: Alphabet, F: SchemePresence>(
        &self,
        of: impl Fn(&Ri<&'t str, A, F>) -> [u8; 16],
    ) -> Result<ArrayRef, Error> {
        let mut out = FixedSizeBinaryBuilder::with_capacity(self.texts.len(), 16);
        self.read::<A, F>(|row| match row {
            Row::Null | Row::Kept(_) => {
                out.append_null();
                Ok(())
            }
            Row::Value(_, value) => {
                // `append_value` fails only for a value of another size, and every fingerprint has 16 bytes.
                out.append_value(of(&value)).map_err(|_| Miss::TooLong)
            }
        })?;
        Ok(Arc::new(out.finish()))
    }

    /// Writes the components of each row into a struct column. The names are in the order of `values`.
    fn parse<A: Alphabet, F: SchemePresence>(&self) -> Result<ArrayRef, Error> {
        const NAMES: [&str; 7] =
            ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
        let rows = self.texts.len();
        let mut parts = NAMES.map(|_| TextBuilder::new(self.data_type, rows, 0));
        let mut nulls = NullBufferBuilder::new(rows);
        self.read::<A, F>(|row| {
            let Row::Value(_, value) = row else {
                parts.iter_mut().for_each(TextBuilder::push_null);
                nulls.append_null();
                return Ok(());
            };
            let Parts { scheme, userinfo, host, port, path, query, fragment } = value.parts();
            let values = [scheme, userinfo, host, port, Some(path), query, fragment];
            for (part, value) in parts.iter_mut().zip(values) {
                part.push_option(value)?;
            }
            nulls.append_non_null();
            Ok(())
        })?;
        let parts = NAMES.into_iter().zip(parts.iter_mut().map(TextBuilder::finish)).collect();
        Ok(structure(parts, nulls.finish()))
    }

    /// Writes the error of each invalid text, and null for a valid text or a null row.
    fn why_not<A: Alphabet, F: SchemePresence>(&self) -> Result<ArrayRef, Error> {
        let mut out = ErrorBuilder::new(self.texts.len());
        for row in 0..self.texts.len() {
            let text = self.texts.get(row).unwrap_or_default();
            match Ri::<&str, A, F>::parse(text) {
                Err(error) if self.texts.get(row).is_some() => out.push(text, error)?,
                _ => out.push_none(),
            }
        }
        Ok(out.finish())
    }

    /// Writes whether each text is valid. In a null row the bit has no meaning, because the row keeps its null.
    fn is_valid<A: Alphabet, F: SchemePresence>(&self) -> ArrayRef {
        let rows = self.texts.len();
        let values = match self.texts.contiguous() {
            Some((text, ranges)) => {
                let words = oneiri::batch::validity::<A, F>(text, ranges).into_iter();
                // Arrow stores bits byte by byte, with the lowest bit first, so the words must be little-endian.
                let words: Vec<u64> = words.map(u64::to_le).collect();
                BooleanBuffer::new(Buffer::from_vec(words), 0, rows)
            }
            None => BooleanBuffer::collect_bool(rows, |row| {
                self.texts.get(row).is_some_and(|text| Ri::<&str, A, F>::parse(text).is_ok())
            }),
        };
        Arc::new(BooleanArray::new(values, self.texts.nulls().cloned()))
    }
}
