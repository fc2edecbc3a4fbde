//! What a change comes to: the oracle's setters (D-19, D-21, D-22), and the rules of `OnInvalid::Repair` before them.

use super::change::Change;
use crate::oracle::abnf::{Rule, matches};
use crate::oracle::alphabet::Alphabet;
use crate::oracle::edit::{Change as Setter, edit};
use crate::oracle::percent::{escape, first_escape};
use crate::oracle::split::seven;
use oneiri::{Edit, OnInvalid};

/// The text after a change, or `None` if it has to be refused.
pub(super) fn changed(alphabet: Alphabet, text: &str, change: Change<'_>, policy: OnInvalid) -> Option<String> {
    setters(change).into_iter().try_fold(text.to_string(), |text, setter| match policy {
        OnInvalid::Refuse => edit(alphabet, &text, &setter),
        OnInvalid::Repair => repaired(alphabet, &text, fitted(alphabet, setter)?),
    })
}

/// The parts of an authority are set one by one: the host first, which makes the authority, or removes it.
fn setters(change: Change<'_>) -> Vec<Setter> {
    let own = |value: Option<&str>| value.map(String::from);
    let edit = match change {
        Change::Parts { userinfo: None, host: None, port: None } => Edit::Authority(None),
        Change::Parts { userinfo, host, port } => {
            let host = Some(host.unwrap_or_default());
            return vec![Setter::Host(own(host)), Setter::Userinfo(own(userinfo)), Setter::Port(own(port))];
        }
        Change::One(edit) => edit,
    };
    vec![match edit {
        Edit::Scheme(it) => Setter::Scheme(it.to_string()),
        Edit::Userinfo(it) => Setter::Userinfo(own(it)),
        Edit::Host(it) => Setter::Host(own(it)),
        Edit::Port(it) => Setter::Port(own(it)),
        Edit::Authority(it) => Setter::Authority(own(it)),
        Edit::Path(it) => Setter::Path(it.to_string()),
        Edit::Query(it) => Setter::Query(own(it)),
        Edit::Fragment(it) => Setter::Fragment(own(it)),
        other => panic!("an edit that the model does not know: {other:?}"),
    }]
}

/// Rules 3 to 5: where a setter is refused for the sake of the path, what goes before the path first.
fn repaired(alphabet: Alphabet, text: &str, setter: Setter) -> Option<String> {
    if let Some(done) = edit(alphabet, text, &setter) {
        return Some(done);
    }
    let before = seven(text);
    if let Setter::Path(path) = setter {
        let prefix = match before.host {
            Some(_) => "/",
            None if path.starts_with("//") => "/.",
            None => "./",
        };
        return edit(alphabet, text, &Setter::Path(format!("{prefix}{path}")));
    }
    let prefix = if before.host.is_some() { "/." } else { "/" };
    let text = edit(alphabet, text, &Setter::Path(format!("{prefix}{}", before.path)))?;
    edit(alphabet, &text, &setter)
}

/// Rules 1 and 2: the setter with a value that its component takes.
fn fitted(alphabet: Alphabet, setter: Setter) -> Option<Setter> {
    let fit = |rule, value: Option<String>| value.map(|value| fitted_value(alphabet, rule, value));
    Some(match setter {
        Setter::Userinfo(it) => Setter::Userinfo(fit(Rule::Userinfo, it)),
        Setter::Host(it) => Setter::Host(fit(Rule::Host, it)),
        Setter::Path(it) => Setter::Path(fit(Rule::Path, Some(it))?),
        Setter::Query(it) => Setter::Query(fit(Rule::Query, it)),
        Setter::Fragment(it) => Setter::Fragment(fit(Rule::Fragment, it)),
        // A scheme, a port or a whole authority is still refused.
        Setter::Port(Some(it)) if !matches(alphabet, Rule::Port, &it) => return None,
        Setter::Scheme(it) if !matches(alphabet, Rule::Scheme, &it) => return None,
        other => other,
    })
}

fn fitted_value(alphabet: Alphabet, rule: Rule, value: String) -> String {
    if matches(alphabet, rule, &value) {
        return value;
    }
    let bracketed = format!("[{value}]");
    let is_future = value.starts_with(['v', 'V']);
    if rule == Rule::Host && !is_future && matches(alphabet, Rule::IpLiteral, &bracketed) {
        return bracketed;
    }
    let mut out = String::new();
    let mut rest = value.as_str();
    while let Some(c) = rest.chars().next() {
        let length = if first_escape(rest).is_some() { 3 } else { c.len_utf8() };
        let (piece, tail) = rest.split_at(length);
        if matches(alphabet, rule, piece) {
            out.push_str(piece)
        } else {
            out.push_str(&escape(c))
        }
        rest = tail;
    }
    out
}
