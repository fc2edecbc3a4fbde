//! How much memory a document takes while it is read: an allocator that counts needs a binary of its own.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use oneiri_documents::{Options, by_id};

/// The system's allocator, with a count of the bytes that each thread holds, and of the most that it has held.
struct Counting;

thread_local! {
    /// Constant and without a destructor, so that to reach it allocates nothing.
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(more: usize, less: usize) {
    let bytes = |count| isize::try_from(count).unwrap_or(0);
    let held = HELD.with(Cell::get) + bytes(more) - bytes(less);
    HELD.with(|it| it.set(held));
    MOST.with(|it| it.set(it.get().max(held)));
}

// SAFETY: every call is handed on to the system's allocator as it is, and what that gives is given back. The counters are
// plain cells of the thread, which neither allocate nor unwind.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of this very method.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: as above; `pointer` is from the system's allocator, as all are.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory that is held while a document is read, for each 100 bytes of it. The document itself is
/// counted, too.
fn memory(id: &str, document: &str) -> usize {
    let format = by_id(id).unwrap().open(Options::default());
    let before = HELD.with(Cell::get);
    MOST.with(|it| it.set(before));
    let mut count = 0;
    format.read(document.as_bytes(), &mut |_| count += 1).unwrap();
    assert!(count > 1, "nothing was found in {}", &document[..60]);
    let most = usize::try_from(MOST.with(Cell::get) - before).unwrap();
    (most + document.len()) * 100 / document.len()
}

fn repeated(open: &str, part: fn(usize) -> String, close: &str, size: usize) -> String {
    let mut document = open.to_owned();
    let mut nth = 0;
    while document.len() < size {
        document.push_str(&part(nth));
        nth += 1;
    }
    document + close
}

const SIZE: usize = 4 << 20;

/// docs/formats.md has these figures.
#[test]
fn json_ld_takes_a_few_times_the_document() {
    let node = |nth| {
        format!(
            "{{\"@id\": \"http://example.org/people/{nth}\", \"@type\": \"Person\", \"name\": \"Ada Lovelace\", \"knows\": [\"{}\"]}},\n",
            nth + 1
        )
    };
    let context = "{\"@context\": {\"@vocab\": \"http://example.org/v#\", \"knows\": {\"@id\": \"http://example.org/knows\", \"@type\": \"@id\"}}, \"@graph\": [";
    let documents = [
        ("nodes", 250, repeated(context, node, "{}]}", SIZE)),
        ("short nodes", 500, repeated("[", |_| "{\"@id\":\"a\"},".to_owned(), "{}]", SIZE)),
        ("numbers", 500, repeated("{\"@id\":\"a:\",\"http://h/a\":[", |_| "1, ".to_owned(), "1]}", SIZE)),
        (
            "a context",
            600,
            repeated(
                "{\"@context\": {",
                |nth| format!("\"term{nth}\": \"http://example.org/ns#term{nth}\",\n"),
                "\"a\": \"b:\"}}",
                SIZE,
            ),
        ),
        (
            "a context with prefixes",
            600,
            repeated(
                "{\"@context\": {\"ex\": \"http://example.org/ns#\",",
                |nth| format!("\"term{nth}\": {{\"@id\": \"ex:term{nth}\", \"@type\": \"@id\"}},\n"),
                "\"a\": \"b:\"}}",
                SIZE,
            ),
        ),
        // Each level takes so many bytes while it is open.
        ("nested nodes", 800, repeated("", |_| "{\"http://h/a\": ".to_owned(), "", SIZE)),
    ];
    for (name, most, document) in documents {
        let memory = memory("jsonld", &document);
        println!("{name}: {memory}");
        assert!(memory <= most, "{name}: {memory} bytes for each 100 bytes, more than {most}");
    }
}

/// Each IRI of a statement without an end takes its place alone, because what it says is made when it is given.
#[test]
fn turtle_without_a_dot_takes_a_few_times_the_document() {
    for id in ["turtle", "trig"] {
        let memory = memory(id, &repeated("", |_| "<a:a> <a:b> <a:c>\n".to_owned(), "", SIZE));
        println!("{id}: {memory}");
        assert!(memory <= 1600, "{id}: {memory} bytes for each 100 bytes");
    }
    let memory = memory("trig", &repeated("<a:g> {", |_| "<a:a> <a:b> <a:c> .\n".to_owned(), "}", SIZE));
    println!("graph: {memory}");
    assert!(memory <= 1600, "graph: {memory} bytes for each 100 bytes");
}
