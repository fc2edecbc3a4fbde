//! `--evidence FILE`: observations of resources, one on each line.

use std::fs;
use std::path::Path;

use oneiri::compare::{Evidence, ObservationKind, Observations};
use oneiri::{Iri, Ladder};

use crate::output::{Session, Stop, escape};
use crate::pipeline::source::named;

/// Reads the observations of a file and settles them. A line that is not an observation is reported
/// and skipped, and so are observations that contradict each other. These reports do not change the
/// exit code.
pub(crate) fn read(path: &Path, ladder: Ladder<'static>, session: &mut Session) -> Result<Evidence<'static>, Stop> {
    let name = escape::path(path);
    let bytes = named(path).and_then(fs::read).map_err(|error| {
        session.fail(&format!("{name}: {error}"));
        Stop::Reported
    })?;
    let mut observations = Observations::new(ladder);
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line.starts_with(b"#") {
            continue;
        }
        if let Err(message) = observe(&mut observations, line) {
            session.note(&format!("{name}:{number}: {}", escape::visible(&message)));
        }
    }
    let (evidence, problems) = observations.settle();
    for problem in problems {
        session.note(&format!("{name}: {}", escape::visible(&problem.to_string())));
    }
    Ok(evidence)
}

/// Parses `KIND TAB FROM TAB TO [TAB SOURCE]` and adds the observation. Returns the two identifiers
/// that it is about.
pub(crate) fn observe<'l>(observations: &mut Observations<'_>, line: &'l [u8]) -> Result<(Iri<'l>, Iri<'l>), String> {
    let line = std::str::from_utf8(line)
        .map_err(|error| format!("expected UTF-8, found something else at byte {}", error.valid_up_to()))?;
    let mut fields = line.splitn(4, '\t');
    let (Some(kind), Some(from), Some(to)) = (fields.next(), fields.next(), fields.next()) else {
        return Err("expected a kind, two identifiers and perhaps a source, with TABs between them".into());
    };
    let kind = match kind {
        "redirect" | "301" | "308" => ObservationKind::Redirect,
        "canonical" => ObservationKind::Canonical,
        "302" | "303" | "307" => {
            return Err(format!("expected a permanent redirect, found {kind}, which is temporary"));
        }
        _ => return Err(format!("expected redirect, 301, 308 or canonical, found '{kind}'")),
    };
    let end = |text| Iri::parse(text).map_err(|error| error.to_string());
    let (from, to) = (end(from)?, end(to)?);
    let source = fields.next().unwrap_or_default();
    let observed = observations.observe(kind, &from, &to, source);
    observed.map(|()| (from, to)).map_err(|error| error.to_string())
}
