//! Holds a parser of `oneiri-parsers` to the program that it stands for.
//!
//! `parsers NAME COUNT COMMAND [ARGUMENT..]` generates texts and gives them to a command, which is one of
//! the drivers in `differential/parsers`. A line of its input is `x` and the hexadecimal digits of a
//! text, and then perhaps a blank and a base, likewise. A line of its output is `!` if the program
//! refuses the text, or the seven components, likewise, with `-` for one that is absent.

#[path = "../../generate.rs"]
mod generate;
mod texts;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, ExitCode, Stdio};

use oneiri::Component;
use oneiri_parsers::{Parser, Refusal, by_name};
use texts::Case;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, count, command, rest @ ..] = &*arguments else {
        eprintln!("parsers NAME COUNT COMMAND [ARGUMENT..]");
        return ExitCode::from(2);
    };
    let parser = by_name(name).expect("the name of a parser");
    let cases = texts::cases(count.parse().expect("a number"), resolves(parser));
    let file = tempfile::tempdir().expect("a folder for the texts");
    let path = file.path().join("texts");
    std::fs::write(&path, lines(&cases)).expect("the texts are written");
    let mut child = Command::new(command)
        .args(rest)
        .stdin(File::open(path).expect("the texts"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let answers = BufReader::new(child.stdout.take().expect("its output")).lines();
    let (mut refused, mut resolved, mut known, mut different) = (0, 0, 0, 0);
    let mut answers = answers.map(|line| line.expect("a line of ASCII"));
    for case in &cases {
        let theirs = fields(&answers.next().expect("as many answers as texts"));
        let (ours, cannot_tell) = match read(parser, case) {
            Ok(ours) => (Some(ours), false),
            Err(refusal) => (None, refusal.reason().ends_with("cannot be told")),
        };
        refused += usize::from(theirs.is_none());
        resolved += usize::from(case.base.is_some());
        let newer = name.starts_with("python") && ours.is_some() && case.text.contains(is_newer);
        if ours != theirs && (cannot_tell || newer) {
            known += 1;
        } else if ours != theirs {
            different += 1;
            if different <= 20 {
                println!("{case:?}\n  {name}: {ours:?}\n  program: {theirs:?}");
            }
        }
    }
    assert!(answers.next().is_none() && child.wait().expect("an end").success());
    let texts = cases.len();
    println!(
        "{name}: {texts} texts, {resolved} with a base, {refused} refused, {different} differences, \
         {known} that the page of the parser names"
    );
    std::io::stdout().flush().expect("the output is open");
    ExitCode::from(u8::from(different > 0))
}

/// Upper case that is newer than Python's Unicode, as the documentation of the parser says.
fn is_newer(c: char) -> bool {
    matches!(c, '\u{1C89}' | '\u{A7CB}'..='\u{A7DC}' | '\u{10D50}'..='\u{10D65}' | '\u{16EA0}'..='\u{16EB8}')
}

/// Whether the parser resolves texts against a base.
fn resolves(parser: &dyn Parser) -> bool {
    parser.read_with_base("http://h/a", "http://h/").is_ok()
}

/// The components as the parser finds them.
fn read(parser: &dyn Parser, case: &Case) -> Result<[Option<String>; 7], Refusal> {
    let reading = match &case.base {
        None => parser.read(&case.text),
        Some(base) => parser.read_with_base(&case.text, base),
    };
    let reading = reading?;
    Ok(Component::ALL.map(|component| reading.get(component).map(str::to_owned)))
}

fn lines(cases: &[Case]) -> String {
    let mut lines = String::new();
    for case in cases {
        hex(&case.text, &mut lines);
        if let Some(base) = &case.base {
            lines.push(' ');
            hex(base, &mut lines);
        }
        lines.push('\n');
    }
    lines
}

fn hex(text: &str, out: &mut String) {
    out.push('x');
    for byte in text.bytes() {
        let _ = write!(out, "{byte:02x}");
    }
}

/// The components in a line of a driver. A program may find bytes that are not UTF-8, where it decodes
/// escapes; a parser writes U+FFFD for them.
fn fields(line: &str) -> Option<[Option<String>; 7]> {
    if line == "!" {
        return None;
    }
    let mut fields = line.split(' ').map(|field| {
        let digits = field.strip_prefix('x')?.as_bytes();
        let digits = digits.chunks(2).map(|it| std::str::from_utf8(it).expect("ASCII"));
        let bytes: Vec<u8> = digits.map(|it| u8::from_str_radix(it, 16).expect("hexadecimal digits")).collect();
        Some(String::from_utf8_lossy(&bytes).into_owned())
    });
    Some(std::array::from_fn(|_| fields.next().expect("seven fields")))
}
