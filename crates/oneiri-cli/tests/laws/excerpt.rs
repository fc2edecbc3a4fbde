//! Tests of [`super`].

use super::*;

#[test]
fn plain_text_is_shown_like_any_text() {
    let text: String = (0..900).map(|nth| char::from(b'!' + (nth % 94) as u8)).collect();
    let mut shown = 0;
    for length in [0, 1, 2, 27, 28, 29, 72, 73, 74, 75, 101, 102, 103, 320, 321, 400, 640, 900] {
        for excerpts in [
            Excerpts { text: &text[..length], secret: 0..0 },
            Excerpts { text: &text[..length], secret: length / 2..length / 2 + length / 8 },
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
    assert_eq!(Excerpts::new("a\u{1}b").lines_of_plain(&(0..1)), None);
    assert_eq!(Excerpts::new("aéb").lines_of_plain(&(0..1)), None);
}
