//! What allocates and what does not, counted: an allocator that counts needs a binary of its own.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use oneiri::{
    Edit, Iri, IriBuf, IriRef, IriRefBuf, Ladder, Normalization, OnInvalid, Redaction, Rung, Uri, UriBuf, UriRef,
    UriRefBuf,
};

/// The system's allocator, counting what each thread asks of it.
struct Counting;

thread_local! {
    /// Constant and without a destructor, so that to reach it allocates nothing.
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    REQUESTS.with(|requests| requests.set(requests.get() + 1));
}

// SAFETY: every call is handed on to the system's allocator as it is, and what that gives is given
// back; the counter is a plain cell of the thread, which neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of this very method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above; `pointer` is from the system's allocator, as all are.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many requests for memory an action makes.
fn requests<T>(action: impl FnOnce() -> T) -> usize {
    let before = REQUESTS.with(Cell::get);
    let result = black_box(action());
    let after = REQUESTS.with(Cell::get);
    drop(result);
    after - before
}

/// Room for whatever the tests put in.
const SPARE: usize = 256;

fn roomy(text: &str) -> String {
    let mut roomy = String::with_capacity(SPARE);
    roomy.push_str(text);
    roomy
}

/// Runs an action on a value with room to spare, holds its result and that it asked for no memory.
macro_rules! in_place {
    ($Type:ident, $text:literal, $action:expr, $expected:literal) => {{
        let mut value = $Type::parse(roomy($text)).unwrap();
        let action: fn(&mut $Type) = $action;
        let asked = requests(|| action(&mut value));
        assert_eq!(value, $expected);
        assert_eq!(asked, 0, "{}: {}", $text, stringify!($action));
        1
    }};
}

#[test]
fn the_counter_counts() {
    assert_eq!(requests(|| ()), 0);
    assert_eq!(requests(|| String::from("a")), 1);
    assert_eq!(requests(|| vec![0_u8; 64]), 1);
    let mut text = String::from("a");
    assert_eq!(requests(|| text.push_str("0123456789")), 1);
}

