//! Rules that have no effect, and rules that match less than their author may think, each with a text that shows it. An
//! author may remove a rule because of a warning, so a doubt must end without one. The law `policy-idle` in
//! `tests/it/random.rs` removes such rules and compares what is admitted. `coverage.rs` says what two rules have in
//! common, and the text comes from `witness.rs`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::detect::older;
use crate::error::{Warning, WarningKind};
use crate::host_pattern::{Below, HostPattern};
use crate::index::{Index, Target};
use crate::names::special_name;
use crate::policy::Policy;
use crate::reason::Code;
use crate::rule::{Compiled, QueryPattern};
use crate::rules::special;
use crate::source::{RuleKind, RuleRef, Source};
use crate::violation::Violation;
use crate::witness::Witness;

/// Whether all rules that allow admit the same addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OfRules {
    Same,
    Differ,
}

pub(crate) fn warnings(policy: &Policy) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    let allow = &policy.rules.allow.rules;
    let addresses =
        if allow.windows(2).all(|two| two[0].addresses == two[1].addresses) { OfRules::Same } else { OfRules::Differ };
    for index in [&policy.rules.allow, &policy.rules.deny] {
        for (id, rule) in index.rules.iter().enumerate() {
            let witness = Witness::of(rule);
            let idle = match rule.reference.kind {
                RuleKind::Allow => idle_allow(policy, id, rule, &witness, addresses),
                RuleKind::Deny => idle_deny(policy, id, rule, &witness),
            };
            let warning = |kind, message, witness| Warning { rule: rule.reference.clone(), kind, message, witness };
            let found = match idle {
                Some(message) => [Some(warning(WarningKind::NoEffect, message, witness.to_string())), None],
                None => [
                    without_host(policy, rule, &witness)
                        .map(|(message, witness)| warning(WarningKind::PathsWithoutHost, message, witness)),
                    with_slash(index, rule, &witness)
                        .map(|(message, witness)| warning(WarningKind::SlashAtEnd, message, witness)),
                ],
            };
            for warning in found.into_iter().flatten() {
                // A rule is compiled to one for each form of a path.
                let is_same =
                    |it: &Warning| it.rule == warning.rule && it.kind == warning.kind && it.witness == warning.witness;
                if !warnings.iter().any(is_same) {
                    warnings.push(warning);
                }
            }
        }
    }
    warnings
}

/// Why a rule that denies a path on some hosts does not match the path alone, which has no host, and such a path.
fn without_host(policy: &Policy, rule: &Compiled, witness: &Witness) -> Option<(String, String)> {
    let is_named = matches!(rule.host, HostPattern::Name { .. } | HostPattern::Network(_));
    let is_narrow = rule.has_path() || rule.query != QueryPattern::Any;
    let is_own = !matches!(rule.reference.source, Source::Preset { .. });
    if rule.allows() || !is_named || !is_narrow || !is_own || !policy.rules.has_same_origin {
        return None;
    }
    let target =
        Target { host: None, address: None, port: None, default_port: None, same_origin: true, ..witness.target() };
    if policy.rules.deny.first(&target).is_some() {
        return None;
    }
    let message = "matches no path that is checked without a base, because such a path has no host: add a rule with \
                   same-origin = true and the same path to deny it there, too";
    Some((message.into(), witness.after_host()))
}

/// Why a rule whose path ends with a slash matches less than it seems to, and a path below it.
fn with_slash(index: &Index, rule: &Compiled, witness: &Witness) -> Option<(String, String)> {
    let written = rule.with_slash.as_deref()?;
    let path = rule.path.as_ref()?.without_slash();
    // Whoever lists the path without the slash, too, means these two.
    let is_pair = |other: &Compiled| {
        other.reference == rule.reference && other.with_slash.is_none() && other.path.as_ref() == Some(&path)
    };
    let below = witness.below();
    let target = below.target();
    let is_below = index.matching(&target).next().is_some() || index.first(&target).is_some();
    if is_below || index.rules.iter().any(is_pair) {
        return None;
    }
    let bare = written.trim_end_matches('/');
    let message = if rule.allows() {
        format!(
            "allows {written} itself and no path below it: write \"{bare}/*\" for {bare}, {written} and all paths below, or \
             list \"{bare}\" and \"{written}\""
        )
    } else {
        format!(
            "denies {bare} and {written} and no path below: write \"{bare}/*\" for all of them, or list \"{bare}\" and \
             \"{written}\""
        )
    };
    Some((message, below.to_string()))
}

