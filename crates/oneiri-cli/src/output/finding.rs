//! Findings of `oneiri lint`, as text with excerpts and as JSON.

use oneiri::{Component, Rung};
use oneiri_lint::{Finding, Level};
use oneiri_redact::Quotes;

use crate::output::{escape, excerpt::Excerpts, json, paint::Ink, paint::Painter, redact};
use crate::pipeline::{items::Item, places::Places};

/// The message of a finding with this detail, without its component and its section.
pub(crate) fn message(finding: &Finding, detail: &str) -> String {
    let summary = finding.code.summary();
    if detail.is_empty() { summary.to_owned() } else { [summary, ": ", detail].concat() }
}

/// Returns how messages show what they quote of a text, without its secrets, and whether they show nothing of it.
pub(crate) fn hider<'t>(item: &Item<'_>, text: &'t str) -> (impl Fn(&str) -> String + use<'t>, bool) {
    let quotes = Quotes::of(text, &redact::secrets(text));
    // A repair may leave a password in the text, but no authority in which it would be found.
    let given = std::str::from_utf8(item.bytes).unwrap_or_default();
    let is_secret = redact::password(text).is_none() && given != text && redact::password(given).is_some();
    let hide = move |quoted: &str| match quoted {
        "" => String::new(),
        _ if is_secret => redact::HIDDEN.to_owned(),
        quoted => redact::message(&escape::visible(&quotes.hide(quoted))).into_owned(),
    };
    (hide, is_secret)
}

pub(crate) fn findings(item: &Item<'_>, text: &str, findings: &[Finding], painter: Painter, mut put: impl FnMut(&str)) {
    if findings.is_empty() {
        return;
    }
    let (hide, is_secret) = hider(item, text);
    let excerpts = if is_secret { Excerpts::secret(text) } else { Excerpts::new(text) };
    let (mut block, mut places) = (String::new(), Places::of(item, text));
    for finding in findings {
        let out = &mut block;
        out.clear();
        let (word, ink) = match finding.level {
            Level::Deny => ("error", Ink::Different),
            _ => ("warning", Ink::Unwise),
        };
        let (code, range) = (finding.code, &finding.range);
        out.push_str(&places.message(range.clone(), 0));
        painter.put(out, ink, format_args!("{word}[{}]", code.id()));
        let (name, section) = (code.name(), code.section());
        let component = finding.component.map_or("text", Component::name);
        let message = message(finding, &hide(&finding.detail));
        // The code of a userinfo has the name of the component.
        let (component, colon) = if name == component { ("", "") } else { (component, ": ") };
        // Pieces one by one, because a formatted write takes several times as long.
        out.extend([" ", name, ": ", component, colon, &message, " (", section, ")\n"]);
        excerpts.push(range, ink, painter, out);
        if let (Some(fix), Some(rung)) = (&finding.fix, code.fix_rung()) {
            let given = text.get(fix.range.clone()).unwrap_or_default();
            let [given, fixed] = [given, &fix.text].map(&hide);
            let (verb, text) = match (given.is_empty(), fixed.is_empty()) {
                // A password is not repeated in the message.
                _ if finding.component == Some(Component::Userinfo) => ("there is one", None),
                (true, _) => ("add", Some(fixed)),
                (_, true) => ("remove", Some(given)),
                _ => ("write", Some(fixed)),
            };
            out.extend(["    fix, equal at the ", rung.name(), " rung: ", verb]);
            if let Some(text) = text {
                out.extend([" \"", &text, "\""]);
            }
            out.push('\n');
        }
        put(&block);
    }
}

pub(crate) fn record(finding: &Finding) -> json::Finding<'_> {
    let code = finding.code;
    let fix = finding.fix.as_ref().map(|fix| json::Fix {
        start: fix.range.start,
        end: fix.range.end,
        text: &fix.text,
        rung: code.fix_rung().map_or("", Rung::name),
    });
    json::Finding {
        code: code.name(),
        id: code.id(),
        level: finding.level.name(),
        start: finding.range.start,
        end: finding.range.end,
        component: finding.component.map_or("text", Component::name),
        message: message(finding, &finding.detail),
        section: code.section(),
        fix,
    }
}