#[test]
fn a_setter_with_spare_capacity_allocates_nothing() {
    const ALL: &str = "http://u@h:80/x?q#f";
    let mut tried = 0;
    // Every setter: to longer, to shorter, away, and to where there was none.
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_scheme("https").unwrap(), "https://h/x");
    tried += in_place!(UriBuf, "https://h/x", |it| it.set_scheme("s").unwrap(), "s://h/x");
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_userinfo("u:p").unwrap(), "s://u:p@h/x");
    tried += in_place!(UriBuf, "s://u:p@h/x", |it| it.set_userinfo("").unwrap(), "s://@h/x");
    tried += in_place!(UriBuf, "s://u:p@h/x", |it| it.set_userinfo(None).unwrap(), "s://h/x");
    tried += in_place!(UriBuf, "s:/x", |it| it.set_userinfo("u").unwrap(), "s://u@/x");
    tried += in_place!(UriBuf, "s://h:1/x", |it| it.set_host("a.b").unwrap(), "s://a.b:1/x");
    tried += in_place!(UriBuf, "s://a.b:1/x", |it| it.set_host("").unwrap(), "s://:1/x");
    tried += in_place!(UriBuf, "s://u@h:1/x", |it| it.set_host(None).unwrap(), "s://u@:1/x");
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_host(None).unwrap(), "s:/x");
    tried += in_place!(UriRefBuf, "?q", |it| it.set_host("h").unwrap(), "//h?q");
    tried += in_place!(IriBuf, "s://h/x", |it| it.set_host("é").unwrap(), "s://é/x");
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_host_ip(Ipv4Addr::BROADCAST).unwrap(), "s://255.255.255.255/x");
    tried += in_place!(
        UriBuf,
        "s:/x",
        |it| it.set_host_ip(IpAddr::V6(Ipv6Addr::new(1, 2, 3, 4, 5, 6, 7, 0xFFFF))).unwrap(),
        "s://[1:2:3:4:5:6:7:ffff]/x"
    );
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_port(65535).unwrap(), "s://h:65535/x");
    tried += in_place!(UriBuf, "s://h:65535/x", |it| it.set_port(1).unwrap(), "s://h:1/x");
    tried += in_place!(UriBuf, "s://h:1/x", |it| it.set_port(None).unwrap(), "s://h/x");
    tried += in_place!(UriRefBuf, "", |it| it.set_port(1).unwrap(), "//:1");
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_port_digits("080").unwrap(), "s://h:080/x");
    tried += in_place!(UriBuf, "s://h:1/x", |it| it.set_port_digits(None).unwrap(), "s://h/x");
    tried += in_place!(UriBuf, "s://h/x", |it| it.set_authority("u@[::1]:80").unwrap(), "s://u@[::1]:80/x");
    tried += in_place!(UriBuf, "s://u@h:80/x", |it| it.set_authority("").unwrap(), "s:///x");
    tried += in_place!(UriBuf, "s://u@h:80/x", |it| it.set_authority(None).unwrap(), "s:/x");
    tried +=
        in_place!(UriBuf, "s:/x", |it| it.set_authority_parts(Some("u"), Some("h"), Some("1")).unwrap(), "s://u@h:1/x");
    tried += in_place!(UriBuf, "s://u@h:1/x", |it| it.set_authority_parts(None, None, None).unwrap(), "s:/x");
    tried += in_place!(UriBuf, "s://h/x?q", |it| it.set_path("/a/b/c").unwrap(), "s://h/a/b/c?q");
    tried += in_place!(UriBuf, "s://h/x?q", |it| it.set_path("").unwrap(), "s://h?q");
    tried += in_place!(UriBuf, "s:x#f", |it| it.set_query("a=b&c").unwrap(), "s:x?a=b&c#f");
    tried += in_place!(UriBuf, "s:x?q#f", |it| it.set_query(None).unwrap(), "s:x#f");
    tried += in_place!(IriRefBuf, "x", |it| it.set_query("\u{E000}").unwrap(), "x?\u{E000}");
    tried += in_place!(UriBuf, "s:x", |it| it.set_fragment("f").unwrap(), "s:x#f");
    tried += in_place!(UriBuf, "s:x#f", |it| it.set_fragment(None).unwrap(), "s:x");
    // The same by `Edit`; what is refused; and repair of what fits, or needs no more than a prefix.
    for policy in [OnInvalid::Refuse, OnInvalid::Repair] {
        for edit in [
            Edit::Scheme("https"),
            Edit::Userinfo(Some("user:password")),
            Edit::Host(Some("example.org")),
            Edit::Port(Some("08080")),
            Edit::Authority(Some("a:b@[::1]:80")),
            Edit::Path("/a/b/c/d/e/f"),
            Edit::Query(Some("a=b&c=d")),
            Edit::Fragment(Some("fragment")),
            Edit::Userinfo(None),
            Edit::Host(None),
            Edit::Port(None),
            Edit::Authority(None),
            Edit::Query(None),
            Edit::Fragment(None),
        ] {
            let mut value = UriBuf::parse(roomy(ALL)).unwrap();
            assert_eq!(requests(|| value.edit(edit, policy)), 0, "{edit:?}, {policy:?}");
            tried += 1;
        }
    }
    tried += in_place!(UriBuf, "s:x", |it| assert!(it.set_host("h").is_err()), "s:x");
    tried += in_place!(UriBuf, "s:x", |it| assert!(it.set_query("é").is_err()), "s:x");
    tried += in_place!(UriBuf, "s:x", |it| it.edit(Edit::Host(Some("h")), OnInvalid::Repair).unwrap(), "s://h/x");
    tried += in_place!(UriBuf, "s:a/b", |it| assert!(it.path_mut().pop()), "s:a");
    println!("{tried} edits in place, none of which allocates");
    assert_eq!(tried, 64);
}

#[test]
fn a_setter_without_spare_capacity_allocates_once() {
    let long = "0123456789".repeat(20);
    let mut value = UriBuf::parse(String::from("s://h/x?q")).unwrap();
    assert_eq!(requests(|| value.set_host(long.as_str())), 1);
    assert_eq!(requests(|| value.set_host("h")), 0, "the room is kept");
    assert_eq!(requests(|| value.set_query(long.as_str())), 0, "and used");
}

