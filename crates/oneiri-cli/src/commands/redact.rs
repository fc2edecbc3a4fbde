//! `oneiri redact`: hides the secrets of URLs in running text.

use std::io::{self, Read};
use std::path::Path;

use oneiri::Alphabet;
use oneiri_redact::{Redactor, is_utf16};

use crate::args::{Texts, UsageError};
use crate::commands::{Command, Job};
use crate::output::{Session, Stop, escape};
use crate::pipeline::{blocks, source};

/// Hide passwords and tokens of the URLs in a log or another text
///
/// Finds URLs inside running text, valid or not, and writes *** for passwords and
/// for the values of parameters that are secrets, such as access_token, code, sig
/// and X-Amz-Signature (the list secrets@1, in which letter case, - and _ do not
/// matter). Every other byte is kept. Use it before a log leaves your machine.
/// Headers such as Authorization and Cookie, fields of JSON, bodies of forms, and
/// the paths of URLs are left as they are, because only the URLs of a text are looked at.
///
/// It reads standard input, or the files of -f. An argument is a text, never a file.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/redact.txt"))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Texts,

    /// Hide the values of all parameters but these, and every user
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    show_only: Vec<String>,
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> = Some("");
    const NO_JSON: Option<&'static str> = Some("--json is not for redact, which keeps every byte of a text");

    fn job<A: Alphabet + Send + Sync + 'static>(self, _: bool) -> Result<Job, UsageError> {
        let redactor = match self.show_only {
            names if names.is_empty() => Redactor::new(),
            names => Redactor::show_only(names),
        };
        Ok(Box::new(move |session| {
            self.input.hint(session);
            let (arguments, mut files) = self.input.into_parts();
            for argument in &arguments {
                let text = redactor.redact_bytes(argument.as_encoded_bytes()).into_owned();
                session.lines(&[&text[..], b"\n"].concat())?;
            }
            if arguments.is_empty() && files.is_empty() {
                files.push(source::stdin(session));
            }
            for path in &files {
                if let Err(error) = file(&redactor, path, session)? {
                    session.fail(&format!("{}: {error}", escape::path(path)));
                }
            }
            session.flush_all()
        }))
    }
}

/// Redacts a file. What comes before an error of reading is written.
fn file(redactor: &Redactor, path: &Path, session: &mut Session) -> Result<io::Result<()>, Stop> {
    let mut reader = match blocks::open(path, &session.watch) {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(error)),
    };
    let (mut stream, mut block, mut out) = (redactor.stream(), vec![0; 1 << 16], Vec::new());
    let mut is_first = true;
    let result = loop {
        match reader.read(&mut block) {
            Ok(0) => break Ok(()),
            Ok(read) if std::mem::take(&mut is_first) && is_utf16(&block[..read]) => {
                break Err(io::Error::other(
                    "the text is UTF-16, so nothing was redacted and nothing written: convert it, for example \
                     with iconv -f UTF-16 -t UTF-8",
                ));
            }
            Ok(read) => stream.push(&block[..read], &mut |piece| out.extend_from_slice(piece)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => break Err(error),
        }
        // On a terminal, whole lines are escaped. A pipe gets each line as soon as it is read.
        let end = match memchr::memrchr(b'\n', &out) {
            Some(last) if session.style.terminal && out.len() < LONGEST => last + 1,
            None if session.style.terminal && out.len() < LONGEST => 0,
            _ => out.len(),
        };
        session.lines(&out[..end])?;
        out.drain(..end);
        session.flush()?;
    };
    stream.finish(&mut |piece| out.extend_from_slice(piece));
    session.lines(&out)?;
    Ok(result)
}

/// How much of a line is held on a terminal.
const LONGEST: usize = 1 << 20;
