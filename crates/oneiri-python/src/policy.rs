//! Which URLs a program may touch: `oneiri.policy`. A pickled `Decision` is decided again, so nobody can forge one, but
//! a `Reason` is read as `__reduce__` wrote it, in that order. The comments of `preset` and of `Reason::code` repeat names
//! of `oneiri-policy`, and `tests/it/elsewhere.rs` there compares the presets.

use std::net::IpAddr;
use std::sync::Arc;

use oneiri_policy::{Base, BaseError, Checked, Code, Decision as Decided, Denied, Policy as Compiled, Preset};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::error::{Counter, Fault, raise_fault};
use crate::given::{Given, Text};
use crate::reduce::reduced;
use crate::unlocked::unlocked;

/// Rules about what all parsers of a text agree on: `load`, `loads` or `preset` makes one.
///
/// >>> policy = preset("ssrf")
/// >>> bool(policy.check("https://example.com/")), bool(policy.check("http://0x7f.1/"))
/// (True, False)
#[pyclass(frozen, module = "oneiri.policy")]
pub(crate) struct Policy {
    text: String,
    pub(crate) compiled: Arc<Compiled>,
}

#[pymethods]
impl Policy {
    /// Checks a text. `base` is what it is resolved against, such as the page of a link.
    ///
    /// >>> decision = preset("open-redirect").check("/account", "https://app.example/login")
    /// >>> decision.allowed, decision.canonical
    /// (True, 'https://app.example/account')
    #[pyo3(signature = (text, base = None))]
    fn check(slf: &Bound<'_, Self>, text: Given<'_, '_>, base: Option<Given<'_, '_>>) -> PyResult<Decision> {
        let (py, policy) = (slf.py(), slf.get());
        let (text, base) = (text.as_str(), base.as_ref().map(Given::as_str));
        let decided =
            unlocked(py, text, || decide(&policy.compiled, text, &base.map(Base::compile)).map(Checked::into_owned));
        let (checked, reasons) = match decided {
            Ok(checked) => (Some(checked), Vec::new()),
            Err(reasons) => (None, Reason::list(py, text, reasons)?),
        };
        let asked = (text.to_owned(), base.map(str::to_owned));
        Ok(Decision { policy: slf.clone().unbind(), asked, checked, reasons })
    }

    /// Runs the tests of the policy, and says which of them fail.
    ///
    /// >>> loads('test = [{ text = "http://h/", decision = "allow" }]').test()
    /// ["expected allow, found deny: 'http://h/'"]
    fn test(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let tests = self.compiled.failed_tests();
        let failure = |failed: &oneiri_policy::FailedTest<'_>| {
            let test = failed.test;
            let (expected, found) = (failed.expected(), failed.found());
            let text = PyString::new(py, &test.text).repr()?;
            let base = test.base.as_ref().map(|base| PyString::new(py, base).repr()).transpose()?;
            let base = base.map(|base| format!(" with the base {base}")).unwrap_or_default();
            Ok(format!("expected {expected}, found {found}: {text}{base}"))
        };
        tests.iter().map(failure).collect()
    }

    /// The rules that have no effect, in sentences, each with a text that shows it.
    ///
    /// >>> loads('allow = [{ host = "*.h.example" }, { host = "a.h.example" }]').warnings
    /// ['line 1: this [[allow]] rule has no effect, because the [[allow]] rule on line 1 already allows all that it allows (for example http://a.h.example/)']
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.compiled.warnings().iter().map(ToString::to_string).collect()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.text == other.text
    }

    fn __hash__<'py>(&self, py: Python<'py>) -> PyResult<isize> {
        PyString::new(py, &self.text).hash()
    }

    fn __repr__(&self) -> String {
        format!("<Policy of {} lines>", self.text.lines().count())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        Ok((py.import("oneiri.policy")?.getattr("loads")?, (&self.text,)))
    }
}

/// A base, compiled once for all texts, or why a text is none.
pub(crate) type GivenBase = Option<Result<Base, BaseError>>;

/// The decision of a policy about a text, which may be relative to a base.
pub(crate) fn decide<'t>(
    policy: &Compiled,
    text: &'t str,
    base: &GivenBase,
) -> Result<Checked<'t>, Vec<oneiri_policy::Reason>> {
    let decided = match base {
        Some(Ok(base)) => policy.check_with_base(text, base),
        Some(Err(error)) => Decided::Deny(Denied::from(error.clone())),
        None => policy.check(text),
    };
    decided.into_result().map_err(Denied::into_reasons)
}

