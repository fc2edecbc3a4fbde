//! URIs and IRIs in SQL: the functions of the crate `oneiri` as functions of
//! [DataFusion](https://datafusion.apache.org). The names are the same as in Spark.
//!
//! ```
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> datafusion::error::Result<()> {
//! let context = SessionContext::new();
//! oneiri_datafusion::register(&context);
//! let rows = context
//!     .sql("SELECT oneiri_normalize(link, 'scheme') AS page, count(*) AS links
//!           FROM (VALUES ('HTTP://h/%7Eada'), ('http://h:80/~ada'), ('http://h/a b')) AS t (link)
//!           WHERE oneiri_is_valid(link) GROUP BY page")
//!     .await?
//!     .collect()
//!     .await?;
//! datafusion::assert_batches_eq!([
//!     "+---------------+-------+",
//!     "| page          | links |",
//!     "+---------------+-------+",
//!     "| http://h/~ada | 2     |",
//!     "+---------------+-------+",
//! ], &rows);
//! # Ok(())
//! # }
//! ```
//!
//! | function | gives |
//! |---|---|
//! | `oneiri_is_valid(text[, grammar])` | boolean |
//! | `oneiri_parse(text[, grammar[, errors]])` | struct: `scheme`, `userinfo`, `host`, `port`, `path`, `query`, `fragment` |
//! | `oneiri_why_not(text[, grammar])` | struct: `message`, `start`, `end`, `component`, `expected`, `found`, `rule`; null where a text is grammatical |
//! | `oneiri_parse_lenient(text[, grammar[, errors]])` | text: characters that are not allowed become escapes, spaces at the ends are dropped, and a stray `%` becomes `%25` |
//! | `oneiri_normalize(text[, rung[, grammar[, errors]]])` | text |
//! | `oneiri_normalize_steps(text, steps[, grammar[, errors]])` | text |
//! | `oneiri_resolve(base, reference[, grammar[, errors]])` | text |
//! | `oneiri_to_uri(text[, grammar[, errors]])`, `oneiri_to_iri(text[, grammar[, errors]])` | text |
//! | `oneiri_fingerprint(text[, rung[, hash[, grammar[, errors]]]])` | binary, 16 bytes |
//! | `oneiri_redact(text[, grammar[, errors]])` | text: `***` stands for the password |
//! | `oneiri_htu(text[, grammar[, errors]])` | text: what the `htu` of a DPoP proof is compared by (RFC 9449 section 4.3) |
//! | `oneiri_drive(text[, grammar[, errors]])` | text: what `file` URLs of one drive are compared by (the assumption `drive@1`) |
//! | `oneiri_redact_text(text[, grammar[, errors]])` | text: `***` stands for the passwords and tokens of the URLs in it |
//! | `oneiri_rung(a, b[, grammar[, errors]])` | the name of the lowest rung at which both are equal, or `different` |
//! | `oneiri_whatwg_href(text[, base])` | text: the URL that a browser makes of it (URL Standard) |
//! | `oneiri_admits(policy, text)` | boolean: whether a policy of TOML, or `preset:ssrf`, admits the text |
//! | `oneiri_template_match(template, text)` | struct with a text for each variable; a list or a map is JSON |
//! | `oneiri_parse_url(text, part[, key[, parser]])` | text: `PROTOCOL`, `AUTHORITY`, `USERINFO`, `HOST`, `PATH`, `QUERY`, `REF` or `FILE`, as Spark's `try_parse_url` |
//!
//! A text parameter is a column or a literal of any string type, or a dictionary of these. A function that returns
//! text returns the type of its input. All other parameters are literals, which are checked when a statement is
//! planned. A parameter that is left out or `NULL` has its default, which is the first value in this list:
//!
//! * `rung`: `scheme`, `string`, `case`, `escape`, `path`, `protocol` (see [`oneiri::Rung`])
//! * `grammar`: `iri-reference`, `iri`, `uri-reference`, `uri`; `oneiri_to_uri` takes the first two, and
//!   `oneiri_to_iri` takes the others, with `uri-reference` as its default
//! * `errors`, the handling of invalid texts: `null`, `raise` (ends the statement), or `keep` (only in functions
//!   that return text)
//! * `hash`: `xxh3`, `blake3`
//! * `steps`: one or more of `case`, `escape`, `path`, separated by commas
//!
//! Arguments can be named: `oneiri_normalize(text => link, rung => 'scheme')`. Null stays null. `start` and `end`
//! of `oneiri_why_not` count characters.
//!
//! Tested with DataFusion 55.2 and Arrow 59; Rust 1.94 or later.

mod compiled;
mod declaration;
mod function;

use datafusion::logical_expr::ScalarUDF;
use datafusion::prelude::SessionContext;

use compiled::CompiledFunction;
pub use function::Ended;
use function::{Function, Kind};

/// Registers all functions.
///
/// ```
/// use datafusion::prelude::SessionContext;
///
/// let context = SessionContext::new();
/// oneiri_datafusion::register(&context);
/// assert!(context.state().scalar_functions().contains_key("oneiri_normalize"));
/// ```
pub fn register(context: &SessionContext) {
    functions().into_iter().for_each(|function| context.register_udf(function));
}

/// The functions, for other registries and for plans that are built without SQL.
///
/// ```
/// let functions = oneiri_datafusion::functions();
/// assert!(functions.iter().any(|function| function.name() == "oneiri_parse"));
/// ```
#[must_use]
pub fn functions() -> Vec<ScalarUDF> {
    let functions = Kind::all().map(|kind| ScalarUDF::new_from_impl(Function::new(kind)));
    functions.chain(CompiledFunction::all().map(ScalarUDF::new_from_impl)).collect()
}
