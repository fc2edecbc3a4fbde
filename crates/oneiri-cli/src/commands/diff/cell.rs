//! What is shown of one component, without a password.

use oneiri::Component;

use super::reading::Reading;
use crate::output::redact::{self, HIDDEN};

/// What a reading has in the place of a component of this text.
pub(super) fn shown(component: Component, reading: &Reading<'_>, text: &str) -> String {
    let password = redact::password(text).and_then(|range| text.get(range));
    visible(component, reading, password)
}

pub(super) fn visible(
    component: Component,
    reading: &Reading<'_>,
    password: Option<&str>,
) -> String {
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

/// The text with the password hidden, wherever a parser may have put it.
pub(super) fn hidden(text: &str, password: Option<&str>) -> String {
    match password {
        Some(password) => text.replace(&format!(":{password}"), &format!(":{HIDDEN}")),
        None => text.to_owned(),
    }
}
