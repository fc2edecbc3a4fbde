//! No format takes more than linear time, also where a document is one line: four times the input take
//! about four times as long. If each part looked at all others, it would be sixteen times.

use std::num::NonZero;
use std::sync::Mutex;
use std::thread::{available_parallelism, scope};
use std::time::Duration;

use oneiri_documents::{Divided, FORMATS, Records};
use rustix::time::{ClockId, clock_gettime};

use crate::format;

/// The time that this thread has worked. Other programs on the machine do not add to it.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

/// The shorter time of two runs.
fn shorter(mut read: impl FnMut() -> u64) -> Duration {
    let mut run = || {
        let start = worked();
        assert!(read() > 0, "nothing was read");
        worked() - start
    };
    (0..2).map(|_| run()).min().unwrap()
}

/// The time that a whole document takes.
fn time(id: &str, document: &str) -> Duration {
    let format = format(id);
    shorter(|| {
        let mut count = 0;
        format.read(document.as_bytes(), &mut |_| count += 1).unwrap();
        count
    })
}

/// The time that a document takes that is read in stretches, all of which are kept until the end.
fn time_in_stretches(id: &str, document: &str) -> Duration {
    let format = format(id);
    shorter(|| {
        let (mut bytes, mut first, mut count, mut size) = (document.as_bytes(), 1, 0, 4096);
        let (mut divider, mut contexts) = (format.divider(0), Vec::new());
        while !bytes.is_empty() {
            let window = &bytes[..size.min(bytes.len())];
            match divider.divide(window, window.len() == bytes.len(), 4096) {
                Divided::Needs(more) => size = more.max(2 * size),
                Divided::Records(end, context) => {
                    let records = Records { bytes: &bytes[..end], first, context: &context, trim: false };
                    format.each(records, &mut |_| count += 1);
                    first += format.count(&bytes[..end]);
                    contexts.push(context);
                    (bytes, size) = (&bytes[end..], 4096);
                }
            }
        }
        count
    })
}

