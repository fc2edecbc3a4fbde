//! `oneiri key`: prints keys for sorting and joining. `docs/fingerprint.md` says what each kind of key
//! loses.

use clap::ValueEnum;
use oneiri::component::HostKind;
use oneiri::{Alphabet, Component, MaybeScheme, Ri, Rung, SCHEME_RULES_VERSION};

use crate::args::{Records, UsageError, Writes, Written};
use crate::assume::Assume;
use crate::commands::{Command, Job};
use crate::comparison::ComparisonArgs;
use crate::output::Fault;

/// Print a key for each URL, to sort or to join by
///
/// The key is made of the normal form at the rung, or with --rung string of the
/// text as it is. If sort keys are sorted by bytes (LC_ALL=C sort), the identifiers
/// of a domain come together.
#[derive(clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  oneiri key --kind fingerprint http://example.com:80
  oneiri key -f links.txt | LC_ALL=C sort | oneiri key --invert
  oneiri key --kind surt http://www.example.com/a"
)]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// The kind of key
    #[arg(long, value_name = "KIND", default_value = "sort")]
    kind: Kind,

    /// Turn sort keys back into identifiers
    ///
    /// What a key stands for does not depend on a rung, so options that say
    /// how URLs are read and compared cannot be used with it
    #[arg(long, verbatim_doc_comment)]
    #[arg(conflicts_with_all = ["rung", "ignore_fragment", "idna", "urn_names", "base", "evidence"])]
    #[arg(conflicts_with_all = ["lenient", "absolute", "assume"])]
    invert: bool,

    #[command(flatten)]
    comparison: ComparisonArgs,

    #[command(flatten)]
    assume: Assume,

    #[command(flatten)]
    written: Written,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Host labels in reverse order, then the rest
    Sort,
    /// XXH3-128 in hexadecimal digits
    Fingerprint,
    /// As web archives sort: lower case, reversed host labels
    Surt,
    /// As DPoP compares (RFC 9449): without query and fragment
    Htu,
}

impl Command for Args {
    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if self.invert && self.kind != Kind::Sort {
            return Err(UsageError::conflict(
                "--invert works only with sort keys, because other keys lose information",
            ));
        }
        let unread = self.assume.comparison::<A>(&self.comparison)?;
        let plan = self.input.lists("key")?.plan(self.written, Writes::Answers, json)?;
        Ok(Box::new(move |session| {
            let comparison = unread.read(session)?;
            // Below this rung a key depends on no rules that could change, and an identifier is no key.
            let has_rules = !self.invert && comparison.rung >= Rung::Scheme;
            let rules = has_rules.then_some(SCHEME_RULES_VERSION);
            plan.open(session)?.transform_by(session, rules, move |text, output| {
                if self.invert {
                    return invert::<A>(text, output);
                }
                let (mut buffer, mut changed) = (String::new(), String::new());
                let identifier = comparison.read(text, &mut buffer)?;
                let normal = comparison.form(&comparison.ladder(), &identifier.as_borrowed(), &mut changed);
                let normal = normal.as_borrowed();
                match self.kind {
                    Kind::Sort => sort_key(&normal, output),
                    Kind::Fingerprint => output.push_str(&normal.normal_at(Rung::String).fingerprint().to_string()),
                    Kind::Surt => surt(&normal, output),
                    Kind::Htu => {
                        let end = normal.range(Component::Path).map_or(0, |path| path.end);
                        output.push_str(&normal.as_str()[..end]);
                    }
                }
                Ok(())
            })
        }))
    }
}

type Reference<'t, A> = Ri<&'t str, A, MaybeScheme>;

/// Ends the host in a sort key. No identifier contains a space, and all characters of identifiers
/// sort after it. So a domain sorts before its subdomains, and those before a domain whose name
/// only begins with the same letters.
const END: &str = "  ";

