//! Files with their lines fixed. A file is replaced as a whole or not at all: what is new is written
//! beside it, and takes its name when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use oneiri::Alphabet;

use super::Run;
use crate::input::{self, Source};
use crate::session::{Flow, Session};

pub(super) fn fix<A: Alphabet>(run: &mut Run, path: &Path, session: &mut Session) -> Flow {
    let name = input::name(path);
    // The name of a link goes on being a link.
    let file = match fs::canonicalize(path) {
        Ok(file) if file.is_file() => file,
        Ok(_) => {
            session.fail(&format!("{name}: not a file, and cannot be fixed in place"));
            return Ok(());
        }
        Err(error) => {
            session.fail(&format!("{name}: {error}"));
            return Ok(());
        }
    };
    match rewrite::<A>(run, path, &file, session) {
        Ok(flow) => flow,
        Err(error) => {
            session.fail(&format!("{name}: {error}; it is as it was"));
            Ok(())
        }
    }
}

fn rewrite<A: Alphabet>(
    run: &mut Run,
    path: &Path,
    file: &Path,
    session: &mut Session,
) -> io::Result<Flow> {
    let (beside, new) = create_beside(file)?;
    let (mut out, mut changed, mut written) = (BufWriter::new(new), false, Ok(()));
    let mut read = 0;
    let source = Source::Files(vec![path.to_owned()]);
    let ran = source.each(session, |session, line| {
        let fixed = run.line::<A>(line, session)?;
        read += line.bytes.len() as u64 + line.terminator.len() as u64;
        changed |= fixed.is_some();
        let bytes = fixed.as_deref().map_or(line.bytes, str::as_bytes);
        if written.is_ok() {
            written = out.write_all(bytes).and_then(|()| out.write_all(line.terminator));
        }
        Ok(())
    });
    let put = || {
        let new = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        new.sync_all()?;
        // What could not be read would be lost, and so would what was added meanwhile.
        if read != fs::metadata(file)?.len() {
            return Err(io::Error::other("it could not be read to its end, or has changed"));
        }
        fs::rename(&beside, file)
    };
    let done = match written {
        Ok(()) if changed && ran.is_ok() => put(),
        other => other,
    };
    // There is none any more if all went well.
    let _ = fs::remove_file(&beside);
    done.map(|()| ran)
}

/// A new file in the same folder, so that renaming it is one step; whoever may read the one may read
/// the other.
fn create_beside(file: &Path) -> io::Result<(PathBuf, File)> {
    let mut name = std::ffi::OsString::from(".");
    name.push(file.file_name().unwrap_or_default());
    name.push(format!(".{}.oneiri", std::process::id()));
    let beside = file.with_file_name(name);
    let new = File::create_new(&beside)?;
    new.set_permissions(fs::metadata(file)?.permissions())?;
    Ok((beside, new))
}
