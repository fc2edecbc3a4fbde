//! `oneiri guard`: admits texts by a policy.

use std::cell::LazyCell;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use oneiri::Alphabet;
use oneiri_documents::has_scheme;
use oneiri_policy::{Base, Check, Code, Decision, Denied, Policy, Preset, Reason, Warning, WarningKind};
use oneiri_redact::Quotes;

use crate::args::{Records, UsageError, Writes, Written};
use crate::commands::{Command, Job};
use crate::output::{Answers, Fault, Flow, Session, Tally, escape, redact};
use crate::pipeline::{Item, source::named};

/// Admit URLs by a policy, if all parsers that will read them agree
///
/// Prints "allow URL" or "deny TEXT" for each text, one line each, and why a text
/// is denied on standard error. After allow is the exact canonical text, even if it
/// has a password: forward this one. After deny and in messages, the passwords and
/// tokens are hidden that `oneiri redact` hides. With --into or --tag, the answer is
/// allow or deny alone, and the text beside it may not be the canonical one (--json
/// has both). An empty cell of a table has no URL, and gets no answer.
/// --rejects takes what is denied, and the exit code is 1 nevertheless. Everything
/// that no rule of the policy allows is denied, and so is a text that two parsers of
/// the policy read differently.
///
/// No name is looked up, and a name may lead to a private address. So check the
/// address that you connect to as well, and each redirect before you follow it.
///
/// An argument is always a text and never a file. In scripts, write -- before texts
/// from others. --json gives the reasons, too, and hides nothing.
///
/// The presets: ssrf admits all public hosts, agent the hosts that your policy names,
/// redirect-uri exact texts, gateway the targets of requests, and open-redirect your
/// own site. A policy takes over one of them by the line extends = "ssrf".
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_help = include_str!("help/guard.txt"))]
#[command(group(clap::ArgGroup::new("by").required(true).args(["policy", "preset", "show_preset"])))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Records,

    /// The policy, a TOML file
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,

    /// A policy that comes with the command
    #[arg(long, value_name = "NAME", value_parser = presets())]
    preset: Option<Preset>,

    /// Print the policy that --preset NAME means, and read no texts
    #[arg(long, value_name = "NAME", conflicts_with_all = READS, conflicts_with_all = ["base", "test"],
        value_parser = presets())]
    show_preset: Option<Preset>,

    /// Resolve each text against BASE, and with --test the texts of tests without a base
    #[arg(long, value_name = "BASE")]
    base: Option<String>,

    /// A text without a scheme is denied, whatever the policy says
    #[arg(long)]
    absolute: bool,

    /// Run the tests of the policy, and read no texts
    #[arg(long, conflicts_with_all = READS)]
    test: bool,

    /// Show which rule decides or comes nearest, and what each parser sees
    #[arg(long, conflicts_with_all = ["into", "tag"])]
    explain: bool,

    #[command(flatten)]
    written: Written,
}

/// The options that say what is read and written. Without texts they have no effect.
const READS: [&str; 19] = [
    "arguments", "files", "null", "explain", "json", "absolute", "format", "column", "delimiter", "trim", "threads",
    "max_line", "output", "rejects", "into", "tag", "invalid", "max_errors", "summary",
];

fn presets() -> impl TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name)).try_map(|name| Preset::from_name(&name).ok_or("a preset"))
}

impl Command for Args {
    const EXIT_CODES: Option<&'static str> =
        Some("  1  some text was denied, or a test of the policy failed, or it has none\n");

    fn job<A: Alphabet + Send + Sync + 'static>(self, json: bool) -> Result<Job, UsageError> {
        if let Some(preset) = self.show_preset {
            return Ok(Box::new(move |session| session.lines(preset.text().as_bytes())));
        }
        let policy = match (&self.policy, self.preset) {
            (Some(path), _) => read(path)?,
            (None, Some(preset)) => Policy::preset(preset),
            (None, None) => return Err(UsageError::value("expected --policy FILE or --preset NAME")),
        };
        let base = self.base.as_deref().map(compiled).transpose()?;
        let (adds, explain, absolute) = (self.written.adds(), self.explain, self.absolute);
        let mut plan = self.input.plan(self.written, Writes::Findings, json)?;
        plan.reasons.noun = "denial reason";
        // What is denied stays denied, whichever file takes it.
        plan.options.forgives = false;
        if self.test {
            return Ok(Box::new(move |session| {
                session.begin(plan.options, plan.reasons, None, None);
                test(&policy, base.as_ref(), session)
            }));
        }
        plan.notes.extend(warnings(&policy, base.as_ref()).map(|it| it.to_string()));
        let guard = Guard { policy, base, explain, absolute, adds };
        Ok(Box::new(move |session| {
            plan.each(session, move |item, answers| guard.check(item, answers))?;
            let &Tally { read, refused, .. } = &session.tally;
            session.sum_up(&format!("{} allowed, {refused} denied", read - refused));
            if read == 0 {
                // A script that forgot its URL, or the quotes around an empty one, must not go on.
                session.fail("there was no URL to check, so nothing is admitted");
            }
            Ok(())
        }))
    }
}