/// The codes, each once: every parser may have a reason of its own.
pub(crate) fn each_once<'a>(codes: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known = Vec::new();
    for code in codes {
        if !known.contains(&code) {
            known.push(code);
        }
    }
    known
}

/// A policy of the text of a TOML file. An error names the line and the key, and counts characters of the text.
///
/// >>> loads('[[allow]]\nhots = "example.com"')
/// Traceback (most recent call last):
/// oneiri.Error: invalid policy: line 2, hots: expected one of the keys uri, scheme, host, apex, same-origin, port, path, query, ignore-case, addresses
#[pyfunction]
pub(crate) fn loads(py: Python<'_>, text: Text<'_>) -> PyResult<Policy> {
    compiled(py, &text)
}

fn compiled(py: Python<'_>, text: &str) -> PyResult<Policy> {
    let compiled = Compiled::compile(text).map_err(|error| {
        let range = error.range().unwrap_or(0..text.len());
        let message = format!("invalid policy: {error}");
        let fault = Fault { message, component: "policy", expected: "", rule: "" };
        raise_fault(py, text, range, fault)
    })?;
    Ok(Policy { text: text.to_string(), compiled: Arc::new(compiled) })
}

/// A policy that the package ships: "ssrf", "agent", "redirect-uri", "gateway" or "open-redirect". A file takes over
/// one with `extends = "ssrf"`.
///
/// >>> preset("ssrf").check("http://10.0.0.1/").reasons[0].code
/// 'special-address'
#[pyfunction]
pub(crate) fn preset(py: Python<'_>, name: Text<'_>) -> PyResult<Policy> {
    match Preset::from_name(&name) {
        Some(preset) => compiled(py, preset.text()),
        None => {
            let names = Preset::ALL.map(Preset::name).join(", ");
            let message = format!("unknown preset {:?}: expected one of {names}", &*name);
            Err(PyValueError::new_err(message))
        }
    }
}

/// Whether a policy admits a text, and why not. It is true only if the text is allowed.
///
/// Forward `canonical`, and not the text that was checked: every parser of the policy reads it alike.
///
/// >>> decision = preset("ssrf").check("HTTPS://Example.com:443/a/../b")
/// >>> decision.canonical, decision.host, decision.port
/// ('https://example.com/b', 'example.com', 443)
/// >>> denied = preset("ssrf").check("https://good.example@evil.example/")
/// >>> bool(denied), denied.canonical, [reason.code for reason in denied.reasons]
/// (False, None, ['userinfo'])
///
/// A pickle holds the policy, the text and the base, and they are checked again.
#[pyclass(frozen, module = "oneiri.policy")]
pub(crate) struct Decision {
    policy: Py<Policy>,
    /// The text and the base.
    asked: (String, Option<String>),
    checked: Option<Checked<'static>>,
    /// Why the text is not allowed. Empty if it is.
    #[pyo3(get)]
    reasons: Vec<Py<Reason>>,
}

#[pymethods]
impl Decision {
    /// Whether the text is allowed.
    #[getter]
    fn allowed(&self) -> bool {
        self.checked.is_some()
    }

    /// The text to forward. None if the text is not allowed.
    #[getter]
    fn canonical(&self) -> Option<&str> {
        self.checked.as_ref().map(Checked::as_str)
    }

