//! Policies as TOML files.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::builder::{Builder, Test};
use crate::error::{Line, PolicyError};
use crate::policy::Policy;
use crate::rule::{Port, Rule};
use crate::violation::Violation;

/// The presets: a name, and the file.
const PRESETS: [(&str, &str); 5] = [
    ("ssrf", include_str!("presets/ssrf.toml")),
    ("agent", include_str!("presets/agent.toml")),
    ("redirect-uri", include_str!("presets/redirect-uri.toml")),
    ("gateway", include_str!("presets/gateway.toml")),
    ("open-redirect", include_str!("presets/open-redirect.toml")),
];

impl Policy {
    /// Compiles a policy from a TOML file.
    ///
    /// # Errors
    ///
    /// The text is not TOML, a key is unknown, a value has the wrong type, or
    /// [`Builder::build`](crate::Builder::build) fails. The error names the line and the key.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let error = Policy::compile("[[allow]]\nhost = \"ex*mple.com\"").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, host: 'ex*mple.com' would match more than it shows"));
    /// ```
    pub fn compile(toml: &str) -> Result<Self, PolicyError> {
        File { text: toml, preset: None }.read(Builder::default())?.build()
    }

    /// A policy that the crate ships: `ssrf`, `agent`, `redirect-uri`, `gateway` or `open-redirect`. `None` for
    /// another name. A file takes over a preset with `extends = "ssrf"`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        let (name, text) = PRESETS.iter().find(|preset| preset.0 == name)?;
        // A test compiles each of them.
        File { text, preset: Some(name) }.read(Builder::default()).and_then(Builder::build).ok()
    }

    /// The file of a preset.
    #[must_use]
    pub fn preset_text(name: &str) -> Option<&'static str> {
        PRESETS.iter().find(|preset| preset.0 == name).map(|preset| preset.1)
    }

    /// The names of the presets.
    pub fn presets() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|preset| preset.0)
    }
}

/// A file that is read.
struct File<'f> {
    text: &'f str,
    /// The name of the preset, if the file is one.
    preset: Option<&'static str>,
}

type Value<'f> = Spanned<DeValue<'f>>;
type Key<'f> = Spanned<DeString<'f>>;
type Done = Result<(), PolicyError>;