fn read(path: &Path) -> Result<Policy, UsageError> {
    let name = escape::path(path);
    let text = named(path)
        .and_then(std::fs::read_to_string)
        .map_err(|error| UsageError::value(&format!("{name}: {error}")))?;
    Policy::compile_file(&name, &text).map_err(|error| UsageError::value(&error.to_string()))
}

/// An invalid base is an error of the call, and not of each text.
fn compiled(base: &str) -> Result<Base, UsageError> {
    Base::compile(base).map_err(|error| {
        let (found, reason) = (redact::hidden(base), error.message());
        UsageError::value(&format!("--base: expected an absolute URL with a host, found '{found}': {reason}"))
    })
}

/// The warnings of a policy. With a base, each text has a host.
fn warnings(policy: &Policy, base: Option<&Base>) -> impl Iterator<Item = Warning> {
    let has_base = base.is_some();
    let warnings = policy.warnings().into_iter();
    warnings.filter(move |it| !has_base || it.kind != WarningKind::PathsWithoutHost)
}

/// Runs the tests of a policy. A test that fails names the rule that decides, or the one that comes nearest.
fn test(policy: &Policy, base: Option<&Base>, session: &mut Session) -> Flow {
    warnings(policy, base).for_each(|warning| session.note(&warning.to_string()));
    let failed = match base {
        None => policy.failed_tests(),
        Some(base) => policy.failed_tests_with_base(base),
    };
    for failed in &failed {
        let test = failed.test;
        let (expected, found) = (failed.expected(), failed.found());
        let text = visible(&test.text);
        session.lines(format!("fail {text}: expected {expected}, found {found}\n").as_bytes())?;
        let own = test.base.as_deref().and_then(|base| Base::compile(base).ok());
        let check = policy.inspect(&test.text, own.as_ref().or(base));
        let why = match &failed.decision {
            Decision::Allow(checked) => vec![checked.rule().to_string()],
            Decision::Deny(denied) => denied.reasons().iter().map(|reason| explained(reason, &check)).collect(),
        };
        for why in why {
            session.lines(format!("  {}\n", visible(&why)).as_bytes())?;
        }
        session.tally.refuse();
    }
    if policy.tests().is_empty() {
        session.note("the policy has no [[test]]");
        session.tally.refuse();
    }
    let passed = policy.tests().len() - failed.len();
    session.lines(format!("{passed} passed, {} failed\n", failed.len()).as_bytes())
}

struct Guard {
    policy: Policy,
    base: Option<Base>,
    explain: bool,
    absolute: bool,
    /// Whether the decision alone is written, beside the text.
    adds: bool,
}

/// The fields of `--json`. `rule`, `nearest` and `parsers` come with `--explain`.
#[derive(serde::Serialize)]
struct Record<'a> {
    decision: &'static str,
    canonical: Option<&'a str>,
    reasons: Vec<Because<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<String>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    parsers: &'a [Sees],
}

#[derive(serde::Serialize)]
struct Because<'a> {
    code: &'static str,
    message: &'a str,
    start: usize,
    end: usize,
    parsers: Vec<Sees>,
}

#[derive(Clone, serde::Serialize)]
struct Sees {
    parser: &'static str,
    saw: String,
}

/// A line about a text. A script believes each line, so a text of others never ends one: line ends, controls and
/// characters that change the direction are written as numbers.
fn shown(answer: &str, text: &str) -> String {
    format!("{answer} {}", visible(text))
}

/// The text as a line shows it, without passwords. Where it has such a number itself, its backslash is written as a number, too, so that
/// nobody takes the one for the other.
fn visible(text: &str) -> String {
    escape::visible(&escape::unlike_numbers(&redact::hidden(text))).into_owned()
}

/// A reason. If no rule allows the text, it names the rule that comes nearest, and what differs.
fn explained(reason: &Reason, check: &Check<'_, '_>) -> String {
    let nearest = if reason.code == Code::NoRule { check.nearest() } else { None };
    nearest.map_or_else(|| reason.to_string(), |nearest| format!("{reason}; {nearest}"))
}

fn seen_by(check: &Check<'_, '_>) -> Vec<Sees> {
    check.seen().into_iter().map(|seen| Sees { parser: seen.parser, saw: seen.saw.to_string() }).collect()
}