    /// The host of the canonical text: a name in ASCII, or an address, IPv6 in brackets.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.checked.as_ref()?.host()
    }

    /// The port to connect to: that of the canonical text, or the default port of its scheme.
    #[getter]
    fn port(&self) -> Option<u16> {
        self.checked.as_ref()?.port()
    }

    /// The number of the rule that allows the text, among the `[[allow]]` rules. The first is number 1.
    #[getter]
    fn rule(&self) -> Option<usize> {
        self.checked.as_ref().map(|checked| checked.rule().number)
    }

    /// Names the rule that differs from the URL in the fewest fields, and says which fields these are. None if a rule matches, or if
    /// the parsers do not agree. It looks at every rule, each time.
    ///
    /// >>> loads('[[allow]]\nhost = "h.example"\npath = "/v1/*"').check("http://h.example/v2").nearest
    /// 'allow rule 1 (line 1) matches all but the path'
    #[getter]
    fn nearest(&self, py: Python<'_>) -> Option<String> {
        if self.allowed() || self.reasons.iter().all(|reason| reason.get().code != Code::NoRule.as_str()) {
            return None;
        }
        let (text, base) = &self.asked;
        let policy = &self.policy.get().compiled;
        let base = base.as_deref().map(Base::compile).transpose().ok()?;
        unlocked(py, text, || Some(policy.inspect(text, base.as_ref()).nearest()?.to_string()))
    }

    /// Whether a connection to an address may be made for this text: a text, or an address of `ipaddress`. Resolve the
    /// host once, ask for each address, and connect to that address; a name may lead elsewhere the next time.
    ///
    /// >>> decision = preset("ssrf").check("https://example.com/")
    /// >>> decision.admits("93.184.215.14"), decision.admits("127.0.0.1"), decision.admits("::1")
    /// (True, False, False)
    fn admits(&self, address: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = address.str()?;
        let text = text.to_str()?;
        // The zone of an address, as `socket.getaddrinfo` writes it, says where it is reached (RFC 4007 section 11).
        let bare = text.split_once('%').map_or(text, |(bare, _)| bare);
        let parsed = bare.parse().ok().filter(|address: &IpAddr| address.is_ipv6() || bare.len() == text.len());
        let parsed =
            parsed.ok_or_else(|| PyValueError::new_err(format!("expected an IPv4 or IPv6 address, found {text:?}")))?;
        Ok(self.checked.as_ref().is_some_and(|checked| checked.admits(parsed)))
    }

    fn __bool__(&self) -> bool {
        self.allowed()
    }

    fn __str__(&self) -> String {
        if let Some(canonical) = self.canonical() {
            return format!("allowed: {canonical}");
        }
        let reasons = self.reasons.iter().map(|reason| reason.get().shown.as_str()).collect::<Vec<_>>().join("; ");
        // The code of a rule that denies is the same word.
        let is_said = self.reasons.first().is_some_and(|reason| reason.get().code == Code::Denied.as_str());
        if is_said { reasons } else { format!("denied: {reasons}") }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let codes = self.reasons.iter().map(|reason| reason.get().code.as_str());
        Ok(match self.canonical() {
            Some(canonical) => {
                format!("<Decision: allowed, {}>", PyString::new(py, canonical).repr()?)
            }
            None => format!("<Decision: denied, {}>", each_once(codes).join(", ")),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (text, base) = &self.asked;
        (self.policy.bind(py).getattr("check")?, (text, base.as_deref())).into_pyobject(py)
    }
}

/// A reason why a text is not allowed. No message holds a userinfo.
///
/// >>> reason, = preset("ssrf").check("http://127.0.0.1/").reasons
/// >>> reason.code, reason.start, reason.end
/// ('special-address', 7, 16)
#[pyclass(frozen, eq, hash, module = "oneiri.policy")]
#[derive(PartialEq, Hash)]
pub(crate) struct Reason {
    /// The name: that of a violation, such as "userinfo", or "length", "invalid", "disagreement", "special-address",
    /// "special-name", "unlisted-address", "denied", "no-rule", "too-many-readings", "not-utf8" or "base".
    #[pyo3(get)]
    code: String,
    /// What is wrong, and the section or the rule that says so.
    #[pyo3(get)]
    message: String,
    /// The offset of the first character that is meant.
    #[pyo3(get)]
    start: usize,
    /// The offset after the last character.
    #[pyo3(get)]
    end: usize,
    /// What each parser saw, as pairs of its name and what it saw, if the reason is about parsers.
    #[pyo3(get)]
    parsers: Vec<(String, String)>,
    /// All of it as text.
    shown: String,
}

#[pymethods]
impl Reason {
    fn __str__(&self) -> &str {
        &self.shown
    }

    fn __repr__(&self) -> String {
        format!("<Reason {} at {}..{}>", self.code, self.start, self.end)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { code, message, start, end, parsers, shown } = self;
        let parts = (code, message, *start, *end, parsers.clone(), shown);
        reduced(py, "Reason", parts.into_pyobject(py)?)
    }
}

impl Reason {
    pub(crate) fn restored(parts: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (code, message, start, end, parsers, shown) = parts.extract()?;
        Ok(Self { code, message, start, end, parsers, shown })
    }

    /// The reasons about a text.
    fn list(py: Python<'_>, text: &str, reasons: Vec<oneiri_policy::Reason>) -> PyResult<Vec<Py<Self>>> {
        let mut counter = Counter::new(text);
        let list = reasons.into_iter().map(|reason| {
            let (start, end) = counter.range(&reason.range);
            let shown = reason.to_string();
            let seen = reason.shown().into_iter().map(|(parser, saw)| (parser.to_owned(), saw));
            let (code, parsers) = (reason.code.as_str().to_owned(), seen.collect());
            Py::new(py, Self { code, message: reason.message, start, end, parsers, shown })
        });
        list.collect()
    }
}
