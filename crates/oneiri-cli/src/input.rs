//! Where the identifiers come from: arguments, or lines of files and of standard input.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::escape;
use crate::open::open;
use crate::session::{Fault, Flow, Session, Stop};

/// The identifiers of a command that takes them as arguments or from files.
#[derive(clap::Args)]
pub(crate) struct Identifiers {
    /// Identifiers; without any and without -f, lines of stdin
    #[arg(value_name = "IDENTIFIER", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,
}

/// The texts of `encode` and `decode`, which need not be identifiers.
#[derive(clap::Args)]
pub(crate) struct Texts {
    /// Texts; without any and without -f, lines of stdin
    #[arg(value_name = "TEXT", conflicts_with = "files")]
    arguments: Vec<OsString>,

    #[command(flatten)]
    files: Files,
}

#[derive(clap::Args)]
pub(crate) struct Files {
    /// Read lines from FILE (repeatable; - is stdin)
    #[arg(id = "files", short = 'f', long = "file", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Identifiers {
    pub(crate) fn source(self) -> Source {
        Source::new(self.arguments, self.files.files)
    }
}

impl Texts {
    pub(crate) fn source(self) -> Source {
        Source::new(self.arguments, self.files.files)
    }
}

impl Files {
    pub(crate) fn source(self) -> Source {
        Source::Files(self.files)
    }
}

/// What a command reads.
pub(crate) enum Source {
    /// One identifier per argument.
    Arguments(Vec<OsString>),
    /// One per line; no files at all is standard input.
    Files(Vec<PathBuf>),
}

/// One line (or argument), as it lies in the read buffer.
pub(crate) struct Line<'a> {
    /// The file's name as messages show it, or `argument`.
    pub(crate) file: &'a str,
    /// Which file of how many; JSON names the file where there are several.
    pub(crate) file_index: usize,
    pub(crate) several: bool,
    /// The line's number in its file, or the argument's ordinal; from 1.
    pub(crate) number: u64,
    /// The line without its terminator.
    pub(crate) bytes: &'a [u8],
    /// `\n`, `\r\n`, or nothing at the end of a file.
    pub(crate) terminator: &'a [u8],
}

impl<'a> Line<'a> {
    pub(crate) fn argument(number: u64, argument: &'a OsStr) -> Self {
        // On Unix these are the bytes as given; elsewhere what is no Unicode is no UTF-8 here.
        let bytes = argument.as_encoded_bytes();
        Self { file: "argument", file_index: 0, several: false, number, bytes, terminator: b"" }
    }

    /// The line as text.
    pub(crate) fn text(&self) -> Result<&'a str, Fault> {
        utf8(self.bytes)
    }
}

pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| start + len);
        let found = bytes[start];
        Fault::plain(start, end, format!("expected UTF-8, found the byte 0x{found:02X}"))
    })
}

impl Source {
    fn new(arguments: Vec<OsString>, files: Vec<PathBuf>) -> Self {
        if arguments.is_empty() { Self::Files(files) } else { Self::Arguments(arguments) }
    }

    /// Calls `each` for every line until it says stop. A file that cannot be read is reported and
    /// left out.
    pub(crate) fn each(
        self,
        session: &mut Session,
        each: impl FnMut(&mut Session, &Line<'_>) -> Flow,
    ) -> Flow {
        self.each_but(None, session, each)
    }

    /// As [`each`](Self::each), but a line whose bit `passes` sets is only counted. It is given many
    /// at once.
    pub(crate) fn each_but(
        self,
        passes: Option<fn(&str) -> Vec<u64>>,
        session: &mut Session,
        mut each: impl FnMut(&mut Session, &Line<'_>) -> Flow,
    ) -> Flow {
        match self {
            Self::Arguments(arguments) => {
                for (number, argument) in (1..).zip(&arguments) {
                    each(session, &Line::argument(number, argument))?;
                }
                Ok(())
            }
            Self::Files(mut files) => {
                or_stdin(&mut files, session);
                let several = files.len() > 1;
                let mut buffer = Vec::new();
                for (file_index, path) in files.iter().enumerate() {
                    let name = name(path);
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
                            &Line { file: &name, file_index, several, number, bytes, terminator },
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

/// No files at all is standard input.
pub(crate) fn or_stdin(files: &mut Vec<PathBuf>, session: &Session) {
    if files.is_empty() {
        files.push(PathBuf::from("-"));
        if io::stdin().is_terminal() {
            session.note("reading lines from the terminal; end with Ctrl-D");
        }
    }
}

/// How messages call a file.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "stdin".to_owned()
    } else {
        escape::visible(&path.to_string_lossy()).into_owned()
    }
}

enum Next {
    Line,
    End,
    Unreadable(io::Error),
}

/// More than this is no line: what never ends has to be told before memory does.
pub(crate) const LONGEST: usize = 1 << 30;

/// The next line with its terminator into `buffer`, which is reused: memory is that of the longest
/// line.
fn next(
    reader: &mut BufReader<Box<dyn Read>>,
    buffer: &mut Vec<u8>,
    session: &mut Session,
) -> Result<Next, Stop> {
    buffer.clear();
    // Whoever feeds us one line at a time wants its answer before giving the next one.
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

pub(crate) fn too_long(what: &str) -> io::Error {
    let what = format!("expected the end of a {what} within {LONGEST} bytes");
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The lines that have been read to their end, as far as they are UTF-8.
fn whole_lines(read: &[u8]) -> &str {
    let text = std::str::from_utf8(read).or_else(|error| {
        // So this is UTF-8.
        std::str::from_utf8(&read[..error.valid_up_to()])
    });
    let text = text.unwrap_or_default();
    &text[..text.rfind('\n').map_or(0, |at| at + 1)]
}

/// Calls `line` with each of these lines that has no bit among `passes`.
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

/// A line ends with LF; a CR just before that LF belongs to the terminator. Nothing else goes.
pub(crate) fn split_terminator(line: &[u8]) -> (&[u8], &[u8]) {
    let end = match line {
        [.., b'\r', b'\n'] => line.len() - 2,
        [.., b'\n'] => line.len() - 1,
        _ => line.len(),
    };
    line.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cr_before_the_lf_is_the_terminator() {
        assert_eq!(split_terminator(b"a\r\n"), (&b"a"[..], &b"\r\n"[..]));
        assert_eq!(split_terminator(b"a\r\r\n"), (&b"a\r"[..], &b"\r\n"[..]));
        assert_eq!(split_terminator(b"a\r"), (&b"a\r"[..], &b""[..]));
        assert_eq!(split_terminator(b"\n"), (&b""[..], &b"\n"[..]));
    }
}
