//! How identifiers are read and compared, and the options that say so.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use oneiri::compare::Evidence;
use oneiri::{Alphabet, HasScheme, Ladder, MaybeScheme, Ri, Rung, SchemePresence};
use oneiri_lint::assume::{Assumption, Assumptions, Trackers};

use crate::args::UsageError;
use crate::output::{Fault, Session, Stop, escape, redact};
use crate::pipeline::{evidence, source::named};

/// The rung of all commands if none is named, because one word must not have two results. It is an equivalence by
/// specification (RFC 3986 section 6.2.3), so it merges nothing that a standard keeps apart.
pub(crate) const DEFAULT_RUNG: Rung = Rung::Scheme;

#[derive(clap::Args)]
pub(crate) struct ComparisonArgs {
    /// The rung at which spellings count as equal [default: scheme]
    #[arg(long, value_name = "RUNG", value_parser = rungs())]
    pub(crate) rung: Option<Rung>,

    /// Ignore fragments
    #[arg(long)]
    ignore_fragment: bool,

    /// A domain name equals its Punycode (at the scheme rung)
    #[arg(long)]
    idna: bool,

    /// URNs are names: ignore ?+, ?= and # and what follows
    ///
    /// RFC 8141 section 3 compares URNs without r-, q- and f-component
    #[arg(long, verbatim_doc_comment)]
    urn_names: bool,

    /// Resolve each against BASE first, which must have a scheme
    #[arg(long, value_name = "BASE")]
    base: Option<String>,

    /// Observations of the resources, which make the rung protocol
    ///
    /// Lines of KIND, FROM, TO and optionally SOURCE, with TABs between them.
    /// KIND is redirect (301, 308) or canonical
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    evidence: Option<PathBuf>,

    #[command(flatten)]
    grammar: Grammar,
}

pub(crate) fn rungs() -> impl TypedValueParser<Value = Rung> {
    let rungs = [
        ("string", "The same text"),
        ("case", "Also ignores ASCII letter case in scheme, host and escapes"),
        ("escape", "Also ignores unneeded escapes"),
        ("path", "Also ignores dot segments and the spelling of the port"),
        ("scheme", "Also applies the scheme's rules: default ports, empty path"),
        ("protocol", "Also uses observations of the resources"),
    ];
    PossibleValuesParser::new(rungs.map(|(name, help)| PossibleValue::new(name).help(help)))
        .try_map(|name| name.parse::<Rung>())
}

/// A comparison whose files have not been read yet.
pub(crate) struct Unread<A> {
    pub(crate) comparison: Comparison<A>,
    evidence: Option<PathBuf>,
    /// The assumptions, with the file of trackers if there is one.
    pub(crate) assumptions: Option<(Vec<Assumption>, Option<PathBuf>)>,
}

impl<A> Unread<A> {
    pub(crate) fn read(self, session: &mut Session) -> Result<Comparison<A>, Stop> {
        let Self { mut comparison, evidence, assumptions } = self;
        if let Some(path) = evidence {
            let ladder = Ladder::new().idna(comparison.idna);
            comparison.evidence = Some(evidence::read(&path, ladder, session)?);
        } else if comparison.rung == Rung::Protocol {
            session.note("--rung protocol is the same as --rung scheme here, because there is no --evidence FILE");
        }
        if let Some((names, trackers)) = assumptions {
            comparison.assumptions = Some(assumptions_of(&names, trackers.as_deref())?);
        }
        Ok(comparison)
    }
}

/// The assumptions with these names, with the trackers of a file if there is one.
fn assumptions_of(names: &[Assumption], trackers: Option<&Path>) -> Result<Assumptions, Stop> {
    let trackers = match trackers {
        None => Trackers::shipped(),
        Some(path) => {
            let failed = |what: &str| Stop::Failed(format!("{}: {what}", escape::path(path)));
            let text = named(path).and_then(std::fs::read_to_string).map_err(|it| failed(&it.to_string()))?;
            Trackers::own(&text).map_err(|(line, message)| failed(&format!("line {line}: {message}")))?
        }
    };
    Ok(Assumptions::new(names, trackers))
}

