//! Policies on columns: `oneiri.arrow.check`.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, BooleanBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array as _, ArrayRef, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use crate::column::{Column, column as output, not_read, taken};
use crate::given::Given;
use crate::policy::Policy;

/// How many rows are checked before somebody may interrupt.
const OFTEN: usize = 1 << 12;

/// The decisions on the texts of a column. `oneiri.arrow.check` calls it.
#[pyfunction]
#[pyo3(signature = (column, policy, base = None))]
pub(crate) fn check_column<'py>(
    py: Python<'py>,
    column: Column,
    policy: &Bound<'py, Policy>,
    base: Option<Given<'_, '_>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (policy, base) = (policy.get(), base.as_ref().map(Given::as_str));
    // Octets that are not UTF-8 become U+FFFD.
    let (texts, keys) = column.once();
    let texts = texts.lossy()?;
    let mut chunks = Vec::with_capacity(column.chunks.len());
    for (chunk, keys) in texts.chunks.iter().zip(keys) {
        let mut decisions = Decisions::default();
        for start in (0..chunk.len()).step_by(OFTEN) {
            let rows = start..chunk.len().min(start + OFTEN);
            py.detach(|| {
                rows.into_iter().try_for_each(|row| decisions.push(text(chunk, row)?, policy, base))
            })?;
            py.check_signals()?;
        }
        let decided = decisions.finish(chunk.nulls().cloned());
        chunks.push(match keys {
            Some(keys) => {
                taken(&decided, &keys).map_err(|error| PyValueError::new_err(error.to_string()))?
            }
            None => decided,
        });
    }
    output(py, chunks, column.is_chunked, &DataType::Struct(fields()))
}

fn fields() -> Fields {
    let field = |(name, data_type)| Field::new(name, data_type, true);
    [("allow", DataType::Boolean), ("canonical", DataType::Utf8), ("reasons", DataType::Utf8)]
        .into_iter()
        .map(field)
        .collect()
}

/// The columns that are being made.
#[derive(Default)]
struct Decisions {
    allow: BooleanBuilder,
    canonical: StringBuilder,
    reasons: StringBuilder,
}

impl Decisions {
    /// Checks the text of a row.
    fn push(&mut self, text: Option<&str>, policy: &Policy, base: Option<&str>) -> PyResult<()> {
        let Some(text) = text else {
            self.allow.append_null();
            self.canonical.append_null();
            self.reasons.append_null();
            return Ok(());
        };
        // Octets that are not UTF-8 stand as U+FFFD in the text. No parser reads them, so they are not admitted as another
        // character, even if the policy repairs texts.
        if text.contains('\u{FFFD}') {
            self.allow.append_value(false);
            self.canonical.append_null();
            return append(&mut self.reasons, oneiri_policy::Code::NotUtf8.as_str());
        }
        match policy.decide(text, base) {
            Ok(checked) => {
                self.allow.append_value(true);
                self.reasons.append_null();
                append(&mut self.canonical, checked.as_str())
            }
            Err(reasons) => {
                self.allow.append_value(false);
                self.canonical.append_null();
                let codes: Vec<_> = reasons.iter().map(|reason| reason.code.as_str()).collect();
                append(&mut self.reasons, &codes.join(" "))
            }
        }
    }

    fn finish(mut self, nulls: Option<NullBuffer>) -> ArrayRef {
        let builders: [&mut dyn ArrayBuilder; 3] =
            [&mut self.allow, &mut self.canonical, &mut self.reasons];
        let columns = builders.map(ArrayBuilder::finish).into();
        Arc::new(StructArray::new(fields(), columns, nulls))
    }
}

fn append(builder: &mut StringBuilder, text: &str) -> PyResult<()> {
    if i32::try_from(builder.values_slice().len() + text.len()).is_err() {
        return Err(PyOverflowError::new_err("more than 2 GiB of text in a chunk"));
    }
    builder.append_value(text);
    Ok(())
}

/// The text of a row. None if it is null.
fn text(chunk: &ArrayRef, row: usize) -> PyResult<Option<&str>> {
    if chunk.is_null(row) {
        return Ok(None);
    }
    Ok(Some(match chunk.data_type() {
        DataType::Utf8 => chunk.as_string::<i32>().value(row),
        DataType::LargeUtf8 => chunk.as_string::<i64>().value(row),
        DataType::Utf8View => chunk.as_string_view().value(row),
        other => return Err(not_read(other)),
    }))
}
