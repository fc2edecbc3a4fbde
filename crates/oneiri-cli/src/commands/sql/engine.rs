//! Runs a query with DataFusion.

use std::sync::Arc;

use datafusion::error::Result;
use datafusion::execution::context::SQLOptions;
use datafusion::execution::memory_pool::FairSpillPool;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::physical_plan::SendableRecordBatchStream;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;

use super::options::{Args, Format};
use super::output::Output;
use super::{fault, tables};
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};
use crate::pipeline::run;

pub(super) fn run(args: Args, session: &mut Session) -> Flow {
    let format = match args.format {
        _ if session.json() => Format::Ndjson,
        Some(format) => format,
        None if session.terminal() => Format::Table,
        None => Format::Csv,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().build();
    let runtime = runtime.map_err(|error| Stop::Failed(error.to_string()))?;
    let ran = runtime.block_on(answer(args, format, session));
    // A thread that still waits for a line from a terminal is not waited for.
    runtime.shutdown_background();
    ran
}

async fn answer(mut args: Args, format: Format, session: &mut Session) -> Flow {
    run::or_stdin(&mut args.files, session);
    let context = match context(args.memory) {
        Ok(context) => context,
        Err(error) => return fault::tell(&error, false, session),
    };
    tables::register(&context, &args.files).await?;
    let mut rows = match rows(&context, &args.query).await {
        Ok(rows) => rows,
        Err(error) => return fault::tell(&error, false, session),
    };
    let mut output = Output::new(format, rows.schema());
    while let Some(batch) = rows.next().await {
        match batch {
            Ok(batch) => output.batch(batch, session)?,
            Err(error) => return fault::tell(&error, true, session),
        }
    }
    output.finish(session)
}

fn context(memory: Option<usize>) -> Result<SessionContext> {
    let mut runtime = RuntimeEnvBuilder::new();
    if let Some(memory) = memory {
        runtime = runtime.with_memory_pool(Arc::new(FairSpillPool::new(memory)));
    }
    let mut config = SessionConfig::new().with_information_schema(true);
    config.options_mut().sql_parser.collect_spans = true;
    let context = SessionContext::new_with_config_rt(config, runtime.build_arc()?);
    oneiri_datafusion::register(&context);
    Ok(context)
}

/// Runs the query and returns its rows as a stream. Statements that are not queries are refused.
async fn rows(context: &SessionContext, query: &str) -> Result<SendableRecordBatchStream> {
    let questions =
        SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    context.sql_with_options(query, questions).await?.execute_stream().await
}
