//! The page of `report`: what it counts, and that nothing of a list becomes markup.

use std::process::{Command, Stdio};

use crate::run::{feed, file, oneiri, path};

/// A list whose every line wants something of a browser, a reader, or a terminal.
fn hostile() -> Vec<u8> {
    let long = format!("http://long.example/{} {}\n", "x".repeat(4000), "y".repeat(4000));
    let mut list = concat!(
        "http://h/<script>alert(1)</script>\n",
        "http://h/?\"><img src=x onerror=alert(1)>\n",
        "http://h/'onload='alert(1)&amp;&lt;b&gt;\n",
        "http://script.example/&lt;\n",
        "HTTP://script.example/&lt;\n",
        "javascript:alert('1')\n",
        "http://h/\u{202E}gpj.exe\n",
        "http://مثال.example/مسار\n",
        "http://h/\u{1B}[31m\u{0}\u{9B}\n",
        "http://ada:s3cret@h/%7E\n",
        "http://ada:s3cret@h/~\n",
        "http://ada:s3c ret@h/\n",
        "http://ada:s3c/ret@h/\n",
        "http://good.example\\@evil.example/\n",
        "</style></title></main>\n",
        "http://0x7f.1/<\n",
        "\n",
    )
    .as_bytes()
    .to_vec();
    list.extend(long.bytes());
    list.extend(b"http://h/\xFF<b>\n");
    list
}

