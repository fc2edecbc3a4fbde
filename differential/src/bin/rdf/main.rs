//! `rdf ONEIRI [--count N] [--seed S] [FILE...]`: compares how the command `ONEIRI` and oxttl read the files, and N
//! generated documents of each format: whether they accept a document, and which IRIs they find in it. Ends with 1
//! if there was a difference.

mod documents;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use documents::{BASE, Dice, FORMATS};
use oxttl::{NQuadsParser, NTriplesParser, TriGParser, TurtleParser};

/// What a reader says of a document.
#[derive(Default, Debug)]
struct Reading {
    refused: Option<String>,
    iris: BTreeSet<String>,
}

/// How many documents a run of the command reads.
const TOGETHER: usize = 500;

fn main() -> ExitCode {
    let (mut oneiri, mut count, mut seed, mut files) = (None, 2000, 1, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|it| it.parse().ok()).unwrap_or_default();
        match argument.as_str() {
            "--count" => count = number() as usize,
            "--seed" => seed = number(),
            _ if oneiri.is_none() => oneiri = Some(PathBuf::from(argument)),
            _ => files.push(PathBuf::from(argument)),
        }
    }
    let Some(oneiri) = oneiri else {
        eprintln!("rdf ONEIRI [--count N] [--seed S] [FILE...]");
        return ExitCode::from(2);
    };
    let (mut compared, mut accepted, mut differ) = (0, 0, 0);
    let folder = tempfile::tempdir().expect("a folder");
    for format in FORMATS {
        let mut dice = Dice(seed);
        let mut named: Vec<(PathBuf, String)> = Vec::new();
        for path in files.iter().filter(|it| it.extension().is_some_and(|it| it == format.ending)) {
            named.push((path.clone(), std::fs::read_to_string(path).expect("a text")));
        }
        for nth in 0..count {
            let path = folder.path().join(format!("{nth}.{}", format.ending));
            let text = documents::document(format, &mut dice);
            std::fs::write(&path, &text).expect("a file");
            named.push((path, text));
        }
        for some in named.chunks(TOGETHER) {
            let ours = ours(&oneiri, format.name, some.iter().map(|(path, _)| path.as_path()));
            for (path, text) in some {
                let ours = &ours[&path.display().to_string()];
                let theirs = theirs(format.name, text);
                compared += 1;
                accepted += u32::from(ours.refused.is_none());
                if let Some(difference) = difference(text, ours, &theirs) {
                    differ += 1;
                    if differ <= 20 {
                        println!("{}: {difference}\n{text}\n", format.name);
                    }
                }
            }
        }
    }
    println!("{compared} documents, of which {accepted} are accepted; {differ} differences");
    ExitCode::from(u8::from(differ > 0))
}

fn difference(text: &str, ours: &Reading, theirs: &Reading) -> Option<String> {
    let named = directives(text);
    match (&ours.refused, &theirs.refused) {
        (Some(_), Some(_)) => None,
        (Some(reason), None) => Some(format!("only oneiri refuses it: {reason}")),
        // Known: by the grammar `1e:a` is the number 1 and the name e:a, and oxttl takes it for a number
        // whose exponent is missing.
        (None, Some(reason)) if reason.contains("double exponent cannot be empty") => None,
        (None, Some(reason)) => Some(format!("only oxttl refuses it: {reason}")),
        (None, None) => {
            // The IRIs of directives are in no triple, and names with a prefix are not printed.
            let more = |it: &&String| !named.iter().any(|iri| it.starts_with(iri));
            let ours_only: Vec<_> = ours.iris.difference(&theirs.iris).filter(more).collect();
            let theirs_only: Vec<_> = theirs.iris.difference(&ours.iris).filter(more).collect();
            let same = ours_only.is_empty() && theirs_only.is_empty();
            (!same).then(|| format!("only oneiri finds {ours_only:?}, only oxttl {theirs_only:?}"))
        }
    }
}