impl ComparisonArgs {
    /// The rung of the options. One at which another option would have no effect is an error, because nobody would see
    /// that the option did nothing. Without a rung, it is one at which all of them have an effect.
    fn effective_rung(&self) -> Result<Rung, UsageError> {
        let is_below = |needed: Rung| self.rung.is_some_and(|rung| rung < needed);
        let has_evidence = self.evidence.is_some();
        UsageError::first(&[
            (
                self.idna && is_below(Rung::Scheme),
                "--idna needs --rung scheme or protocol, because domain names are compared there",
            ),
            (
                has_evidence && is_below(Rung::Protocol),
                "--evidence needs --rung protocol, because observations are used only there",
            ),
        ])?;
        Ok(self.rung.unwrap_or(if has_evidence { Rung::Protocol } else { DEFAULT_RUNG }))
    }

    /// An option without effect if the steps of normalization are named, and so no rung is.
    pub(crate) fn without_steps(&self) -> Option<&'static str> {
        let evidence = self.evidence.as_ref().map(|_| "--evidence");
        evidence.or(self.idna.then_some("--idna"))
    }

    /// Makes a [`Comparison`] of the options. An invalid base is an error.
    pub(crate) fn comparison<A: Alphabet>(&self) -> Result<Unread<A>, UsageError> {
        let rung = self.effective_rung()?;
        let how = self.grammar.how;
        let base = self.base.as_ref().map(|text| base(text, how)).transpose()?;
        let comparison = Comparison {
            rung,
            ignore_fragment: self.ignore_fragment,
            idna: self.idna,
            urn_names: self.urn_names,
            how,
            base,
            evidence: None,
            assumptions: None,
        };
        Ok(Unread { comparison, evidence: self.evidence.clone(), assumptions: None })
    }
}

#[derive(clap::Args)]
pub(crate) struct Grammar {
    /// Read URIs (RFC 3986): ASCII only
    #[arg(long, conflicts_with = "iri")]
    pub(crate) uri: bool,

    /// Read IRIs (RFC 3987), the default, because every URI is an IRI
    #[arg(long)]
    iri: bool,

    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(clap::Args, Clone, Copy, PartialEq, Eq)]
pub(crate) struct How {
    /// Percent-encode characters that are never allowed: spaces, <
    #[arg(long)]
    pub(crate) lenient: bool,

    /// A URL without a scheme is invalid
    #[arg(long)]
    pub(crate) absolute: bool,
}

/// By the grammar, with or without a scheme.
pub(crate) const STRICT: How = How { lenient: false, absolute: false };

/// Parses the value of `--base`.
pub(crate) fn base<A: Alphabet>(text: &str, how: How) -> Result<Ri<String, A, HasScheme>, UsageError> {
    parse(text, how).map(Ri::into_owned).map_err(|fault| {
        let (text, start) = (redact::hidden(text), fault.start);
        let shown = escape::visible(&text);
        UsageError::value(&format!("invalid value '{shown}' for '--base <BASE>': byte {start}: {fault}"))
    })
}

/// An identifier as [`Comparison::read`] reads it.
pub(crate) type Given<'t, A> = Ri<Cow<'t, str>, A, MaybeScheme>;

/// The settings by which identifiers are read and compared.
pub(crate) struct Comparison<A> {
    pub(crate) rung: Rung,
    pub(crate) ignore_fragment: bool,
    pub(crate) idna: bool,
    pub(crate) urn_names: bool,
    pub(crate) how: How,
    /// What each URL is resolved against. If there is one, a URL without a scheme is valid.
    pub(crate) base: Option<Ri<String, A, HasScheme>>,
    pub(crate) evidence: Option<Evidence<'static>>,
    /// With assumptions, the rung is at least [`Rung::Scheme`].
    pub(crate) assumptions: Option<Assumptions>,
}

impl<A: Alphabet> Comparison<A> {
    /// Reads an identifier. If there is a base, the identifier is resolved against it, and the
    /// result lies in `buffer`.
    pub(crate) fn read<'t>(&self, text: &'t str, buffer: &'t mut String) -> Result<Given<'t, A>, Fault> {
        self.read_with(text, buffer, self.how.lenient, true)
    }