/// Documents of so many parts, by their format.
fn documents(count: usize) -> Vec<(&'static str, String)> {
    let many = |part: &str| part.repeat(count);
    let numbered = |part: fn(usize) -> String| (0..count).map(part).collect::<String>();
    let inside = |open: &str, part: &str, close: &str| format!("{open}{}{close}", many(part));
    const RDF: &str = "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'";
    vec![
        ("text", many("http://h/a b\n")),
        ("csv", format!("u\n{}", many("\"http://h/a\"\"b\"\n"))),
        ("csv", format!("u\n{}", many("\"a\n"))),
        ("tsv", format!("u\n{}", many("http://h/a b\n"))),
        ("ndjson", many("{\"u\": \"a\\u0062\"}\n")),
        ("ndjson", inside("{\"u\": \"a\", \"v\": [", "{\"u\": 1},", "0]}")),
        ("nt", many("<a b> <c:> \"\\u00e9\" .\n")),
        ("nt", many("<a b> <c:> \"x\" .\r")),
        ("nq", many("<a b> <c:> _:d _:g .\n")),
        ("turtle", many("<a b> <c:> \"\"\"x\"\"\" . ")),
        ("turtle", inside("<a> <b> ", "[ <c d> ( <e> ", "")),
        ("turtle", inside("<a> <b> ", "<c d>, ", "<e> .")),
        ("turtle", many("<a> <b> \"\"\"x .\n")),
        ("turtle", numbered(|it| format!("@prefix p{it}: <x:> .\n p{it}:a <b> <c d> . "))),
        ("turtle", inside("<a> <b> ", "<<( <c d> <e> ", "")),
        ("turtle", inside("", "<< ", "")),
        ("turtle", inside("<a> <b> <c> ", "{| <d> <e f> ", &many("|} "))),
        ("turtle", inside("<a> <b> <c> ", "~ <d e> {| <d> <e f> |} ", ".")),
        ("turtle", inside("", "<a> <b> <c d> . # e\r", "")),
        ("turtle", inside("<a> % ", "prefix # base # ", "")),
        ("turtle", inside("<a> % ", "# prefix\n", "")),
        ("turtle", inside("<a> % ", "prefix #\n# base #\r", "")),
        ("turtle", inside("<a> % ", "x a : <", "")),
        ("turtle", inside("<a> % ", "@x a :", "")),
        ("turtle", inside("<a> % # ", "''' @prefix", "")),
        ("turtle", inside("<a> <b <", "prefix a: <", ">")),
        ("turtle", inside("x \"\"\"", "prefix.", "\"\"\" .")),
        ("turtle", format!("<a> % {}\n{}", many("prefix # "), many("name"))),
        ("turtle", format!("<a> % {}\n{}: <b>", many("prefix # "), many("name"))),
        ("turtle", format!("<a> % {}\na{}", many("prefix # "), many("\n# "))),
        ("turtle", format!("<a> % {}\na{}", many("prefix # prefix a # "), many("  "))),
        ("turtle", format!("<a> % {}\n{}", many("@prefix # @x # "), many("."))),
        ("turtle", inside("<a> % ", "prefix\u{A0}", ": <b>")),
        ("turtle", inside("<a> % ", "prefix\u{E9}", ": <b>")),
        ("turtle", format!("<a> % # {}\n{}", many("prefix # prefix\u{A0}"), many("a\u{A0}"))),
        (
            "turtle",
            numbered(|it| format!("<a> % @prefix \"p{it}\": <x> .\n@prefix q{it}: <y:> .\nq{it}:a <b> <c> .\n")),
        ),
        ("turtle", many("<a> <b> \"prefix a: <c>\" . ")),
        ("turtle", numbered(|it| format!("<a> @prefix p{it}: <x>\n @base <y> . p{it}:a <b> <c> .\n"))),
        ("trig", inside("{", "<a b> <c:> _:d . ", "}")),
        ("jsonld", inside("[", "{\"@id\": \"a b\"},", "0]")),
        ("jsonld", inside("", "[{\"@id\": ", "")),
        ("jsonld", inside("[", "{\"@context\": {\"t\": \"a:b\"}, \"t\": {\"@id\": \"c d\"}},", "0]")),
        ("jsonld", inside("", "{\"@context\": {\"t\": \"a:\"}, \"t\": ", "")),
        ("jsonld", numbered(|it| format!("{{\"@context\": {{\"t{it}\": \"a:\"}}, \"t{it}\": "))),
        ("jsonld", inside("", "{\"@context\": {\"t\": {\"@id\": \"a:\", \"@context\": ", "")),
        ("jsonld", format!("{{\"@context\": [{}0]", numbered(|it| format!("{{\"t{it}\": \"a:\"}},")))),
        ("jsonld", format!("{{\"@context\": {{{}\"u\": 0}}", numbered(|it| format!("\"t{it}\": \"t{}:a\",", it + 1)))),
        (
            "jsonld",
            format!(
                "{{\"@context\": {{\"T\": {{\"@id\": \"a:\", \"@context\": {{{}\"u\": 0}}}}}}, \"@graph\": [{}0]}}",
                (0..count / 8).map(|it| format!("\"t{it}\": \"a:\",")).collect::<String>(),
                "{\"@context\": {\"@base\": \"b:\"}, \"@type\": \"T\"},".repeat(count / 8)
            ),
        ),
        (
            "jsonld",
            inside(
                "{\"@context\": {\"t\": {\"@id\": \"a:\", \"@container\": \"@id\"}}, \"t\": {",
                "\"a b\": {\"t\": {\"c:\": [0]}},",
                "\"d\": 0}}",
            ),
        ),
        (
            "jsonld",
            inside(
                "{\"@context\": {\"T\": {\"@id\": \"a:T\", \"@context\": {\"T\": {\"@id\": \"a:U\", \"@context\": {\"t\": \"a:\"}}}}, \"t\": \"a:t\"}, \"t\": ",
                "{\"@type\": \"T\", \"t\": ",
                "",
            ),
        ),
        (
            "jsonld",
            inside(
                "{\"@context\": {\"t\": {\"@id\": \"a:t\", \"@context\": {\"u\": {\"@id\": \"a:u\", \"@context\": {\"v\": \"a:v\"}}}}}, \"t\": ",
                "{\"u\": {\"t\": ",
                "",
            ),
        ),
        ("jsonld", inside("{\"@context\": {\"a\": \"b:\"}, ", "\"@nest\": {\"a\": 0, ", "")),
        ("jsonld", inside("", "{\"@included\": [{\"@id\": \"a b\"}, ", "")),
        ("jsonld", inside("{\"@context\": ", "[{\"t\": \"a:\"}, ", "")),
        ("rdfxml", inside(&format!("<r {RDF}>"), "<a rdf:about='b c'/>", "</r>")),
        (
            "rdfxml",
            inside(&format!("<rdf:RDF {RDF}><a>"), "<p rdf:parseType='Triple'><rdf:Description its:dir='ltr'>", ""),
        ),
        ("rdfxml", inside(&format!("<r {RDF}>"), "<a xmlns:x='x:' xml:base='b:'>", "</r>")),
        ("rdfxml", format!("<r {}/>", numbered(|it| format!("xmlns:p{it}='x y' p{it}:a='' ")))),
        ("rdfxml", inside("", "<a b=\"", "")),
        ("rdfxml", inside("<a>", "<!-- <![CDATA[ <? ", "")),
        ("rdfxml", inside("<a b='", "&undef;", "'/>")),
        ("rdfxml", format!("<!DOCTYPE a [{}]><a/>x", numbered(|it| format!("<!ENTITY e{it} '&e{};'>", it + 1)))),
        ("html", many("<a href='b c'>")),
        ("html", inside("<img srcset='", "a 1x, ", "'>")),
        ("html", inside("<img srcset='&amp;", "a 1x, ", "'>")),
        ("html", inside("<source srcset='", "a 1x, ", "'>")),
        ("html", inside("<link imagesrcset='", "a 1x, ", "'>")),
        ("html", inside("<a ping='", "b ", "'>")),
        ("html", inside("<area ping='", "b ", "'>")),
        ("html", inside("<meta http-equiv=refresh content='0; url=", "a ", "'>")),
        ("html", format!("<a {} href=x>", numbered(|it| format!("a{it}=b ")))),
        ("html", inside("<noscript><a href=x>", "<div>", "")),
        ("html", inside("<a href=x>", "<a href=\"", "")),
        ("html", inside("", "<iframe srcdoc='", "<a href=x>")),
        ("html", inside("<a href=x>", "<iframe/srcdoc=", ">")),
        ("html", many("<iframe srcdoc='<a href=\"b&amp;c\">'></iframe>")),
        ("html", many("<iframe srcdoc='<iframe srcdoc=&quot;<a href=b>&quot;></iframe>'></iframe>")),
        ("html", inside("<a href=x>", "<svg>", "")),
        ("html", inside("<a href=x>", "<svg><p><svg></div></p>", "")),
        ("html", inside("<a href=x>", "<math><mi><b><svg><desc></i></h1></form>", "")),
        ("html", inside("<a href=x>", "<div>", "</p></div>")),
        ("html", inside("<a href=x>", "<svg><![CDATA[", "")),
        ("html", inside("<a href=x>", "<template><base href=x>", "")),
        ("html", format!("<meta charset=utf-16><meta charset=gbk>{}", many("<a href='b\u{e9}?c'>"))),
        ("html", inside("<img srcset='", "a (b,", "'><a href=x>")),
        ("xhtml", inside("<html>", "<a href='b c'/>", "</html>")),
        ("xhtml", inside("<html>", "<base href='b'/><a href='c'/>", "</html>")),
        ("xhtml", inside("", "<svg xmlns='http://www.w3.org/2000/svg'><a href='x'>", "")),
        ("xhtml", inside("<html>", "<iframe srcdoc='&lt;a href=x>'/>", "</html>")),
        ("feed", inside("<feed>", "<content type='html'>&lt;a href=x></content>", "</feed>")),
        ("feed", inside("<rss><description>", "&lt;a href=x>", "</description></rss>")),
        ("feed", inside("<rss>", "<link>a&b</link>", "</rss>")),
        ("cdxj", many("k 1 a:b c\n")),
        ("sitemap", inside("<urlset>", "<url><loc>a b</loc></url>", "</urlset>")),
        ("sitemap", inside("<urlset><loc>", "&amp;<!-- --><![CDATA[x]]>", "</loc></urlset>")),
        ("feed", inside("<feed>", "<link href='a b'/><id>c</id>", "</feed>")),
        ("feed", inside("<feed>", "<entry xml:base='b:'><link href='a'/>", "")),
        ("headers", many("Link: <a b>; rel=x\r\n")),
        ("headers", inside("Link: ", "<a b>, ", "\r\n")),
        ("cdxj", many("k 1 {\"url\": \"a b\"}\n")),
        ("cdxj", many("k 1 {\n")),
    ]
}

