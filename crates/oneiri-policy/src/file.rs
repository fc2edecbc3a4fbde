//! Policies as TOML files.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::builder::{Builder, Test};
use crate::error::{Place, PolicyError};
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
    /// [`Builder::build`](crate::Builder::build) fails. The error names the line.
    ///
    /// ```
    /// use oneiri_policy::Policy;
    ///
    /// let error = Policy::compile("[[allow]]\nhost = \"ex*mple.com\"").unwrap_err();
    /// assert!(error.to_string().starts_with("line 1: 'ex*mple.com' would match more than it shows"));
    /// ```
    pub fn compile(toml: &str) -> Result<Self, PolicyError> {
        let mut file = File { text: toml, rules: [Vec::new(), Vec::new()] };
        let builder = file.read(Builder::default())?;
        builder.build().map_err(|error| file.locate(error))
    }

    /// A policy that the crate ships: `ssrf`, `agent`, `redirect-uri`, `gateway` or `open-redirect`. `None` for
    /// another name. A file takes over a preset with `extends = "ssrf"`.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        // A test compiles each of them.
        Self::compile(Self::preset_text(name)?).ok()
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
    /// The index and the place of each rule that allows, and of each that denies.
    rules: [Vec<(usize, Range<usize>)>; 2],
}

type Value<'f> = Spanned<DeValue<'f>>;

impl File<'_> {
    fn fault(&self, range: Range<usize>, message: impl Into<String>) -> PolicyError {
        let before = self.text.get(..range.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        PolicyError::new(message.into()).at(Place::File(range, line))
    }

    /// The error with the place of its rule in the file.
    fn locate(&self, error: PolicyError) -> PolicyError {
        let Some((kind, index)) = error.rule() else { return error };
        let rules = &self.rules[usize::from(kind == "deny")];
        match rules.iter().find(|(nth, _)| *nth == index) {
            Some((_, range)) => {
                let line = self.text.get(..range.start).unwrap_or_default().matches('\n').count();
                error.placed(Place::File(range.clone(), line + 1))
            }
            None => error,
        }
    }

    fn read(&mut self, mut builder: Builder) -> Result<Builder, PolicyError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            self.fault(error.span().unwrap_or_default(), error.message().to_owned())
        })?;
        let table = table.into_inner();
        if let Some((_, value)) = table.iter().find(|(key, _)| key.as_ref() == "extends") {
            let preset = Policy::preset_text(self.string(value)?).ok_or_else(|| {
                let names: Vec<_> = Policy::presets().collect();
                self.fault(value.span(), format!("expected one of {}", names.join(", ")))
            })?;
            let mut other = File { text: preset, rules: [Vec::new(), Vec::new()] };
            builder = other.read(builder)?;
            // The tests of a preset are about the preset alone.
            builder.tests.clear();
        }
        for (key, value) in &table {
            match &**key.get_ref() {
                "extends" => {}
                "readers" => builder.readers = self.strings(value)?,
                "max-length" => builder.max_length = self.integer(value)?,
                "repair" => builder.repair = self.boolean(value)?,
                "addresses" => builder.addresses = self.strings(value)?,
                "violations" => {
                    for (name, value) in self.table(value)? {
                        let violation = Violation::from_name(name.get_ref()).ok_or_else(|| {
                            self.fault(
                                name.span(),
                                format!("there is no violation '{}'", name.get_ref()),
                            )
                        })?;
                        builder = builder.permit(violation, self.decision(value)?);
                    }
                }
                "allow" | "deny" => {
                    let denies = usize::from(key.get_ref() == "deny");
                    for value in self.array(value)? {
                        let rule = self.rule(value)?;
                        let rules =
                            if denies == 1 { &mut builder.deny } else { &mut builder.allow };
                        self.rules[denies].push((rules.len(), value.span()));
                        rules.push(rule);
                    }
                }
                "test" => {
                    for value in self.array(value)? {
                        builder.tests.push(self.test(value)?);
                    }
                }
                _ => return Err(self.unknown(key)),
            }
        }
        Ok(builder)
    }

    fn unknown<T: AsRef<str>>(&self, key: &Spanned<T>) -> PolicyError {
        self.fault(key.span(), format!("there is no key '{}' here", key.get_ref().as_ref()))
    }

    fn rule(&self, value: &Value<'_>) -> Result<Rule, PolicyError> {
        let mut rule = Rule::default();
        for (key, value) in self.table(value)? {
            match &**key.get_ref() {
                "uri" => rule.uri = Some(self.string(value)?.to_owned()),
                "scheme" => rule.schemes = self.strings(value)?,
                "host" => rule.host = Some(self.string(value)?.to_owned()),
                "apex" => rule.apex = self.boolean(value)?,
                "same-origin" => rule.same_origin = self.boolean(value)?,
                "port" => rule.port = Some(self.port(value)?),
                "path" => rule.path = Some(self.string(value)?.to_owned()),
                "query" => rule.query = Some(self.strings(value)?),
                _ => return Err(self.unknown(key)),
            }
        }
        Ok(rule)
    }

    fn test(&self, value: &Value<'_>) -> Result<Test, PolicyError> {
        let (mut text, mut allow, mut base) = (None, None, None);
        for (key, value) in self.table(value)? {
            match &**key.get_ref() {
                "text" => text = Some(self.string(value)?.to_owned()),
                "decision" => allow = Some(self.decision(value)?),
                "base" => base = Some(self.string(value)?.to_owned()),
                _ => return Err(self.unknown(key)),
            }
        }
        let (Some(text), Some(allow)) = (text, allow) else {
            return Err(self.fault(value.span(), "expected a text and a decision"));
        };
        Ok(Test { text, allow, base })
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
        match self.string(value)? {
            "allow" => Ok(true),
            "deny" => Ok(false),
            _ => Err(self.fault(value.span(), "expected \"allow\" or \"deny\"")),
        }
    }

    fn string<'v>(&self, value: &'v Value<'_>) -> Result<&'v str, PolicyError> {
        value.get_ref().as_str().ok_or_else(|| self.fault(value.span(), "expected a string"))
    }

    /// One string, or a list of strings.
    fn strings(&self, value: &Value<'_>) -> Result<Vec<String>, PolicyError> {
        match value.get_ref() {
            DeValue::String(text) => Ok([text.clone().into_owned()].into()),
            _ => {
                self.array(value)?.iter().map(|it| self.string(it).map(ToOwned::to_owned)).collect()
            }
        }
    }

    fn boolean(&self, value: &Value<'_>) -> Result<bool, PolicyError> {
        value.get_ref().as_bool().ok_or_else(|| self.fault(value.span(), "expected true or false"))
    }

    fn integer<T: TryFrom<i64>>(&self, value: &Value<'_>) -> Result<T, PolicyError> {
        let integer = value.get_ref().as_integer();
        let number = integer.and_then(|it| i64::from_str_radix(it.as_str(), it.radix()).ok());
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.fault(value.span(), "expected a number that is not too large"))
    }

    fn array<'v, 'f>(&self, value: &'v Value<'f>) -> Result<&'v [Value<'f>], PolicyError> {
        let array = value.get_ref().as_array();
        array.map(|it| &**it).ok_or_else(|| self.fault(value.span(), "expected a list"))
    }

    fn table<'v, 'f>(&self, value: &'v Value<'f>) -> Result<&'v DeTable<'f>, PolicyError> {
        value.get_ref().as_table().ok_or_else(|| self.fault(value.span(), "expected a table"))
    }
}