    /// Reads an identifier as [`read`](Self::read) does, but leniently only if `lenient`, and
    /// without the base if not `based`.
    pub(crate) fn read_with<'t>(
        &self,
        text: &'t str,
        buffer: &'t mut String,
        lenient: bool,
        based: bool,
    ) -> Result<Given<'t, A>, Fault> {
        let absolute = self.how.absolute && self.base.is_none();
        let reference = parse::<A, MaybeScheme>(text, How { lenient, absolute })?;
        Ok(match self.base.as_ref().filter(|_| based) {
            Some(base) => Ri::<_, A, MaybeScheme>::from(base.resolve_into(&reference, buffer)).into(),
            None => reference,
        })
    }

    /// The text by which identifiers are compared: the normal form at the rung, changed by the
    /// assumptions. A changed text lies in `buffer`. `ladder` is that of [`ladder`](Self::ladder).
    pub(crate) fn form<'t>(
        &self,
        ladder: &Ladder<'_>,
        identifier: &Ri<&'t str, A, MaybeScheme>,
        buffer: &'t mut String,
    ) -> Given<'t, A> {
        let normal = ladder.normalize(identifier, self.rung);
        let Some(text) = self.assumptions.as_ref().and_then(|it| it.change(&normal)) else {
            return normal;
        };
        *buffer = text;
        // The changed text is an identifier, so it is not refused here.
        Ri::<&str, A, MaybeScheme>::parse(buffer.as_str()).map_or(normal, Ri::into)
    }

    /// Which of these assumptions make two identifiers equal that are different at the rung. Empty if they are equal at
    /// the rung, and `None` if they are different even under the assumptions, which start from the scheme rung.
    pub(crate) fn needed(&self, assumptions: &Assumptions, two: [&Given<'_, A>; 2]) -> Option<Vec<Assumption>> {
        let (ladder, rung) = (self.ladder(), self.rung.max(Rung::Scheme));
        let [a, b] = two.map(|it| ladder.normalize(it, rung));
        if a.as_str() == b.as_str() {
            return Some(Vec::new());
        }
        assumptions.needed(&a.as_borrowed(), &b.as_borrowed())
    }

    pub(crate) fn ladder(&self) -> Ladder<'_> {
        let ladder = Ladder::new().ignore_fragment(self.ignore_fragment).idna(self.idna).urn_names(self.urn_names);
        match &self.evidence {
            Some(evidence) => ladder.evidence(evidence),
            None => ladder,
        }
    }
}

/// Parses an identifier. The text is borrowed unless the lenient parser had to percent-encode
/// characters.
pub(crate) fn parse<A: Alphabet, F: SchemePresence>(text: &str, how: How) -> Result<Ri<Cow<'_, str>, A, F>, Fault> {
    let identifier: Ri<Cow<'_, str>, A, F> =
        if how.lenient { Ri::parse_lenient(text)? } else { Ri::<&str, A, F>::parse(text)?.into() };
    // Other faults come first: a broken reference of a page was not resolved, and would have a scheme if it were valid.
    if how.absolute && identifier.parts().scheme.is_none() {
        Ri::<&str, A, HasScheme>::parse(identifier.as_str())?;
    }
    Ok(identifier)
}

/// The options that change what is compared, and what each does, in the order in which they are tried. Where two of
/// them do the same, the last one is named.
const MERGING: [(&str, &str); 4] = [
    ("--lenient", "characters that no identifier may contain are percent-encoded"),
    ("--base", "references are resolved against the base"),
    ("--urn-names", "the r-, q- and f-components of URNs are left out"),
    ("--ignore-fragment", "fragments are left out"),
];

impl<A: Alphabet> Comparison<A> {
    /// The options without which two texts are not equal at a rung at which they are equal with
    /// them, and what each does. `--idna` and `--evidence` are never among them, because rules say what those do.
    pub(crate) fn merging(&self, texts: [&str; 2], rung: Rung) -> Vec<(&'static str, &'static str)> {
        let mut needed = [self.how.lenient, self.base.is_some(), self.urn_names, self.ignore_fragment];
        for nth in 0..MERGING.len() {
            let mut rest = needed;
            if std::mem::take(&mut rest[nth]) && self.are_equal(texts, rest, rung) {
                needed = rest;
            }
        }
        MERGING.into_iter().zip(needed).filter(|(_, is_needed)| *is_needed).map(|(option, _)| option).collect()
    }

    /// Whether two texts are equal at a rung with only these options of [`MERGING`].
    fn are_equal(&self, texts: [&str; 2], options: [bool; MERGING.len()], rung: Rung) -> bool {
        let [lenient, based, urn_names, ignore_fragment] = options;
        let [mut ours, mut theirs] = [String::new(), String::new()];
        let a = self.read_with(texts[0], &mut ours, lenient, based);
        let b = self.read_with(texts[1], &mut theirs, lenient, based);
        let (Ok(a), Ok(b)) = (a, b) else { return false };
        let ladder = self.ladder().urn_names(urn_names).ignore_fragment(ignore_fragment);
        ladder.compare(&a, &b).rung().is_some_and(|it| it <= rung)
    }
}
