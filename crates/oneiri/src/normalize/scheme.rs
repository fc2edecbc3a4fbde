//! The rules of schemes (RFC 3986 section 6.2.3) that remove, add or replace whole components. Every
//! condition has the same answer before and after syntax-based normalization. The rules apply in an
//! order that makes their combination idempotent.

use alloc::borrow::Cow;
use alloc::string::String;

use super::writer::Writer;
use super::{Plan, Shape};
use crate::dots::has_dots;
use crate::registry::{PathRule, QueryRule, SchemeRules};
use crate::syntax::error::Component;
use crate::syntax::scan::{StopAt, Stops};
use crate::syntax::spans::Untyped;

impl Plan {
    /// Whether a rule of the scheme may apply to a text. `false` is certain.
    #[inline]
    pub(crate) fn may_apply(rules: &SchemeRules, idna: bool, source: Untyped<'_, '_>) -> bool {
        let spans = source.spans;
        let named = spans.host_start < spans.host_end;
        let empty_path = spans.path_start == spans.path_end;
        let has_query = spans.path_end < source.query_end();
        // A host may become `localhost` by its escapes, or by IDNA.
        let may_be_localhost =
            named && (spans.host_end - spans.host_start == "localhost".len() || !source.is_plain() || idna);
        rules.default_port.is_some() && source.has_port()
            || rules.empty_path_is_root && empty_path && named
            || rules.local_host && (may_be_localhost || !spans.has_authority())
            || has_query && (rules.empty_query_is_absent || rules.query != QueryRule::Plain)
            || rules.path != PathRule::Plain && !spans.has_authority()
            || idna && rules.dns_host && named
    }

    /// The path rung and the rules of a scheme. With `idna`, a domain name and its Punycode have the same normal
    /// form.
    pub(crate) const fn with_rules(unicode: bool, rules: &SchemeRules, idna: bool) -> Self {
        Self { rules: *rules, ruled: true, idna, ..Self::full(unicode) }
    }

    /// Applies the rules of the scheme. The components are not yet rewritten.
    pub(super) fn apply_rules(&self, shape: &mut Shape<'_>) {
        let rules = self.rules;
        // IDNA comes before the other rules, because it may turn a host into `localhost`.
        #[cfg(feature = "idna")]
        if self.idna && rules.dns_host {
            super::idn::apply(self, shape);
        }
        // The rules of servers apply only if there is a host name. `http://:80/` has none, so it keeps its port.
        let named = shape.parts.host.is_some_and(|host| !host.is_empty());
        if let (true, Some(default), Some(port)) = (named, rules.default_port, shape.parts.port) {
            if port.parse() == Ok(default) {
                shape.parts.port = None;
            }
        }
        if rules.empty_path_is_root && named && shape.path.is_empty() {
            shape.path = Cow::Borrowed("/");
        }
        let alone = shape.parts.userinfo.is_none() && shape.parts.port.is_none();
        if rules.local_host && alone && shape.path.starts_with('/') {
            let host = shape.parts().host;
            if host.is_none_or(|host| self.is_localhost(host)) {
                shape.parts.host = Some("");
                shape.host = None;
            }
        }
        if rules.empty_query_is_absent && shape.parts.query == Some("") {
            shape.parts.query = None;
        }
        if rules.path != PathRule::Plain && shape.parts.host.is_none() && shape.dots {
            self.apply_path_rule(shape);
        }
    }

    /// Removes the dot segments, then applies the rule of the scheme to the path that is left. Most rules
    /// apply only if this path has one segment.
    fn apply_path_rule(&self, shape: &mut Shape<'_>) {
        if has_dots(&shape.path, self.text().escaped_dots()) {
            let (how, length) = (self.text(), shape.path.len());
            let mut clean = String::new();
            let mut writer = Writer::new(&shape.path, &mut clean);
            let mut stops = Stops::new(shape.path.as_bytes(), 0, StopAt::EscapesAndBidi);
            writer.path(&how, 0..length, &mut stops, false);
            if writer.finish() {
                shape.path = Cow::Owned(clean);
            }
        }
        shape.dots = false;
        let applies = match self.rules.path {
            PathRule::Plain | PathRule::Urn => true,
            // A `?` is allowed in the user of a SIP URI. An `@` after the `?` shows that the user goes on there,
            // because headers escape `@`.
            PathRule::Sip => {
                let query = shape.parts.query.unwrap_or_default();
                !shape.path.contains('/') && !query.contains('@')
            }
            _ => !shape.path.contains('/'),
        };
        if applies {
            shape.path_rule = self.rules.path;
        }
    }

    fn is_localhost(&self, host: &str) -> bool {
        host.is_empty() || self.rewritable(host, Component::Host).with_bytes(|host| host == b"localhost")
    }
}
