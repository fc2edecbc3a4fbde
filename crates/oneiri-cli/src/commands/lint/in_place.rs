//! Fixes the lines of files. A file is replaced completely or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use oneiri::Alphabet;

use super::linter::Run;
use crate::input::source::Source;
use crate::output::escape;
use crate::output::session::Session;
use crate::output::stop::Flow;
use crate::output::target::Target;

pub(super) fn fix<A: Alphabet>(run: &mut Run, path: &Path, session: &mut Session) -> Flow {
    let name = escape::path(path);
    match fs::metadata(path) {
        Ok(there) if there.is_file() && path != Path::new("-") => {}
        Ok(_) => {
            session.fail(&format!("{name}: not a file, and cannot be fixed in place"));
            return Ok(());
        }
        Err(error) => {
            session.fail(&format!("{name}: {error}"));
            return Ok(());
        }
    }
    match rewrite::<A>(run, path, session) {
        Ok(flow) => flow,
        Err(error) => {
            session.fail(&format!("{name}: {error}; it is as it was"));
            Ok(())
        }
    }
}

fn rewrite<A: Alphabet>(run: &mut Run, path: &Path, session: &mut Session) -> io::Result<Flow> {
    let mut out = BufWriter::new(Target::create(path)?);
    let (mut changed, mut written, mut read) = (false, Ok(()), 0);
    let source = Source::Files(vec![path.to_owned()]);
    let ran = source.each(session, |session, item| {
        let fixed = run.line::<A>(item, session)?;
        read += item.bytes.len() as u64 + item.terminator.len() as u64;
        changed |= fixed.is_some();
        let bytes = fixed.as_deref().map_or(item.bytes, str::as_bytes);
        if written.is_ok() {
            written = out.write_all(bytes).and_then(|()| out.write_all(item.terminator));
        }
        Ok(())
    });
    written?;
    if changed && ran.is_ok() {
        let new = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Lines that could not be read, or that were added in the meantime, would be lost.
        if read != fs::metadata(path)?.len() {
            return Err(io::Error::other("it could not be read to its end, or has changed"));
        }
        new.finish()?;
    }
    Ok(ran)
}