/// The names of all tags, if they are balanced; attributes are those that we write.
fn tags(page: &str) -> Vec<String> {
    let body = page.strip_prefix("<!DOCTYPE html>\n").expect("a doctype");
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for piece in body.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag that ends");
        assert!(!text.contains('>'), "{piece}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{piece}");
            continue;
        }
        let name = tag.split(' ').next().unwrap();
        for (at, _) in tag.match_indices("=\"") {
            let attribute = tag[..at].rsplit(' ').next().unwrap();
            let known = ["lang", "charset", "name", "content", "class", "style", "dir"];
            assert!(known.contains(&attribute), "{attribute} in {tag}");
        }
        all.push(name.to_owned());
        if !["meta", "br"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

#[test]
fn a_page_is_well_formed_and_loads_nothing() {
    for list in [&b""[..], b"\n", b"a:\n", &hostile()] {
        let outcome = feed(&["report"], list);
        let page = outcome.stdout();
        let known = "html head meta title style body main h1 h2 section p dl div dt dd table tr th td \
                     span details summary b i bdi br mark small ul li";
        for tag in tags(page) {
            assert!(known.split(' ').any(|it| it == tag), "{tag}");
        }
        let style = &page[page.find("<style>").unwrap()..page.find("</style>").unwrap()];
        assert!(!style.contains("@import") && !style.contains("url("), "{style}");
        assert!(page.ends_with("</html>\n"));
    }
}

#[test]
fn a_page_has_no_raw_control_and_no_password() {
    let outcome = feed(&["report"], &hostile());
    assert_eq!(outcome.code, 1);
    let page = outcome.stdout();
    let raw = page.chars().find(|c| c.is_control() && *c != '\n' || *c == '\u{202E}');
    assert_eq!(raw, None);
    assert!(!page.contains("s3c"), "{page}");
    for shown in ["script&gt;alert(1)", "\\u{202E}gpj.exe", "\\u{1B}", "ada:***@h", "&amp;lt;"] {
        assert!(page.contains(shown), "{shown}");
    }
    // What is long is cut.
    assert!(page.len() < 60_000 && page.contains("yyy") && !page.contains(&"x".repeat(300)));
}

#[test]
fn what_is_counted_adds_up() {
    let list = b"http://h/~a\nHTTP://h/~a\nhttp://h/%7ea\nhttp://h/./~a\nhttp://h:80/~a\nhttp://h/~a\n\
        mailto:a@b\n../g\nhttp://g/\nx y\nhttp://h/ \nhttp://h:x/\n";
    let outcome = feed(&["report"], list);
    assert_eq!(outcome.stderr, "oneiri: 12 lines: 4 unique, 5 duplicates, 3 invalid\n");
    let page = outcome.stdout();
    let row = |name: &str, count: u64| {
        let row = format!("<tr><td>{name}</td><td class=\"n\">{count}</td>");
        assert!(page.contains(&row), "{row} is not in {page}");
    };
    for rung in ["string", "case", "escape", "path", "scheme"] {
        row(rung, 1);
    }
    let name = |name: &str| format!("<bdi dir=\"ltr\">{name}</bdi>");
    row(&name("http"), 7);
    row(&name("mailto"), 1);
    row("<i>none: a relative reference</i>", 1);
    row(&name("h"), 6);
    row(&name("g"), 1);
    for (name, count) in [("lines", 12), ("unique", 4), ("duplicates", 5), ("invalid", 3)] {
        assert!(page.contains(&format!("<dt>{name}</dt><dd>{count}</dd>")), "{name}");
    }
    assert!(page.contains("<summary><b>6</b> <bdi dir=\"ltr\">http://h/~a</bdi></summary>"));
    assert!(page.contains("<summary><b>2</b> path: found &#39; &#39;, which is written %20</summary>"));
    assert!(page.contains("<summary><b>1</b> port: found &#39;x&#39;</summary>\n<p>expected decimal digits"));
    assert!(page.contains("<small>stdin:10</small><br><bdi dir=\"ltr\">x<mark> </mark>y</bdi>"));
}

#[test]
fn a_page_replaces_the_one_before_or_nothing() {
    let list = file("report-list.txt", b"a:\n");
    let page = file("report-page.html", b"old");
    oneiri(&["report", &list, "-o", &page]).is(0, "", "oneiri: 1 line: 1 unique, 0 duplicates, 0 invalid\n");
    assert!(std::fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
    let same = oneiri(&["report", &list, "-o", &list]);
    assert_eq!(same.code, 2);
    assert!(same.stderr.contains("would overwrite"), "{}", same.stderr);
    assert_eq!(std::fs::read(&list).unwrap(), b"a:\n");
    let unreadable = oneiri(&["report", &list, "-f", "no/such/list.txt", "-o", &page]);
    assert_eq!(unreadable.code, 2);
    assert!(unreadable.stderr.ends_with("report-page.html: not written\n"), "{unreadable:?}");
    let old = std::fs::read_to_string(&page).unwrap();
    assert!(old.contains("<dt>lines</dt><dd>1</dd>"));
    assert_eq!(oneiri(&["report", &list, "-o", "-"]).stdout(), old);
    for output in ["no/such/folder/page.html", "..", "/"] {
        let outcome = oneiri(&["report", &list, "-o", output]);
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{output}");
    }
    assert_eq!(oneiri(&["report", "--json", &list]).code, 2);
}

#[test]
#[cfg(unix)]
fn a_link_to_a_page_goes_on_leading_there() {
    let list = file("report-linked-list.txt", b"a:\n");
    let page = file("report-linked.html", b"old");
    let link = path("report-link.html");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(&page, &link).unwrap();
    assert_eq!(oneiri(&["report", &list, "-o", link.to_str().unwrap()]).code, 0);
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert!(std::fs::read_to_string(&page).unwrap().starts_with("<!DOCTYPE html>"));
}

#[test]
fn names_of_files_hold_no_password() {
    let outcome = oneiri(&["report", "-f", "http://ada:s3cret@h/"]);
    assert!(outcome.stdout().contains("<title>oneiri: http://ada:***@h/</title>"));
    assert!(!outcome.stdout().contains("s3cret") && !outcome.stderr.contains("s3cret"));
}

/// Every bar has the scale of its table, which is that of all lines.
#[test]
fn bars_have_one_scale() {
    let page = feed(&["report"], b"http://h/\nhttp://h/\nHTTP://h/\nhttp://g/\nx y\n");
    let page = page.stdout();
    let bar = "<div class=\"stack\"><span class=\"unique\" style=\"flex:2\"></span>\
               <span class=\"duplicates\" style=\"flex:2\"></span>\
               <span class=\"invalid\" style=\"flex:1\"></span></div>";
    assert!(page.contains(bar), "{page}");
    let tables = page.matches("<th class=\"bar\">of 5 lines</th>").count();
    assert_eq!(tables, 4, "merged, disagreements, schemes and hosts");
    for row in [
        "string</td><td class=\"n\">1</td><td class=\"bar\"><span style=\"width:20.0%\">",
        "h</bdi></td><td class=\"n\">3</td><td class=\"bar\"><span style=\"width:60.0%\">",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
}

#[test]
fn classes_have_rungs_and_names_have_punycode() {
    let list = "http://раураӏ.com/\nhttp://h/~a\nhttp://h/%7Ea\nHTTP://h:80/~a\n";
    let page = feed(&["report"], list.as_bytes());
    let page = page.stdout();
    for (text, rung) in [("http://h/~a", ""), ("http://h/%7Ea", "escape"), ("HTTP://h:80/~a", "scheme")] {
        let row = format!("<td><bdi dir=\"ltr\">{text}</bdi></td><td>{rung}</td>");
        assert!(page.contains(&row), "{row}: {page}");
    }
    // Among the findings, and among the hosts.
    let coded = "<br><small><bdi dir=\"ltr\">xn--80aa0cbo65f.com</bdi></small>";
    assert_eq!(page.matches(coded).count(), 2, "{page}");
}

/// What was found makes a kind of refusal, whatever was expected there.
#[test]
fn refusals_are_grouped_by_what_was_found() {
    let page = feed(&["report"], b"a b\nhttp://h/x y\nhttp://h/{\n\xFF\nhttp://h:x\n");
    let page = page.stdout();
    for (count, title) in [
        (2, "path: found &#39; &#39;, which is written %20"),
        (1, "path: found &#39;{&#39;, which is written %7B"),
        (1, "text: found bytes that are not UTF-8"),
        (1, "port: found &#39;x&#39;"),
    ] {
        assert!(page.contains(&format!("<summary><b>{count}</b> {title}</summary>")), "{title}: {page}");
    }
    // No more than fifty kinds are shown.
    let many: String = ('\u{E000}'..'\u{E050}').map(|c| format!("http://h/{c}\n")).collect();
    let page = feed(&["report"], many.as_bytes());
    assert!(page.stdout().contains("<p>and 30 more kinds, with 30 lines</p>"), "{}", page.stdout());
}

#[test]
fn what_is_not_there_has_no_bar() {
    let page = feed(&["report"], b"a:\na:\n");
    let row = "<tr><td>string</td><td class=\"n\">1</td><td class=\"bar\"><span style=\"width:50.0%\">";
    assert!(page.stdout().contains(row));
    let row = "<tr><td>case</td><td class=\"n\">0</td><td class=\"bar\"></td></tr>";
    assert!(page.stdout().contains(row));
}

/// In a real browser: nothing is wider than a phone, and nothing was run.
#[test]
#[ignore = "needs Chromium"]
fn a_browser_shows_the_page_on_a_phone() {
    let list = file("report-hostile.txt", &hostile());
    let page = path("report-hostile.html");
    assert_eq!(oneiri(&["report", &list, "-o", page.to_str().unwrap()]).code, 1);
    // A frame as wide as a phone, and a script beside it that looks inside.
    let inside = std::fs::read_to_string(&page).unwrap().replace("<details>", "<details open>");
    let inside = inside.replace('&', "&amp;").replace('"', "&quot;");
    let frame = format!(
        "<!DOCTYPE html><meta charset=utf-8><iframe width=360 height=800 srcdoc=\"{inside}\" \
         onload=\"const it=this.contentDocument;const all=[...it.querySelectorAll('*')];\
         document.title=[it.documentElement.scrollWidth<=360,\
         all.every(e=>e.getBoundingClientRect().right<=360),\
         it.querySelectorAll('script,img').length,all.length>100].join()\"></iframe>"
    );
    let frame = file("report-frame.html", frame.as_bytes());
    let profile = path("report-profile");
    let _ = std::fs::remove_dir_all(&profile);
    let output = Command::new("chromium")
        .args("--headless --no-sandbox --disable-gpu --disable-quic --no-first-run".split(' '))
        .args("--disable-background-networking --disable-component-update --disable-sync".split(' '))
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(["--dump-dom", &format!("file://{frame}")])
        .stdin(Stdio::null())
        .output()
        .expect("chromium");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("<title>true,true,0,true</title>"), "{:.300}", shown);
}

/// U+FF0F is mapped to a slash, so the mapped text is no name.
#[test]
fn a_host_that_is_mapped_to_no_name_is_told() {
    let outcome = feed(&["report"], "http://bank.example／evil.example/\n".as_bytes());
    let told = "<br><small>no name of a host: <bdi dir=\"ltr\">bank.example/evil.example</bdi></small>";
    assert!(outcome.stdout().contains(told), "{}", outcome.stdout());
}

/// Unlike `dedupe`, the report has no limit on its memory, so it tells how much that is.
#[test]
fn the_help_says_what_memory_it_takes() {
    let help = oneiri(&["report", "--help"]);
    assert!(help.stdout().contains(": 5,000,000 take 1.2 GB"), "{}", help.stdout());
}