#[test]
fn getters_allocate_nothing() {
    for text in ["http://u:p@[::1]:080/a//b/%C3%A9?q=1#f", "urn:a:b", "s://1.2.3.4", "s://h:99999/"] {
        let owned = IriBuf::parse(text).unwrap();
        let borrowed = Iri::parse(text).unwrap();
        let asked = requests(|| {
            black_box((owned.as_str(), owned.scheme(), owned.authority(), owned.userinfo()));
            black_box((owned.host(), owned.host().map(|host| host.kind()), owned.port(), owned.port_number().ok()));
            black_box((owned.path(), owned.query(), owned.fragment(), owned.parts()));
            black_box((owned.has_scheme(), owned.is_absolute_without_fragment(), owned.has_bidi_controls()));
            black_box((owned.srfi(), owned.srfi().authority(), oneiri::split(text)));
            black_box((owned.path().segments().count(), owned.path().segments().next_back()));
            black_box(owned.query().unwrap_or_default().pairs().count());
            black_box((owned.as_borrowed(), owned == borrowed, borrowed.cmp(&borrowed)));
        });
        assert_eq!(asked, 0, "{text}");
    }
}

#[test]
fn parsing_and_comparing_allocate_nothing() {
    let pairs = [
        ("http://example.org/~ros%C3%A9", "HTTP://example.org/x/../%7Eros\u{E9}"),
        ("http://h:080/a/./b?q#f", "HTTP://H:80/a/b?q#f"),
        ("http://h/a/%2E%2E/b", "http://h/b"),
        ("http://h/a", "http://h/b"),
        ("urn:a", "http://h/a"),
    ];
    for (a, b) in pairs {
        assert_eq!(requests(|| Iri::parse(a).is_ok() && Iri::parse(b).is_ok()), 0);
        let (a, b) = (Iri::parse(a).unwrap(), Iri::parse(b).unwrap());
        assert_eq!(requests(|| a.equivalent(&b)), 0, "{a} {b}");
        assert_eq!(requests(|| Ladder::new().ignore_fragment(true).equivalent(&a, &b, Rung::Path)), 0, "{a} {b}");
        assert_eq!(requests(|| a.srfi() == b.srfi()), 0, "{a} {b}");
    }
    assert_eq!(requests(|| Uri::parse("http://h/a b").is_err()), 0, "nor does an error");
}

#[test]
fn resolving_into_a_buffer_with_capacity_allocates_nothing() {
    let mut buffer = String::with_capacity(SPARE);
    for base in ["http://a/b/c/d;p?q", "urn:a/b", "file:///x/", "s:"] {
        let base = Uri::parse(base).unwrap();
        for reference in ["g", "../../../g", "/a/../..//b", "//h?q#f", "?y", "#s", "", "s:a/../..//b"] {
            let reference = UriRef::parse(reference).unwrap();
            let asked = requests(|| base.resolve_into(&reference, &mut buffer).path().len());
            assert_eq!(asked, 0, "{base} {reference}");
        }
    }
}

#[test]
fn what_is_normal_is_normalized_without_allocation() {
    for text in ["http://example.org/a/b?q=%2F#f", "foo:/.//b", "urn:a:b", "http://h:8080/r\u{E9}"] {
        let mut owned = IriBuf::parse(text).unwrap();
        let iri = Iri::parse(text).unwrap();
        assert_eq!(requests(|| iri.normalize()), 0, "{text}");
        assert_eq!(requests(|| iri.normalize_steps(Normalization::CASE)), 0, "{text}");
        assert_eq!(requests(|| iri.normalize_steps(Normalization::ESCAPE)), 0, "{text}");
        assert_eq!(requests(|| iri.normalize_steps(Normalization::PATH)), 0, "{text}");
        assert_eq!(requests(|| owned.normalize_in_place()), 0, "{text}");
    }
    let iri = Iri::parse("http://h:80/r\u{E9}").unwrap();
    assert_eq!(requests(|| iri.normalize_at(Rung::Path)), 0);
    let uri = Uri::parse("http://h/a%2F?q").unwrap();
    assert_eq!(requests(|| uri.normalize()) + requests(|| uri.to_iri()), 0);
    let iri = Iri::from(uri);
    assert_eq!(requests(|| iri.to_uri()), 0, "nor what is converted and stays as it is");
}