impl Guard {
    fn check(&self, item: &Item<'_>, answers: &mut Answers) {
        let base = self.base.as_ref();
        if item.is_gap() {
            // An empty cell is neither allowed nor denied.
            if answers.style.json || !item.is_empty_cell() {
                return answers.close(item);
            }
            answers.gap(item);
            return answers.tally.read -= 1;
        }
        // A text that is not UTF-8 is read by no parser, and a record that cannot be read has none. Both are denied, because a
        // program may look for `deny` alone.
        let is_broken = item.field.is_some_and(|field| field.error.is_some());
        let (decision, text) = match item.text() {
            Ok(text) if self.absolute && !has_scheme(text.as_bytes()) => {
                let reason = Reason::new(Code::Invalid, 0..0, "expected a scheme, because of --absolute");
                (Decision::Deny(Denied::from(reason)), text.into())
            }
            Ok(text) => match base {
                None => (self.policy.check(text), text.into()),
                Some(base) => (self.policy.check_with_base(text, base), text.into()),
            },
            Err(fault) => {
                let (code, bytes) = if is_broken { (Code::Invalid, item.record) } else { (Code::NotUtf8, item.bytes) };
                let reason = Reason::new(code, fault.start..fault.end, fault.message);
                (Decision::Deny(Denied::from(reason)), String::from_utf8_lossy(bytes))
            }
        };
        let check = LazyCell::new(|| self.policy.inspect(&text, base));
        // Only where no rule allows a text, the place is that of what differs from the nearest rule.
        let place = |reason: &Reason| match reason.code {
            Code::NoRule => check.range(reason),
            _ => reason.range.clone(),
        };
        let (mut seen, mut nearest) = (Vec::new(), None);
        if self.explain {
            seen = seen_by(&check);
            let denied_by_rules = decision.reasons().iter().any(|reason| reason.code == Code::NoRule);
            nearest = check.nearest().filter(|_| denied_by_rules).map(|it| it.to_string());
        }
        if answers.style.options.reasons {
            let codes = decision.reasons().iter().map(|reason| reason.code.as_str().to_owned());
            codes.for_each(|code| *answers.notes.reasons.entry(code).or_default() += 1);
        }
        if answers.style.json {
            // A reason that is not about parsers is about what all of them see.
            let lacks = decision.reasons().iter().any(|reason| reason.seen.is_empty());
            let read = if lacks && seen.is_empty() { &seen_by(&check) } else { &seen };
            let reasons = decision.reasons().iter().map(|reason| {
                let own: Vec<_> = reason.shown().into_iter().map(|(parser, saw)| Sees { parser, saw }).collect();
                let Range { start, end } = place(reason);
                let parsers = if own.is_empty() { read.clone() } else { own };
                Because { code: reason.code.as_str(), message: &reason.message, start, end, parsers }
            });
            let checked = if let Decision::Allow(checked) = &decision { Some(checked) } else { None };
            let record = Record {
                decision: if checked.is_some() { "allow" } else { "deny" },
                canonical: checked.map(|checked| checked.as_str()),
                reasons: reasons.collect(),
                rule: checked.filter(|_| self.explain).map(|checked| checked.rule().number),
                nearest,
                parsers: &seen,
            };
            answers.judge(item, &text, checked.is_some(), record);
            return if checked.is_some() { answers.close(item) } else { answers.leave_out(item) };
        }
        let is_rejected = answers.style.options.rejects;
        for reason in decision.reasons().iter().filter(|_| !is_rejected) {
            let message = match reason.code {
                Code::NoRule => explained(reason, &check),
                _ => reason.to_string(),
            };
            let Range { start, end } = place(reason);
            // Controls are written as numbers later.
            answers.report(item, 0, &Fault::plain(start, end, escape::unlike_numbers(&message)));
        }
        match &decision {
            Decision::Deny(_) if is_rejected => {
                answers.tally.refuse();
                return answers.leave_out(item);
            }
            _ if self.adds => {
                answers.tally.refused += u64::from(!decision.is_allowed());
                let answer = if decision.is_allowed() { "allow" } else { "deny" };
                // A TAB in a line of others would look like the one before the answer.
                return if item.field.is_none() && item.record.contains(&b'\t') {
                    let line = escape::unlike_numbers(&String::from_utf8_lossy(item.record)).replace('\t', "\\u{9}");
                    answers.line(format!("{line}\t{answer}").as_bytes());
                } else {
                    answers.answer(item, answer.as_bytes());
                };
            }
            Decision::Allow(checked) => {
                answers.line(format!("allow {}", escape::visible(checked.as_str())).as_bytes());
                if self.explain {
                    let rule = checked.rule().to_string();
                    answers.copy(format!("  {}", visible(&rule)).as_bytes());
                    if checked.as_str() != text {
                        answers.copy(shown("  given", &text).as_bytes());
                    }
                }
            }
            Decision::Deny(_) => {
                answers.tally.refuse();
                answers.copy(shown("deny", &text).as_bytes());
                if let Some(nearest) = &nearest {
                    answers.copy(format!("  {}", visible(nearest)).as_bytes());
                }
            }
        }
        // What a parser sees may be a password that no other parser finds there.
        let quotes = LazyCell::new(|| Quotes::of(&text, &redact::secrets(&text)));
        for Sees { parser, saw } in &seen {
            answers.copy(format!("  {parser} sees {}", visible(&quotes.hide(saw))).as_bytes());
        }
        answers.close(item);
    }
}