/// The IRIs of the directives of a document that is accepted.
fn directives(text: &str) -> Vec<&str> {
    let lower = text.to_ascii_lowercase();
    let words = ["prefix ", "base "].into_iter().flat_map(|word| lower.match_indices(word));
    let iri = |(at, _): (usize, &str)| {
        let start = at + text.get(at..)?.find('<')? + 1;
        let end = start + text.get(start..)?.find('>')?;
        let is_near = !text.get(at..start)?.contains('\n');
        text.get(start..end).filter(|iri| is_near && !iri.is_empty())
    };
    words.filter_map(iri).collect()
}

/// What the command says of each file.
fn ours<'p>(
    oneiri: &Path,
    format: &str,
    files: impl Iterator<Item = &'p Path>,
) -> BTreeMap<String, Reading> {
    let mut command = Command::new(oneiri);
    command.args(["check", "--json", "--format", format]);
    if !format.starts_with('n') {
        command.args(["--base", BASE]);
    }
    let mut readings = BTreeMap::new();
    // The file is named only if there are several.
    command.args(["-f", "/dev/null"]);
    for file in files {
        command.arg("-f").arg(file);
        readings.insert(file.display().to_string(), Reading::default());
    }
    let output = command.output().expect("the command runs");
    for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let file = object["file"].as_str().expect("a file");
        let reading = readings.get_mut(file).expect("a file that was given");
        if object["ok"] == true {
            let iri = object["input"].as_str().expect("a text");
            if !is_added(iri) {
                reading.iris.insert(iri.to_owned());
            }
        } else {
            reading.refused = Some(format!("{}: {}", object["line"], object["error"]["message"]));
        }
    }
    readings
}

/// What oxttl says of a document.
fn theirs(format: &str, text: &str) -> Reading {
    let mut reading = Reading::default();
    let bytes = text.as_bytes();
    // A term is written as in N-Triples, so its IRIs stand in brackets.
    let mut add = |text: Result<String, String>| match text {
        Ok(text) => reading.iris.extend(iris(&text)),
        Err(error) => reading.refused = Some(error),
    };
    match format {
        "nt" => NTriplesParser::new()
            .for_slice(bytes)
            .for_each(|it| add(it.map(|it| it.to_string()).map_err(|it| it.to_string()))),
        "nq" => NQuadsParser::new()
            .for_slice(bytes)
            .for_each(|it| add(it.map(|it| it.to_string()).map_err(|it| it.to_string()))),
        "turtle" => TurtleParser::new()
            .with_base_iri(BASE)
            .expect("an IRI")
            .for_slice(bytes)
            .for_each(|it| add(it.map(|it| it.to_string()).map_err(|it| it.to_string()))),
        _ => TriGParser::new()
            .with_base_iri(BASE)
            .expect("an IRI")
            .for_slice(bytes)
            .for_each(|it| add(it.map(|it| it.to_string()).map_err(|it| it.to_string()))),
    }
    reading
}

/// The IRIs of a statement of N-Triples, but for those that a reader adds itself.
fn iris(statement: &str) -> Vec<String> {
    let (mut iris, mut rest) = (Vec::new(), statement);
    while let Some(at) = rest.find(['<', '"']) {
        let string = rest.as_bytes()[at] == b'"';
        rest = &rest[at + 1..];
        if string {
            let mut escaped = false;
            let end = rest.find(|c: char| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            rest = &rest[end.map_or(rest.len(), |end| end + 1)..];
        } else {
            let end = rest.find('>').unwrap_or(rest.len());
            iris.push(rest[..end].to_owned());
            rest = &rest[end..];
        }
    }
    iris.retain(|iri| !is_added(iri));
    iris
}

/// Whether a reader itself may add an IRI: those of lists, of `a`, and of numbers.
fn is_added(iri: &str) -> bool {
    iri.starts_with("http://www.w3.org/1999/02/22-rdf-syntax-ns#")
        || iri.starts_with("http://www.w3.org/2001/XMLSchema#")
}