#[test]
fn showing_what_is_redacted_allocates_nothing_beyond_the_text() {
    use std::fmt::Write;
    let uri = Uri::parse("ftp://me:secret@h/?token").unwrap();
    let mut out = String::with_capacity(SPARE);
    let all = Redaction::new().userinfo(true).query(true);
    assert_eq!(requests(|| write!(out, "{} {}", uri.redacted(), uri.redacted_with(all))), 0);
    assert_eq!(out, "ftp://me:***@h/?token ftp://***@h/?***");
}

/// Paths of so many segments, of which every fourth and fifth undo each other.
fn deep(segments: usize) -> String {
    let path: String = ["/a", "/%62", "/c", "/d", "/%2e%2E"].into_iter().cycle().take(segments).collect();
    format!("http://h{path}")
}

#[test]
fn comparing_at_every_rung_allocates_nothing() {
    let deep = [deep(1), deep(64), deep(1023), deep(1024)];
    let undone = deep.iter().map(|text| text.replace("/d/%2e%2E", "").replace("%62", "b"));
    let undone: Vec<String> = undone.collect();
    let mut pairs = vec![
        ("http://h/", "http://h/"),
        ("HTTP://EXAMPLE.org:080/%7e?%c3%A9#%41", "http://example.org/~?\u{E9}#A"),
        ("http://h", "http://h:80/."),
        ("http://h/a/%2E%2E/b", "http://h/x/./../b"),
        ("s:a/..//b", "s:.//b"),
        ("s:/a/..//b", "s:/.//b"),
        ("file:/x", "file://%6CocalHost:/x"),
        ("file:/.//x", "file:////x"),
        ("mailto:J%6f@X,b@%59?Subject=a", "mailto:Jo@x,b@y?subject=a"),
        ("urn:EX%61:%62", "urn:exa:b"),
        ("urn:UUID:F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:x"),
        ("tel:+1-(%32);Ext=3-4", "tel:+12;ext=34"),
        ("sip:a;B@%48;User=X", "sip:a;B@h;user=x"),
        ("ldap://h:389/?", "ldap://h"),
        ("http://h/a%2Fb", "http://h/a/b"),
        ("http://h/r\u{E9}", "http://h/re\u{301}"),
        ("../a/./b", "../a/b"),
    ];
    pairs.extend(deep.iter().zip(&undone).map(|(a, b)| (a.as_str(), b.as_str())));
    let (mut tried, mut equal) = (0, 0);
    for (one, other) in pairs {
        let (a, b) = (IriRef::parse(one).unwrap(), IriRef::parse(other).unwrap());
        for (a, b) in [(a, b), (b, a), (a, a)] {
            let ladder = Ladder::new().ignore_fragment(true);
            assert_eq!(requests(|| a.compare(&b).rung()), 0, "{a} {b}");
            assert_eq!(requests(|| ladder.compare(&a, &b).rung()), 0, "{a} {b}");
            equal += usize::from(a.compare(&b).rung().is_some());
            for rung in Rung::ALL {
                let (x, y) = (a.normal_at(rung), b.normal_at(rung));
                assert_eq!(requests(|| a.equivalent_at(&b, rung)), 0, "{a} {b} at {rung}");
                assert_eq!(requests(|| x == y), 0, "{a} {b} at {rung}, as keys");
                assert_eq!(requests(|| x.cmp(&y)), 0, "{a} {b} at {rung}, ordered");
                assert_eq!(requests(|| hash(&x)), 0, "{a} at {rung}, hashed");
                tried += 1;
            }
        }
    }
    println!("{tried} comparisons, of which none allocates; {equal} of equals");
    assert_eq!((tried, equal), (378, 55));
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
