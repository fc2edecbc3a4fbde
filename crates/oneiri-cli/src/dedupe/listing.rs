//! `oneiri dedupe --json`: writes an object for every line, with the place of the first spelling of
//! its class. The lines are processed one by one, and all classes are kept in memory.

use std::path::PathBuf;

use oneiri::Alphabet;

use super::classes::{Classes, Place};
use super::rejects::Rejects;
use crate::input::judge::Judge;
use crate::input::source::Source;
use crate::output::escape;
use crate::output::json::Deduped;
use crate::output::session::Session;
use crate::output::stop::Stop;

/// Writes the objects and returns the number of classes.
pub(super) fn run<A: Alphabet>(
    files: Vec<PathBuf>,
    judge: &Judge<A>,
    rejects: &mut Option<Rejects>,
    session: &mut Session,
) -> Result<u64, Stop> {
    let ladder = judge.ladder();
    let mut buffer = String::new();
    let names: Vec<String> = files.iter().map(|path| escape::path(path)).collect();
    let mut classes = Classes::default();
    Source::Files(files).each(session, |session, item| {
        let read = item.text().and_then(|text| Ok((text, judge.read(text, &mut buffer)?)));
        let (text, identifier) = match read {
            Ok(read) => read,
            Err(fault) => {
                if let Some(rejects) = rejects {
                    rejects.keep(item.bytes, item.terminator)?;
                }
                return session.refuse(item, &fault);
            }
        };
        let normal = ladder.normalize(&identifier, judge.rung);
        let place = Place { file: item.file_index as u64, line: item.number };
        let first = classes.insert(normal.as_str(), place);
        let at = first.unwrap_or(place);
        let file = usize::try_from(at.file).ok().and_then(|file| names.get(file));
        let body = Deduped {
            output: normal.as_str(),
            kept: first.is_none(),
            first_line: at.line,
            first_file: file.filter(|_| item.several).map(String::as_str),
        };
        session.record(item, text, body)
    })?;
    Ok(classes.len() as u64)
}
