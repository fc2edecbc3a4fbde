//! `oneiri dedupe --json`: writes an object for every line, with the place of the first spelling of
//! its class. All classes are kept in memory.

use std::path::PathBuf;
use std::sync::Arc;

use oneiri::Alphabet;

use super::classes::{Classes, Place};
use super::reading::Reading;
use crate::input::items::Items;
use crate::input::judge::Judge;
use crate::input::source::Source;
use crate::output::answers::Answers;
use crate::output::escape;
use crate::output::fault::Fault;
use crate::output::item::Item;
use crate::output::json::Deduped;
use crate::output::rejects::Rejects;
use crate::output::session::Session;
use crate::output::stop::Stop;

/// Writes the objects and returns the number of classes.
pub(super) fn run<A: Alphabet + Send + Sync + 'static>(
    files: Vec<PathBuf>,
    reading: &Arc<Reading<A>>,
    rejects: &mut Option<Rejects>,
    session: &mut Session,
) -> Result<u64, Stop> {
    let names: Vec<String> = files.iter().map(|path| escape::path(path)).collect();
    let mut classes = Classes::default();
    let reading = Arc::clone(reading);
    let work = move |items: &Items<'_>, _: &mut Answers| -> Vec<Result<String, Fault>> {
        items.lines().map(|item| normal(&reading.judge, &item)).collect()
    };
    Source::files(files).work(session, work, |session, items, read| {
        let mut answers = session.answers();
        for (item, read) in items.lines().zip(read) {
            let (text, normal) = match item.text().and_then(|text| Ok((text, read?))) {
                Ok(read) => read,
                Err(fault) => {
                    if let Some(rejects) = rejects {
                        rejects.keep(item.bytes, item.terminator)?;
                    }
                    answers.refuse(&item, &fault);
                    continue;
                }
            };
            let place = Place { file: item.file_index as u64, line: item.number };
            let first = classes.insert(&normal, place);
            let at = first.unwrap_or(place);
            let file = usize::try_from(at.file).ok().and_then(|file| names.get(file));
            let body = Deduped {
                output: &normal,
                kept: first.is_none(),
                first_line: at.line,
                first_file: file.filter(|_| item.several).map(String::as_str),
            };
            answers.record(&item, text, body);
        }
        session.give(&mut answers)
    })?;
    Ok(classes.len() as u64)
}

fn normal<A: Alphabet>(judge: &Judge<A>, item: &Item<'_>) -> Result<String, Fault> {
    let mut buffer = String::new();
    let identifier = judge.read(item.text()?, &mut buffer)?;
    Ok(judge.form(&judge.ladder(), &identifier.as_borrowed(), &mut String::new()).into_string())
}