/// Writes the labels of the host in reverse order with a space between them, then two spaces, then
/// the identifier with an empty host. An empty label is written as `!`, and a label that begins
/// with `!` gets another `!`. An IP address is a single label.
fn sort_key<A: Alphabet>(identifier: &Reference<'_, A>, key: &mut String) {
    let text = identifier.as_str();
    let Some(host) = identifier.host() else {
        key.push_str(END);
        key.push_str(text);
        return;
    };
    for (nth, label) in labels(identifier).into_iter().enumerate() {
        key.push_str(if nth == 0 { "" } else { " " });
        key.push_str(if label.is_empty() || label.starts_with('!') { "!" } else { "" });
        key.push_str(label);
    }
    key.push_str(END);
    let (before, behind) = text.split_at(host_at(identifier));
    key.push_str(before);
    key.push_str(behind.strip_prefix(host.as_str()).unwrap_or(behind));
}

fn invert<A: Alphabet>(key: &str, identifier: &mut String) -> Result<(), Fault> {
    let Some((host, rest)) = key.split_once(END) else {
        let end = key.len();
        return Err(Fault::plain(end, end, "expected two spaces after the host, found none".into()));
    };
    let read = Reference::<A>::parse(rest);
    let start = key.len() - rest.len();
    let rest = read.map_err(|error| {
        let mut fault = Fault::from(error);
        (fault.start, fault.end) = (fault.start + start, fault.end + start);
        fault
    })?;
    if key.starts_with(END) {
        if rest.authority().is_some() {
            let message = "expected an identifier without a host, since none stands before it".into();
            return Err(Fault::plain(start, key.len(), message));
        }
        identifier.push_str(rest.as_str());
        return Ok(());
    }
    if rest.host().as_deref() != Some("") {
        let message = "expected an identifier with an empty host, found another".to_owned();
        return Err(Fault::plain(start, key.len(), message));
    }
    let (before, behind) = rest.as_str().split_at(host_at(&rest));
    identifier.push_str(before);
    for (nth, label) in host.split(' ').rev().enumerate() {
        identifier.push_str(if nth == 0 { "" } else { "." });
        identifier.push_str(label.strip_prefix('!').unwrap_or(label));
    }
    identifier.push_str(behind);
    // A text that `sort_key` did not write may lead to an invalid identifier, or to one with
    // another key. So the key is computed again and compared.
    let mut own = String::with_capacity(key.len());
    if let Ok(identifier) = Reference::<A>::parse(identifier) {
        sort_key(&identifier, &mut own);
    }
    if own == key { Ok(()) } else { Err(Fault::plain(0, start, "expected a host as sort keys have it".to_owned())) }
}

/// Writes `scheme://(tld,domain,:port@userinfo)/path?query#fragment` in lower case, as the
/// documentation of Heritrix describes it. An identifier without a host is only put into lower
/// case.
fn surt<A: Alphabet>(identifier: &Reference<'_, A>, key: &mut String) {
    let text = identifier.as_str();
    let Some(authority) = identifier.authority() else {
        key.push_str(&text.to_lowercase());
        return;
    };
    let userinfo = identifier.userinfo();
    let at = host_at(identifier) - userinfo.map_or(0, |userinfo| userinfo.len() + 1);
    let (before, behind) = text.split_at(at);
    let mut surt = format!("{before}(");
    let is_name = identifier.host().is_some_and(|host| matches!(host.kind(), HostKind::RegName(_)));
    for label in labels(identifier) {
        surt.push_str(label);
        // As in Heritrix, an address is one label, which nothing can follow.
        if is_name {
            surt.push(',');
        }
    }
    if let Some(port) = identifier.port() {
        surt.push(':');
        surt.push_str(port);
    }
    if let Some(userinfo) = userinfo {
        surt.push('@');
        surt.push_str(&userinfo);
    }
    surt.push(')');
    surt.push_str(behind.strip_prefix(authority.as_str()).unwrap_or(behind));
    key.push_str(&surt.to_lowercase());
}

fn labels<'h, A: Alphabet>(identifier: &Reference<'h, A>) -> Vec<&'h str> {
    let Some(host) = identifier.host() else { return Vec::new() };
    match host.kind() {
        HostKind::RegName(name) => name.as_str().rsplit('.').collect(),
        _ => Vec::from([host.as_str()]),
    }
}

fn host_at<A: Alphabet>(identifier: &Reference<'_, A>) -> usize {
    let scheme = identifier.scheme().map_or(0, |scheme| scheme.len() + 1);
    let userinfo = identifier.userinfo().map_or(0, |userinfo| userinfo.len() + 1);
    scheme + "//".len() + userinfo
}
