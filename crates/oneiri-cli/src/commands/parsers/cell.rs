//! The text of one component in the table of `oneiri diff`, without passwords.

use oneiri::Component;
use oneiri_parsers::Reading;

use crate::output::{redact, redact::HIDDEN};

/// A component of a reading of `text`, without the password.
pub(super) fn shown(component: Component, reading: &Reading<'_>, text: &str) -> String {
    let password = redact::password(text).and_then(|range| text.get(range));
    visible(component, reading, password)
}

pub(super) fn visible(component: Component, reading: &Reading<'_>, password: Option<&str>) -> String {
    match reading.get(component) {
        None => "<none>".to_owned(),
        Some("") => "<empty>".to_owned(),
        Some(text) if component == Component::Userinfo => match text.split_once(':') {
            Some((user, secret)) if !secret.is_empty() => format!("{user}:{HIDDEN}"),
            _ => text.to_owned(),
        },
        Some(text) => hidden(text, password),
    }
}

/// Hides the password of the identifier.
pub(super) fn hidden(text: &str, password: Option<&str>) -> String {
    redact::quoted(text, password).into_owned()
}
