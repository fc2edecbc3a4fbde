//! The tasks, a file per group. In each, a function per contender does the work on all lines.

mod components;
mod convert;
mod equal;
mod host;
mod normalize;
mod parse;
mod percent;
mod relativize;
mod resolve;
mod task;
mod utf8;
mod whatwg;
mod whatwg_set;

pub use task::{Compares, Contender, Task};

/// All tasks, in the order in which they are run.
pub const ALL: &[Task] = &[
    parse::PARSE,
    components::COMPONENTS,
    normalize::NORMALIZE,
    normalize::NORMALIZE_SCHEME,
    convert::TO_URI,
    convert::TO_URI_PARSED,
    resolve::RESOLVE,
    resolve::RESOLVE_DOTTED,
    relativize::RELATIVIZE,
    equal::EQUAL,
    equal::EQUAL_PARSED,
    equal::HASH,
    equal::HASH_PARSED,
    equal::COMPARE_PARSED,
    host::SET_HOST,
    percent::ENCODE,
    percent::DECODE,
    whatwg::WHATWG,
    whatwg::CAN_PARSE,
    whatwg::JOIN,
    whatwg_set::SET_HOST,
    whatwg_set::SET_PATH,
    whatwg_set::SET_SEARCH,
    whatwg_set::SET_HASH,
];

/// Those that validate the input of any task as UTF-8 and do no more.
pub const BASELINES: &[Contender] = utf8::BASELINES;
