//! Tests of [`super`].

use super::*;

#[test]
fn plain_text_is_shown_like_any_text() {
    let text: String = (0..900).map(|nth| char::from(b'!' + (nth % 94) as u8)).collect();
    let mut shown = 0;
    for length in [0, 1, 2, 27, 28, 29, 72, 73, 74, 75, 101, 102, 103, 320, 321, 400, 640, 900] {
        for excerpts in [
            Excerpts { text: &text[..length], secrets: Vec::new() },
            Excerpts { text: &text[..length], secrets: std::iter::once(length / 2..length / 2 + length / 8).collect() },
        ] {
            for start in (0..=length).step_by(1 + length / 60).chain([length]) {
                for end in [0, 1, 2, 40, 73, 500].map(|more| (start + more).min(length)) {
                    let Some(lines) = excerpts.lines_of_plain(&(start..end)) else { continue };
                    assert_eq!(lines, excerpts.lines_of_any(&(start..end)), "{start}..{end}");
                    shown += 1;
                }
            }
        }
    }
    assert!(shown > 4000, "{shown}");
    // Each password is hidden, wherever it is, and so is a range in it.
    let text = "http://a:b\u{1}c@h/?q=http://d:e@f/";
    let lines = Excerpts::new(text).lines_of_any(&(27..28));
    assert_eq!(lines, ("http://a:***@h/?q=http://d:***@f/".to_owned(), format!("{}^^^", " ".repeat(27))));
    assert_eq!(Excerpts::new("a\u{1}b").lines_of_plain(&(0..1)), None);
    assert_eq!(Excerpts::new("aéb").lines_of_plain(&(0..1)), None);
}