impl File<'_> {
    fn line(&self, range: &Range<usize>) -> Line {
        let before = self.text.get(..range.start).unwrap_or_default();
        Line { preset: self.preset, number: before.matches('\n').count() + 1 }
    }

    fn fault(&self, range: Range<usize>, message: impl Into<String>) -> PolicyError {
        PolicyError::in_file(self.line(&range), range, message)
    }

    fn read(&self, mut builder: Builder) -> Result<Builder, PolicyError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            self.fault(error.span().unwrap_or_default(), error.message().to_owned())
        })?;
        let table = table.into_inner();
        if let Some((_, value)) = table.iter().find(|(key, _)| key.as_ref() == "extends") {
            let name = self.string(value).map_err(|error| error.in_key("extends"))?;
            let Some((preset, text)) = PRESETS.iter().find(|(preset, _)| *preset == name) else {
                let names: Vec<_> = Policy::presets().collect();
                let message = format!("expected one of {}, found '{name}'", names.join(", "));
                return Err(self.fault(value.span(), message).in_key("extends"));
            };
            builder = File { text, preset: Some(preset) }.read(builder)?;
            // The tests of a preset are about the preset alone.
            builder.tests.clear();
        }
        for (key, value) in &table {
            self.entry(&mut builder, key, value).map_err(|error| error.in_key(key.as_ref()))?;
        }
        Ok(builder)
    }

    fn entry(&self, builder: &mut Builder, key: &Key<'_>, value: &Value<'_>) -> Done {
        let located = |error: PolicyError| error.at_line(self.line(&value.span()), value.span());
        match &**key.get_ref() {
            "extends" => {}
            "readers" => builder.set_readers(&self.strings(value)?).map_err(located)?,
            "max-length" => builder.max_length = self.integer(value)?,
            "repair" => builder.repair = self.boolean(value)?,
            "addresses" => builder.set_addresses(&self.strings(value)?).map_err(located)?,
            "violations" => {
                for (name, value) in self.table(value)? {
                    let violation = Violation::from_name(name.as_ref()).ok_or_else(|| {
                        let names: Vec<_> = Violation::all().map(Violation::name).collect();
                        self.unknown(name, &names.join(", "))
                    })?;
                    let permitted = self.decision(value).map_err(|it| it.in_key(name.as_ref()))?;
                    builder.set_permitted(violation, permitted);
                }
            }
            kind @ ("allow" | "deny") => {
                for value in self.array(value)? {
                    self.rule(builder, kind == "allow", value)?;
                }
            }
            "test" => {
                for value in self.array(value)? {
                    builder.tests.push(self.test(value)?);
                }
            }
            _ => {
                let keys = "extends, readers, max-length, repair, addresses, violations, allow, deny, test";
                return Err(self.unknown(key, keys));
            }
        }
        Ok(())
    }

    fn unknown(&self, key: &Key<'_>, keys: &str) -> PolicyError {
        self.fault(key.span(), format!("expected one of the keys {keys}")).in_key(key.as_ref())
    }

    fn rule(&self, builder: &mut Builder, allows: bool, value: &Value<'_>) -> Done {
        let (mut rule, table) = (Rule::default(), self.table(value)?);
        for (key, value) in table {
            self.field(&mut rule, key, value).map_err(|error| error.in_key(key.as_ref()))?;
        }
        builder.add(allows, &rule, Some(self.line(&value.span()))).map_err(|error| {
            // A key that is missing has no line of its own.
            let field = table.iter().find(|(key, _)| Some(&**key.get_ref()) == error.key());
            let range = field.map_or(value.span(), |(_, value)| value.span());
            error.at_line(self.line(&range), range)
        })
    }

    fn field(&self, rule: &mut Rule, key: &Key<'_>, value: &Value<'_>) -> Done {
        match &**key.get_ref() {
            "uri" => rule.uris = self.some(value)?,
            "scheme" => rule.schemes = self.some(value)?,
            "host" => rule.hosts = self.some(value)?,
            "apex" => rule.apex = self.boolean(value)?,
            "same-origin" => rule.same_origin = self.boolean(value)?,
            "port" => rule.port = Some(self.port(value)?),
            "path" => rule.paths = self.some(value)?,
            "query" => rule.query = Some(self.strings(value)?),
            _ => {
                let keys = "uri, scheme, host, apex, same-origin, port, path, query";
                return Err(self.unknown(key, keys));
            }
        }
        Ok(())
    }

    fn test(&self, value: &Value<'_>) -> Result<Test, PolicyError> {
        let mut test = (None, None, None);
        for (key, value) in self.table(value)? {
            self.test_field(&mut test, key, value).map_err(|error| error.in_key(key.as_ref()))?;
        }
        let (Some(text), Some(allow), base) = test else {
            return Err(self.fault(value.span(), "expected the keys text and decision"));
        };
        Ok(Test { text, allow, base })
    }

    fn test_field(
        &self,
        (text, allow, base): &mut (Option<String>, Option<bool>, Option<String>),
        key: &Key<'_>,
        value: &Value<'_>,
    ) -> Done {
        match &**key.get_ref() {
            "text" => *text = Some(self.string(value)?.to_owned()),
            "decision" => *allow = Some(self.decision(value)?),
            "base" => *base = Some(self.string(value)?.to_owned()),
            _ => return Err(self.unknown(key, "text, decision, base")),
        }
        Ok(())
    }

    fn port(&self, value: &Value<'_>) -> Result<Port, PolicyError> {
        match value.get_ref() {
            DeValue::String(text) if text == "*" => Ok(Port::Any),
            DeValue::String(text) if text == "loopback" => Ok(Port::Loopback),
            DeValue::String(_) => {
                Err(self.fault(value.span(), "expected a number, \"*\" or \"loopback\""))
            }
            DeValue::Array(ports) => {
                ports.iter().map(|port| self.integer(port)).collect::<Result<_, _>>().map(Port::Of)
            }
            _ => Ok(Port::Of([self.integer(value)?].into())),
        }
    }

    fn decision(&self, value: &Value<'_>) -> Result<bool, PolicyError> {
        match value.get_ref().as_str() {
            Some("allow") => Ok(true),
            Some("deny") => Ok(false),
            _ => Err(self.fault(value.span(), "expected \"allow\" or \"deny\"")),
        }
    }

    fn string<'v>(&self, value: &'v Value<'_>) -> Result<&'v str, PolicyError> {
        value.get_ref().as_str().ok_or_else(|| self.fault(value.span(), "expected a string"))
    }

    /// One string, or a list of at least one.
    fn some(&self, value: &Value<'_>) -> Result<Vec<String>, PolicyError> {
        match self.strings(value)? {
            texts if texts.is_empty() => {
                Err(self.fault(value.span(), "expected at least one string"))
            }
            texts => Ok(texts),
        }
    }

    /// One string, or a list of strings.
    fn strings(&self, value: &Value<'_>) -> Result<Vec<String>, PolicyError> {
        match value.get_ref() {
            DeValue::String(text) => Ok([text.clone().into_owned()].into()),
            DeValue::Array(list) => {
                list.iter().map(|it| self.string(it).map(ToOwned::to_owned)).collect()
            }
            _ => Err(self.fault(value.span(), "expected a string or a list of strings")),
        }
    }

    fn boolean(&self, value: &Value<'_>) -> Result<bool, PolicyError> {
        value.get_ref().as_bool().ok_or_else(|| self.fault(value.span(), "expected true or false"))
    }

    fn integer<T: TryFrom<i64>>(&self, value: &Value<'_>) -> Result<T, PolicyError> {
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|it| i64::from_str_radix(it.as_str(), it.radix()).ok());
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let most = (u64::MAX >> (64 - 8 * size_of::<T>())) >> u32::from(size_of::<T>() == 8);
            self.fault(value.span(), format!("expected a number from 0 to {most}"))
        })
    }

    fn array<'v, 'f>(&self, value: &'v Value<'f>) -> Result<&'v [Value<'f>], PolicyError> {
        let array = value.get_ref().as_array();
        array.map(|it| &**it).ok_or_else(|| {
            let message = "expected a list of tables: write the name in two brackets, [[allow]]";
            self.fault(value.span(), message)
        })
    }

    fn table<'v, 'f>(&self, value: &'v Value<'f>) -> Result<&'v DeTable<'f>, PolicyError> {
        value.get_ref().as_table().ok_or_else(|| self.fault(value.span(), "expected a table"))
    }
}
