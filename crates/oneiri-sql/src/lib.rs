#![doc = include_str!("../README.md")]

mod fault;
mod lines;
mod output;
mod tables;

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use datafusion::error::Result as Answer;
use datafusion::execution::context::SQLOptions;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::physical_plan::SendableRecordBatchStream;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;

use crate::output::Output;

/// Opens a text file, or standard input for `-`, and unpacks it.
pub type Open = fn(&Path) -> io::Result<Box<dyn Read + Send>>;

/// A query on files. See the example of the [crate].
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The query. Statements that write are refused.
    pub sql: &'a str,
    /// The tables. Each is named after its file, and a single one is also `input`. The ending of a
    /// file says how it is read.
    pub files: &'a [PathBuf],
    /// How many bytes may be used, approximately. A query that needs more uses temporary files, or
    /// fails.
    pub memory: Option<usize>,
    /// How rows are written.
    pub format: Format,
    /// Opens the files that have a row for each line. DataFusion opens the others.
    pub open: Open,
    /// Characters that a terminal acts on. A table and JSON have their numbers in their place.
    pub hidden: fn(char) -> bool,
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people: aligned columns in a frame.
    Table,
    /// RFC 4180, with a header. Null is nothing, and empty text is `""`.
    Csv,
    /// TABs between fields, no quotes, a header.
    Tsv,
    /// One JSON object on each line.
    Ndjson,
}

/// Why a query ended early. Messages are one line, and may have characters of the files in them.
#[derive(Debug)]
pub enum Error {
    /// A function with the option `raise` met an invalid identifier.
    Raised(String),
    /// The query is wrong, or a file cannot be read, or the memory does not suffice.
    Failed(String),
    /// The rows could not be written.
    Write(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raised(message) | Self::Failed(message) => f.write_str(message),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("sql", &self.sql)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}

/// Takes whole lines.
type Write<'w> = dyn FnMut(&[u8]) -> io::Result<()> + 'w;

impl Query<'_> {
    /// Runs the query and gives its rows to `write`, as whole lines.
    ///
    /// # Errors
    ///
    /// See [`Error`]. Rows that were written before stay written.
    pub fn run(&self, write: &mut Write<'_>) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_multi_thread().build();
        let runtime = runtime.map_err(|error| Error::Failed(error.to_string()))?;
        let ran = runtime.block_on(self.answer(write));
        // A thread that still waits for a line from a terminal is not waited for.
        runtime.shutdown_background();
        ran
    }

    async fn answer(&self, write: &mut Write<'_>) -> Result<(), Error> {
        let context = self.context().map_err(fault::of_query)?;
        tables::register(&context, self.files, self.open).await?;
        let mut rows = self.rows(&context).await.map_err(fault::of_query)?;
        let mut output = Output::new(self.format, rows.schema(), self.hidden);
        while let Some(batch) = rows.next().await {
            output.batch(batch.map_err(fault::of_run)?, write)?;
        }
        output.finish(write)
    }

    fn context(&self) -> Answer<SessionContext> {
        let mut runtime = RuntimeEnvBuilder::new();
        if let Some(memory) = self.memory {
            runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(memory)));
        }
        let mut config = SessionConfig::new().with_information_schema(true);
        config.options_mut().sql_parser.collect_spans = true;
        let context = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
        oneiri_datafusion::register(&context);
        Ok(context)
    }

    /// Runs the query and returns its rows as a stream. Statements that are not queries are refused.
    async fn rows(&self, context: &SessionContext) -> Answer<SendableRecordBatchStream> {
        let questions = SQLOptions::new()
            .with_allow_ddl(false)
            .with_allow_dml(false)
            .with_allow_statements(false);
        context.sql_with_options(self.sql, questions).await?.execute_stream().await
    }
}