/// Why a rule allows nothing that others do not allow.
fn idle_allow(policy: &Policy, id: usize, rule: &Compiled, witness: &Witness, of_rules: OfRules) -> Option<String> {
    let addresses = rule.addresses.as_ref().unwrap_or(&policy.rules.addresses);
    let target = witness.target();
    let is_special = special(addresses, &target).is_some() || target.host.is_some_and(|host| older(host).is_some());
    let index = &policy.rules.allow;
    let other = covering(index, rule, witness, |other| {
        let (nth, other) = (other, &index.rules[other]);
        // A special host needs a rule that names it, and so does one that IDNA of 2003 reads as another name.
        let names = |rule: &Compiled| rule.names(witness.host.as_deref());
        let counts = !is_special || names(other) || !names(rule);
        // The rule that decides also says which addresses are admitted. Of two rules for the same hosts and paths it is the first
        // one, if that admits the host. Otherwise a third rule with other addresses may decide without this one.
        let is_alike = other.host == rule.host && other.path == rule.path && other.uri == rule.uri;
        let has_name = matches!(rule.host, HostPattern::Name { itself: true, below: Below::None, .. });
        let addresses = other.addresses.as_ref().unwrap_or(&policy.rules.addresses);
        let admits = || rule.addresses == other.addresses || has_name && special(addresses, &target).is_none();
        let counts = counts && (of_rules == OfRules::Same || nth < id && is_alike && admits());
        // Of two equal rules the later one is the one to remove.
        counts && nth != id && (nth < id || !other.is_covered_by(rule))
    });
    if let Some(other) = other {
        return Some(format!("{} already allows all that it allows", shown(&other.reference)));
    }
    if let Some(other) = covering(&policy.rules.deny, rule, witness, |_| true) {
        return Some(format!("{} denies all that it allows", shown(&other.reference)));
    }
    if let HostPattern::Name { name, itself: false, .. } = &rule.host {
        if !addresses.is_any() && special_name(&format!("x.{name}")).is_some() {
            return Some("the names below it are not public: name each host, or write addresses = \"any\"".into());
        }
    }
    let name = violation_of(policy, witness)?.name();
    Some(format!("the policy denies what it matches: {name} = \"allow\" admits it"))
}

/// Why a rule denies nothing that is not denied without it.
fn idle_deny(policy: &Policy, id: usize, rule: &Compiled, witness: &Witness) -> Option<String> {
    let index = &policy.rules.deny;
    // No admitted name may lead to an address that a rule denies, whatever paths it is about.
    let bars = |rule: &Compiled| matches!(rule.host, HostPattern::Network(_));
    let other = covering(index, rule, witness, |other| {
        let (nth, other) = (other, &index.rules[other]);
        let counts = bars(other) || !bars(rule);
        counts && nth != id && other.reference != rule.reference && (nth < id || !other.is_covered_by(rule))
    });
    if let Some(other) = other {
        return Some(format!("{} already denies all that it denies", shown(&other.reference)));
    }
    // The rules of a preset are for the rules that a policy may add.
    let is_own = !matches!(rule.reference.source, Source::Preset { .. });
    let allow = &policy.rules.allow.rules;
    let is_idle = is_own && !bars(rule) && !allow.is_empty() && !allow.iter().any(|allow| allow.may_meet(rule));
    is_idle.then(|| "no [[allow]] rule allows what it denies".into())
}

/// A rule as a warning about another one names it.
fn shown(rule: &RuleRef) -> String {
    let kind = rule.kind.name();
    match (&rule.source, rule.line) {
        (Source::Preset { .. }, Some(_)) => format!("the [[{kind}]] rule in {},", rule.place()),
        (_, Some(line)) => format!("the [[{kind}]] rule on line {line}"),
        _ => format!("{kind} rule {}", rule.number),
    }
}

/// The violation for which a text is denied that a rule matches.
fn violation_of(policy: &Policy, witness: &Witness) -> Option<Violation> {
    let text = witness.to_string();
    let decision = policy.check(&text);
    match decision.reasons().first()?.code {
        // A rule for several ports is shown by one of them.
        Code::Violation(Violation::NonDefaultPort) => None,
        Code::Violation(violation) => Some(violation),
        _ => None,
    }
}

fn covering<'i>(
    index: &'i Index,
    rule: &Compiled,
    witness: &Witness,
    counts: impl Fn(usize) -> bool,
) -> Option<&'i Compiled> {
    let target = witness.target();
    let covers = |id: usize| counts(id) && rule.is_covered_by(&index.rules[id]);
    let exact = index.matching(&target).find(|(id, _)| covers(*id));
    exact.or_else(|| index.matching_in_any_case(&target, covers)).map(|(_, other)| other)
}