#[test]
fn four_times_the_input_take_four_times_as_long() {
    const COUNT: usize = 8_000;
    let (small, large) = (documents(COUNT), documents(4 * COUNT));
    for format in FORMATS {
        assert!(small.iter().any(|it| it.0 == format.id), "{}: no document", format.id);
    }
    let pairs = small.iter().zip(&large).map(|((id, small), (_, large))| (*id, small, large));
    let pairs = Mutex::new(pairs);
    let next = || pairs.lock().unwrap().next();
    let threads = available_parallelism().map_or(1, NonZero::get);
    scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((id, small, large)) = next() {
                    time_grows_with_the_input(id, small, large);
                }
            });
        }
    });
}

fn time_grows_with_the_input(id: &str, small: &str, large: &str) {
    for time in [time, time_in_stretches] {
        // A busy machine may disturb one measurement, but not all.
        let mut measured = Vec::new();
        let grows_more = (0..4).all(|_| {
            let (short, long) = (time(id, small), time(id, large));
            measured.push((short, long));
            long > Duration::from_millis(10) && long > 8 * short
        });
        let begin: String = large.chars().take(60).collect();
        assert!(!grows_more, "{id}: {begin}: {measured:?}");
    }
}

/// No format recurses: 100,000 levels are read in a thread with a stack of 128 KiB.
#[test]
fn nesting_needs_no_stack() {
    const LEVELS: usize = 100_000;
    let nested = [
        ("turtle", "<a> <b> ", "["),
        ("turtle", "<a> <b> ", "[ <b> "),
        ("turtle", "<a> <b> ", "("),
        ("turtle", "<a> <b> ", "<<( <c> <d> "),
        ("turtle", "", "<< "),
        ("turtle", "<a> <b> <c> ", "{| <d> <e> "),
        ("trig", "", "{ <a> <b> ["),
        ("nt", "<a:> <b:> ", "<<( <c:> <d:> "),
        ("nq", "<a:> <b:> ", "<<( <c:> <d:> "),
        ("jsonld", "", "["),
        ("jsonld", "", "{\"@id\": "),
        ("jsonld", "", "{\"@context\": {\"t\": \"a:\"}, \"t\": "),
        ("jsonld", "", "{\"@context\": {\"t\": {\"@id\": \"a:\", \"@context\": "),
        ("jsonld", "{\"@context\": ", "["),
        ("ndjson", "{\"u\": ", "["),
        ("rdfxml", "", "<a>"),
        ("html", "", "<div>"),
        ("html", "", "<svg>"),
        ("html", "", "<table><td>"),
        ("xhtml", "", "<a>"),
        ("feed", "<feed>", "<a>"),
        ("sitemap", "<urlset>", "<a>"),
    ];
    for (id, open, part) in nested {
        let document = format!("{open}{}", part.repeat(LEVELS));
        let read = move || {
            let mut count = 0;
            format(id).read(document.as_bytes(), &mut |_| count += 1).unwrap();
            count
        };
        let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(read).unwrap();
        assert!(thread.join().unwrap() > 0, "{id}: {part}");
    }
}
