//! The loop of every command that turns each item into a text.

use crate::commands::Job;
use crate::commands::shared::records::Plan;
use crate::input::items::Items;
use crate::input::source::Source;
use crate::output::answers::Answers;
use crate::output::fault::Fault;
use crate::output::json::Output;
use crate::output::session::Session;
use crate::output::stop::Flow;

/// The job of a command that changes records, without any other file to read.
pub(crate) fn job(
    plan: Plan,
    change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
) -> Job {
    Job::new(move |session| each(plan.open(session)?, session, change))
}

/// Calls `change` for each item, which appends its answer to the string. Writes the answer, or the
/// refusal.
pub(crate) fn each(
    source: Source,
    session: &mut Session,
    change: impl Fn(&str, &mut String) -> Result<(), Fault> + Send + Sync + 'static,
) -> Flow {
    let work = move |items: &Items<'_>, answers: &mut Answers| {
        let mut output = String::new();
        items.each(|item| {
            if item.is_gap() {
                return answers.close(item);
            }
            output.clear();
            match item.text().and_then(|text| change(text, &mut output).map(|()| text)) {
                Err(fault) => answers.refuse(item, &fault),
                Ok(text) if answers.json() => {
                    answers.record(item, text, Output { output: &output });
                }
                Ok(_) => answers.answer(item, output.as_bytes()),
            }
        });
    };
    source.work(session, work, |_, _, ()| Ok(()))
}
