//! The URL Standard: to set a component of a parsed URL, in place.

use super::host::edited;
use super::task::{Compares, Task, as_they_are, contender};
use crate::corpus::Lines;
use crate::sink::Sink;

/// The task of a setter, by each contender that has one like it.
macro_rules! task {
    ($task:ident, $module:ident, $name:literal, $about:literal,
     |$url:ident, $host:ident| $oneiri:expr, $rival:expr, $ada:expr) => {
        pub(super) const $task: Task = Task {
            name: $name,
            about: $about,
            input: as_they_are,
            lines_each: 1,
            compares: Compares::Acceptance,
            contenders: &[
                contender!("oneiri", "oneiri-whatwg", $module::oneiri),
                contender!("url", "url", $module::rival, "an older edition of the Standard"),
                #[cfg(feature = "ada")]
                contender!("ada", "ada-url", $module::ada),
            ],
        };

        mod $module {
            #![allow(unused_variables, reason = "only one setter takes a host")]
            use super::*;

            pub(super) fn oneiri<S: Sink>(lines: &Lines, sink: &mut S) {
                let edit = |$url: &mut oneiri_whatwg::Url, $host: &str| $oneiri;
                edited(lines, sink, |line| oneiri_whatwg::Url::parse(line).ok(), edit, |url| url.href());
            }

            pub(super) fn rival<S: Sink>(lines: &Lines, sink: &mut S) {
                let edit = |$url: &mut url::Url, $host: &str| $rival;
                edited(lines, sink, |line| url::Url::parse(line).ok(), edit, |url| url.as_str());
            }

            #[cfg(feature = "ada")]
            pub(super) fn ada<S: Sink>(lines: &Lines, sink: &mut S) {
                let edit = |$url: &mut ada_url::Url, $host: &str| $ada;
                edited(lines, sink, |line| ada_url::Url::parse(line, None).ok(), edit, |url| url.href());
            }
        }
    };
}

const PATH: &str = "/a/b-c/index.html";
const QUERY: &str = "a=b&c=d";
const FRAGMENT: &str = "section-2";

task!(
    SET_HOST,
    host,
    "whatwg-set-host",
    "set the host of a URL by the URL Standard",
    |url, host| url.set_host(host).is_ok(),
    url.set_host(Some(host)).is_ok(),
    url.set_host(Some(host)).is_ok()
);
task!(
    SET_PATH,
    path,
    "whatwg-set-pathname",
    "set the path of a URL by the URL Standard",
    |url, host| url.set_pathname(PATH).is_ok(),
    {
        url.set_path(PATH);
        true
    },
    url.set_pathname(Some(PATH)).is_ok()
);
task!(
    SET_SEARCH,
    search,
    "whatwg-set-search",
    "set the query of a URL by the URL Standard",
    |url, host| {
        url.set_search(QUERY);
        true
    },
    {
        url.set_query(Some(QUERY));
        true
    },
    {
        url.set_search(Some(QUERY));
        true
    }
);
task!(
    SET_HASH,
    hash,
    "whatwg-set-hash",
    "set the fragment of a URL by the URL Standard",
    |url, host| {
        url.set_hash(FRAGMENT);
        true
    },
    {
        url.set_fragment(Some(FRAGMENT));
        true
    },
    {
        url.set_hash(Some(FRAGMENT));
        true
    }
);
