//! The laws of the library's tests, of the command, of the C interface, of documents, of the parsers, of policies, of redaction, of templates and of the URL Standard, by name.

#[path = "../../crates/oneiri-capi/tests/it/any.rs"]
mod any;
#[path = "../../crates/oneiri-whatwg/tests/it/attributes.rs"]
mod attributes;
#[path = "../../crates/oneiri-capi/tests/it/call.rs"]
#[allow(dead_code, reason = "some tests need more")]
mod call;
pub mod corpus;
#[path = "../../crates/oneiri-policy/tests/it/denied.rs"]
mod denied;
#[path = "../../crates/oneiri-documents/tests/it/graphs.rs"]
mod graphs;
#[path = "../../crates/oneiri-documents/tests/it/kept.rs"]
mod kept;
#[path = "../../crates/oneiri/tests/it/laws/mod.rs"]
#[allow(dead_code, unused_imports, unused_macros, reason = "the tests themselves are left out")]
mod laws;
#[path = "../../crates/oneiri/tests/it/oracle/mod.rs"]
#[allow(dead_code, unused_imports, reason = "likewise")]
mod oracle;
#[path = "../../crates/oneiri-parsers/tests/it/law.rs"]
mod parsers;
#[path = "../../crates/oneiri-whatwg/tests/it/pieces.rs"]
mod pieces;
#[path = "../../crates/oneiri-policy/tests/it/laws.rs"]
mod policy;
#[path = "../../crates/oneiri-policy/tests/it/random.rs"]
mod random;
#[path = "../../crates/oneiri-redact/tests/it/law.rs"]
mod redact;
#[path = "../../crates/oneiri-policy/tests/it/servers.rs"]
#[allow(dead_code, reason = "the law is named in `random`")]
mod servers;
#[path = "../../crates/oneiri-template/tests/it/any.rs"]
mod template;
#[path = "../../crates/oneiri-template/tests/it/inputs.rs"]
mod template_inputs;
#[path = "../../crates/oneiri-whatwg/tests/it/any.rs"]
mod whatwg;

/// A law: a function of any bytes that panics if it is broken.
pub type Law = fn(&[u8]);

/// All laws.
pub fn laws() -> impl Iterator<Item = (&'static str, Law)> {
    let library = laws::targets::TARGETS.into_iter().chain(oneiri_cli::laws::TARGETS);
    let library = library.chain(policy::TARGETS.map(|(name, law)| (name, law as Law)));
    let library = library.chain(random::TARGETS.map(|(name, law)| (name, law as Law)));
    let library = library.chain(denied::TARGETS.map(|(name, law)| (name, law as Law)));
    library.chain([
        ("scanners", oneiri::scanners as Law),
        ("capi", any::any as Law),
        ("readings", parsers::readings as Law),
        ("trig-graphs", graphs::graphs_divided as Law),
        ("turtle-kept", kept::turtle_kept as Law),
        ("redact", redact::redact as Law),
        ("redact-query", redact::query as Law),
        ("redact-password", redact::password as Law),
        ("template", template::any as Law),
        ("template-values", template_inputs::values as Law),
        ("template-routers", template_inputs::routers as Law),
        ("whatwg", whatwg::any as Law),
    ])
}
