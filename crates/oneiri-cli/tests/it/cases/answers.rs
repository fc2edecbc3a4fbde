//! What has to come of a case.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use toml::Value;

use super::case::Case;
use super::runs::Check;
use crate::run::{feed, oneiri};

impl Case<'_> {
    pub(super) fn refused(&self) -> Check {
        let (this, component) = (self.to_string(), self.get("component").map(str::to_owned));
        let start = self.table.get("start").and_then(Value::as_integer);
        Box::new(move |answer| {
            assert_eq!(answer["ok"], false, "{this}: {answer}");
            if let Some(component) = &component {
                assert_eq!(answer["error"]["component"], **component, "{this}: {answer}");
            }
            if let Some(start) = start {
                assert_eq!(answer["error"]["start"], start, "{this}: {answer}");
            }
        })
    }

    /// What a lint finds, as text, of the code that is looked for.
    pub(super) fn found(&self) -> Check {
        let (this, code) = (self.to_string(), self.text("code").to_owned());
        let found = self.table["found"].as_array().expect("found").iter();
        let found: Vec<_> = found.map(|it| it.as_str().expect("found").to_owned()).collect();
        let details = self.table.get("details").and_then(Value::as_array).cloned();
        let input = self.text("input").to_owned();
        Box::new(move |answer| {
            let findings = answer["findings"].as_array().expect(&this);
            let at = |finding: &Json, key: &str| usize::try_from(finding[key].as_u64().expect(key)).expect(key);
            let got: Vec<_> = findings.iter().map(|finding| &input[at(finding, "start")..at(finding, "end")]).collect();
            assert_eq!(got, found, "{this}: {answer}");
            for (nth, finding) in findings.iter().enumerate() {
                let said = details.as_ref().and_then(|details| details[nth].as_str());
                let message = finding["message"].as_str().expect("a message");
                assert!(message.ends_with(said.unwrap_or_default()), "{this}: {answer}");
            }
            assert!(findings.iter().all(|finding| finding["code"] == *code), "{this}: {answer}");
        })
    }

    pub(super) fn output(&self, expected: &str) -> Check {
        let (this, expected) = (self.to_string(), expected.to_owned());
        Box::new(move |answer| assert_eq!(answer["output"], *expected, "{this}: {answer}"))
    }

    pub(super) fn equal(&self, expected: bool) -> Check {
        let this = self.to_string();
        Box::new(move |answer| assert_eq!(answer["equal"], expected, "{this}: {answer}"))
    }

    /// Two that are equal have steps from one to the other, and two that differ have a wall.
    pub(super) fn explained(&self) -> Check {
        let this = self.to_string();
        Box::new(move |answer| {
            let steps = answer["steps"].as_array().expect("steps");
            let rung = answer["rung"].as_str();
            let reached = steps.iter().map(|step| height(step["rung"].as_str())).max();
            assert_eq!(rung.is_none(), answer["difference"].is_object(), "{this}: {answer}");
            assert_eq!(reached.unwrap_or_default(), height(rung), "{this}: {answer}");
            let [a, b] = ["a", "b"].map(|side| answer[side].as_str().expect("a text"));
            let piece = |found: &Json, side: &str, text: &str| {
                let at = |end: &str| found[side][end].as_u64().unwrap() as usize;
                let (start, end) = (at("start"), at("end"));
                let piece = text.get(start..end).expect("a piece of the text").to_owned();
                (start, end, piece)
            };
            if answer["difference"].is_object() {
                let [(.., ours), (.., theirs)] =
                    [("a", a), ("b", b)].map(|(side, text)| piece(&answer["difference"], side, text));
                assert_ne!(ours, theirs, "{this}: {answer}");
                return;
            }
            // With what the steps say in its place, the first is the second.
            let (mut text, mut copied) = (String::new(), 0);
            for step in steps {
                let [(start, end, ours), (.., theirs)] =
                    [("a", a), ("b", b)].map(|(side, text)| piece(step, side, text));
                assert_ne!(ours, theirs, "{this}: {answer}");
                text.push_str(&a[copied..start]);
                text.push_str(&theirs);
                copied = end;
            }
            text.push_str(&a[copied..]);
            assert_eq!(text, b, "{this}: {answer}");
        })
    }

    /// RFC 3986 section 5.3, on the components that the command printed.
    pub(super) fn recomposed(&self) -> Check {
        let (this, expected) = (self.to_string(), self.text("expected").to_owned());
        Box::new(move |answer| {
            let part = |name: &str| answer[name].as_str();
            let mut text = String::new();
            text.extend(part("scheme").map(|scheme| format!("{scheme}:")));
            text.extend(part("authority").map(|authority| format!("//{authority}")));
            text.push_str(part("path").unwrap_or_else(|| panic!("{this}: {answer}")));
            text.extend(part("query").map(|query| format!("?{query}")));
            text.extend(part("fragment").map(|fragment| format!("#{fragment}")));
            assert_eq!(text, expected, "{this}: {answer}");
        })
    }

    pub(super) fn before_encoding(&self) -> Check {
        let (this, fields) = (self.to_string(), self.table["before_encoding"].clone());
        Box::new(move |answer| {
            for (name, expected) in fields.as_table().unwrap() {
                let name = if name == "user" { "userinfo" } else { name };
                let got = answer[name].as_str().unwrap_or_else(|| panic!("{this}: {answer}"));
                let decoded = feed(&["decode"], got.as_bytes());
                assert_eq!(decoded.stdout().trim_end(), expected.as_str().unwrap(), "{this}");
            }
        })
    }

    /// The kind of host is shown to people only.
    pub(super) fn host_kind(&self) {
        let remark = match self.get("host_kind") {
            None => return,
            Some("ipv4") => " (IPv4)\n",
            Some("ipv6") => " (IPv6)\n",
            Some("ipvfuture") => " (IP of a later version)\n",
            Some("reg-name") => "\n",
            Some(other) => panic!("{self}: {other}"),
        };
        let outcome = oneiri(&["parse", "--", self.text("input")]);
        let host = self.table["srfi"].get("host").map_or("\"\"", |host| host.as_str().unwrap());
        let host = if host.is_empty() { "\"\"" } else { host };
        let row = format!("\nhost       {host}{remark}");
        assert!(format!("\n{}", outcome.stdout()).contains(&row), "{self}: {}", outcome.stdout());
    }

    /// The components that follow from the seven fields of SRFI 275, and from what stands beside.
    pub(super) fn fields(&self) -> Fields {
        let srfi = self.table["srfi"].as_table().unwrap();
        let get = |key: &str| srfi.get(key).map(|value| value.as_str().expect(key).to_owned());
        let (user, host) = (get("user"), get("host"));
        let present = user.is_some() || host.is_some();
        if self.table.contains_key("authority_present") {
            assert_eq!(self.is("authority_present"), present, "{self}");
        }
        let port = match (self.get("port_raw"), srfi.get("port")) {
            (Some(raw), _) => Some(raw.to_owned()),
            (None, Some(Value::Integer(number))) => Some(number.to_string()),
            (None, port) => port.map(|port| port.as_str().expect("port").to_owned()),
        };
        Fields(BTreeMap::from([
            ("scheme", get("scheme")),
            // D-01: the host is absent in the view if it is empty after a userinfo.
            ("host", host.or_else(|| present.then(String::new))),
            ("userinfo", user),
            ("port", port),
            ("path", Some(get("path").unwrap_or_default())),
            ("query", get("query")),
            ("fragment", get("fragment")),
        ]))
    }
}

/// How high a rung is, on a ladder whose lowest has none of the steps.
fn height(rung: Option<&str>) -> usize {
    let rungs = ["case", "escape", "path", "scheme", "protocol"];
    rungs.iter().position(|&name| Some(name) == rung).map_or(0, |at| at + 1)
}

/// The components that have to come out; `None` is null.
#[derive(Clone)]
pub(super) struct Fields(pub(super) BTreeMap<&'static str, Option<String>>);

impl Fields {
    pub(super) fn check(self, case: &Case<'_>) -> Check {
        let this = case.to_string();
        // SRFI 275 has the port as a number, so that its cases do not say how it is spelled.
        let numeric = case.file.starts_with("srfi275/");
        Box::new(move |answer| {
            assert_eq!(answer["ok"], true, "{this}: {answer}");
            for (&name, expected) in &self.0 {
                let mut got = answer[name].as_str();
                if numeric && name == "port" {
                    got = got.map(|port| port.trim_start_matches('0')).filter(|port| !port.is_empty());
                }
                assert_eq!(got, expected.as_deref(), "{this}: {name}: {answer}");
            }
            assert_eq!(answer["authority"].is_null(), answer["host"].is_null(), "{this}: {answer}");
        })
    }
}
