//! Reads the items of a command: its arguments, or the lines of files and of standard input.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::PathBuf;
use std::sync::Arc;

use crate::input::lines::{LONGEST, split_terminator, too_long, whole_lines};
use crate::input::open::open;
use crate::output::escape;
use crate::output::item::Item;
use crate::output::session::Session;
use crate::output::stop::{Flow, Stop};

/// The input of a command.
pub(crate) enum Source {
    /// Each argument is an item.
    Arguments(Vec<OsString>),
    /// Each line of the files is an item. An empty list stands for standard input.
    Files(Vec<PathBuf>),
}

impl Source {
    pub(crate) fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        if arguments.is_empty() { Self::Files(files) } else { Self::Arguments(arguments) }
    }

    /// Calls `each` for every item, until it returns an error. A file that cannot be read is
    /// reported and skipped.
    pub(crate) fn each(
        self,
        session: &mut Session,
        each: impl FnMut(&mut Session, &Item<'_>) -> Flow,
    ) -> Flow {
        self.each_but(None, session, each)
    }

    /// Like [`each`](Self::each), but items that need no answer are only counted. `passes` takes
    /// many lines at once and returns a bit for each; a line whose bit is set is not given to
    /// `each`.
    pub(crate) fn each_but(
        self,
        passes: Option<fn(&str) -> Vec<u64>>,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Item<'_>) -> Flow,
    ) -> Flow {
        match self {
            Self::Arguments(arguments) => {
                for (number, argument) in (1..).zip(&arguments) {
                    each(session, &Item::argument(number, argument))?;
                }
                Ok(())
            }
            Self::Files(mut files) => {
                or_stdin(&mut files, session);
                let several = files.len() > 1;
                let mut buffer = Vec::new();
                for (file_index, path) in files.iter().enumerate() {
                    let name = escape::path(path);
                    let mut reader = match open(path, Arc::default()) {
                        Ok(reader) => BufReader::with_capacity(1 << 17, reader),
                        Err(error) => {
                            session.fail(&format!("{name}: {error}"));
                            continue;
                        }
                    };
                    let mut number = 0;
                    let mut line = |session: &mut Session,
                                    number: u64,
                                    bytes: &[u8],
                                    terminator: &[u8]| {
                        each(
                            session,
                            &Item { file: &name, file_index, several, number, bytes, terminator },
                        )
                    };
                    loop {
                        if let Some(passes) = passes {
                            let lines = whole_lines(reader.buffer());
                            let length = lines.len();
                            if length != 0 {
                                each_of(lines, &passes(lines), &mut number, session, &mut line)?;
                                reader.consume(length);
                            }
                        }
                        match next(&mut reader, &mut buffer, session)? {
                            Next::End => break,
                            Next::Unreadable(error) => {
                                session.fail(&format!("{name}: {error}"));
                                break;
                            }
                            Next::Line => number += 1,
                        }
                        let (bytes, terminator) = split_terminator(&buffer);
                        line(session, number, bytes, terminator)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Adds standard input to an empty list of files. If standard input is a terminal, the user is told
/// what the command waits for.
pub(crate) fn or_stdin(files: &mut Vec<PathBuf>, session: &Session) {
    if files.is_empty() {
        files.push(PathBuf::from("-"));
        if io::stdin().is_terminal() {
            session.note("reading lines from the terminal; end with Ctrl-D");
        }
    }
}

enum Next {
    Line,
    End,
    Unreadable(io::Error),
}

/// Reads the next line and its terminator into `buffer`. The buffer is reused, so it grows to the
/// length of the longest line.
fn next(
    reader: &mut BufReader<Box<dyn Read>>,
    buffer: &mut Vec<u8>,
    session: &mut Session,
) -> Result<Next, Stop> {
    buffer.clear();
    // The next read may wait for the user or for another program, who may in turn wait for the
    // answers so far.
    if !reader.buffer().contains(&b'\n') {
        session.flush()?;
    }
    Ok(match reader.take(LONGEST as u64).read_until(b'\n', buffer) {
        Ok(LONGEST) if !buffer.ends_with(b"\n") => Next::Unreadable(too_long("line")),
        Ok(0) => Next::End,
        Ok(_) => Next::Line,
        Err(error) => Next::Unreadable(error),
    })
}

/// Calls `line` for each of these lines whose bit is not set in `passes`, and counts the others.
fn each_of(
    lines: &str,
    passes: &[u64],
    number: &mut u64,
    session: &mut Session,
    mut line: impl FnMut(&mut Session, u64, &[u8], &[u8]) -> Flow,
) -> Flow {
    for (nth, whole) in lines.split_inclusive('\n').enumerate() {
        *number += 1;
        if passes[nth / 64] >> (nth % 64) & 1 == 1 {
            session.pass();
        } else {
            let (text, terminator) = split_terminator(whole.as_bytes());
            line(session, *number, text, terminator)?;
        }
    }
    Ok(())
}
