//! What a scheme says of itself (RFC 3986 section 6.2.3), said of components that are otherwise
//! normal.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Coded, Plan, Rewritten, Shape};
use crate::dots::is_clean;
use crate::error::Component;
use crate::registry::PathRule;

impl Plan {
    /// Drops, adds and replaces components as the rules of the scheme say.
    pub(super) fn apply_rules(&self, shape: &mut Shape<'_>) {
        let rules = self.rules;
        if let (Some(default), Some(port)) = (rules.default_port, shape.parts.port) {
            if port.parse() == Ok(default) {
                shape.parts.port = None;
            }
        }
        if rules.local_host && shape.parts.userinfo.is_none() && shape.parts.port.is_none() {
            let host = shape.parts.host;
            let names_it = host.is_some_and(|host| self.is_localhost(host));
            if names_it || host.is_none() && shape.path.starts_with('/') {
                shape.parts.host = Some("");
            }
        }
        if rules.path != PathRule::Plain && shape.dots {
            // The rule speaks of the path that is left when dot segments are gone.
            if !self.is_clean(shape) {
                let mut clean = String::with_capacity(shape.path.len());
                self.write_clean(shape, &mut clean);
                shape.path = Cow::Owned(clean);
            }
            shape.dots = false;
        }
        if rules.empty_path_is_root && shape.parts.host.is_some() && shape.path.is_empty() {
            shape.path = Cow::Borrowed("/");
        }
    }

    fn is_localhost(&self, host: &str) -> bool {
        host.is_empty() || Rewritten::new(self.coded(host, Component::Host)).eq(*b"localhost")
    }

    fn is_clean(&self, shape: &Shape<'_>) -> bool {
        let spelled = Coded::plain(&shape.path, self.text()).is_done();
        spelled && is_clean(&shape.path, shape.parts.host.is_some())
    }
}
