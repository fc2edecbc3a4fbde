//! Fixes the lines of files. A file is replaced completely or not at all.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::sync::Arc;

use oneiri::Alphabet;

use crate::commands::{lint::linter::Counts, lint::linter::Run};
use crate::output::{Answers, Flow, Session, Target, escape};
use crate::pipeline::{Items, Source};

/// Fixes the lines of one file. An error is reported through the session, and the file stays unchanged.
pub(in crate::commands) fn fix<A: Alphabet>(
    run: &Arc<Run>,
    path: &Path,
    counts: &mut Counts,
    session: &mut Session,
) -> Flow {
    let name = escape::path(path);
    let refused = match objection(path, &name) {
        Some(refused) => refused,
        None => match rewrite::<A>(run, path, counts, session) {
            Ok(flow) => return flow,
            Err(error) => format!("{name}: {error}; it is as it was"),
        },
    };
    session.fail(&refused);
    Ok(())
}

/// Why a file cannot be fixed in place, if it cannot.
fn objection(path: &Path, name: &str) -> Option<String> {
    if path == Path::new("-") {
        return Some(
            "--in-place is for files, and - is standard input, whose lines go to stdout without it".to_owned(),
        );
    }
    match fs::metadata(path) {
        Err(error) => Some(format!("{name}: {error}")),
        Ok(there) if !there.is_file() => Some(format!("{name}: not a file, and cannot be fixed in place")),
        Ok(_) => packing(path).map(|packing| {
            format!(
                "{name}: packed with {packing}, and packed files cannot be fixed in place; \
                 unpack it first, or write the lines elsewhere with --output"
            )
        }),
    }
}

/// The compression format of a file, recognized by its first bytes. Compressed files are rejected,
/// because the fixed text would be written back uncompressed.
fn packing(path: &Path) -> Option<&'static str> {
    let mut head = Vec::new();
    fs::File::open(path).and_then(|file| file.take(6).read_to_end(&mut head)).ok()?;
    let known: [(&[u8], &str); 4] = [
        (&[0x1F, 0x8B], "gzip"),
        (&[0x28, 0xB5, 0x2F, 0xFD], "zstd"),
        (b"BZh", "bzip2"),
        (&[0xFD, b'7', b'z', b'X', b'Z', 0], "xz"),
    ];
    known.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, name)| *name)
}

/// The fixed bytes of a block of lines.
struct New {
    bytes: Vec<u8>,
    /// How many bytes the lines had.
    read: u64,
    changed: bool,
    counts: Counts,
}

/// Writes the fixed lines to a new file, which replaces the old one only if a line changed and every
/// byte was read.
fn rewrite<A: Alphabet>(run: &Arc<Run>, path: &Path, counts: &mut Counts, session: &mut Session) -> io::Result<Flow> {
    let mut out = BufWriter::new(Target::create(path)?);
    let (mut changed, mut written, mut read) = (false, Ok(()), 0);
    let source = Source::new(Vec::new(), vec![path.to_owned()]);
    let run = Arc::clone(run);
    let work = move |items: &Items<'_>, answers: &mut Answers| {
        let mut new = New { bytes: Vec::new(), read: 0, changed: false, counts: Counts::default() };
        for item in items.lines() {
            let fixed = run.line::<A>(&item, &mut new.counts, answers);
            new.read += item.bytes.len() as u64 + item.terminator.len() as u64;
            new.changed |= fixed.is_some();
            new.bytes.extend_from_slice(fixed.as_deref().map_or(item.bytes, str::as_bytes));
            new.bytes.extend_from_slice(item.terminator);
        }
        new
    };
    let ran = source.work(session, work, |_, _, new| {
        read += new.read;
        changed |= new.changed;
        counts.add(new.counts);
        if written.is_ok() {
            written = out.write_all(&new.bytes);
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
