//! Reads a text file as a table with a row for each line.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

use datafusion::arrow::array::{Int64Array, RecordBatch, StringBuilder};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::streaming::PartitionStream;

use crate::{Open, tables};

/// The greatest length of a line, in bytes.
const LONGEST: usize = 1 << 30;

/// A batch has at most this many bytes of text and one more line, so that long lines do not make it
/// large.
const BYTES: usize = 1 << 23;

/// A file that is read from its beginning for each scan.
#[derive(Debug)]
struct Lines {
    path: PathBuf,
    open: Open,
    schema: SchemaRef,
}

pub(crate) fn table(path: PathBuf, open: Open) -> Result<StreamingTable> {
    let fields = vec![
        Field::new("line", DataType::Utf8, true),
        Field::new("number", DataType::Int64, false),
    ];
    let schema = Arc::new(Schema::new(fields));
    let lines = Lines { path, open, schema: Arc::clone(&schema) };
    StreamingTable::try_new(schema, vec![Arc::new(lines)])
}

impl PartitionStream for Lines {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut builder = RecordBatchReceiverStream::builder(Arc::clone(&self.schema), 2);
        let (out, path, open) = (builder.tx(), self.path.clone(), self.open);
        let (schema, rows) = (Arc::clone(&self.schema), context.session_config().batch_size());
        builder.spawn_blocking(move || {
            let named = |error| {
                let name = tables::shown(&path);
                DataFusionError::Execution(format!("{name}: {error}"))
            };
            let mut reader = BufReader::with_capacity(1 << 17, open(&path).map_err(named)?);
            let (mut buffer, mut number) = (Vec::new(), 0);
            loop {
                let (batch, read) = read(&mut reader, &mut buffer, rows).map_err(named)?;
                if read == 0 {
                    return Ok(());
                }
                let numbers = Int64Array::from_iter_values(number + 1..=number + read);
                number += read;
                let columns = vec![batch, Arc::new(numbers) as _];
                // The receiver is gone, so nobody needs more rows.
                if out
                    .blocking_send(Ok(RecordBatch::try_new(Arc::clone(&schema), columns)?))
                    .is_err()
                {
                    return Ok(());
                }
            }
        });
        builder.build()
    }
}

/// The next lines, and their number.
fn read(
    reader: &mut BufReader<Box<dyn Read + Send>>,
    buffer: &mut Vec<u8>,
    most: usize,
) -> std::io::Result<(datafusion::arrow::array::ArrayRef, i64)> {
    let mut lines = StringBuilder::new();
    let mut read = 0;
    for _ in 0..most {
        buffer.clear();
        match reader.take(LONGEST as u64).read_until(b'\n', buffer)? {
            0 => break,
            LONGEST if !buffer.ends_with(b"\n") => return Err(too_long()),
            _ => {}
        }
        let (line, _) = oneiri_documents::split_terminator(buffer);
        lines.append_option(std::str::from_utf8(line).ok());
        read += 1;
        if lines.values_slice().len() >= BYTES {
            break;
        }
    }
    Ok((Arc::new(lines.finish()), read))
}

fn too_long() -> std::io::Error {
    let message = format!("expected the end of a line within {LONGEST} bytes");
    std::io::Error::new(std::io::ErrorKind::InvalidData, message)
}
