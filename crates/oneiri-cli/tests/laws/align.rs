//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use super::*;
use oneiri::IriRef;

/// For any marks, the pieces concatenated are the two identifiers: no text is lost, repeated or
/// moved.
#[test]
fn the_pieces_are_the_identifiers() {
    let texts = ["", "a", "//", "//u@", "//h:/x", "s:a?#", "http://u@h:1/é/?q=ü#f", "s:////"];
    let marks = |at: usize| Component::ALL.map(|component| Mark { component, a: at..at + 3, b: 0..at, note: 0 });
    for (a, b) in texts.iter().flat_map(|a| texts.iter().map(move |b| (*a, *b))) {
        let [left, right] = [a, b].map(|text| IriRef::parse(text).unwrap());
        for marks in [&[][..], &marks(0), &marks(2), &marks(9)] {
            let bounded: Vec<Mark> = marks
                .iter()
                .filter(|mark| {
                    [&mark.a, &mark.b].iter().all(|at| {
                        let on = |text: &str| text.get((*at).clone()).is_some();
                        on(a) && on(b)
                    })
                })
                .map(|mark| Mark { a: mark.a.clone(), b: mark.b.clone(), ..*mark })
                .collect();
            let rows = rows(left, right, &bounded);
            let joined =
                |side: fn(&Piece<'_>) -> String| rows.iter().flat_map(|row| &row.pieces).map(side).collect::<String>();
            assert_eq!(joined(|piece| piece.a.to_owned()), a);
            assert_eq!(joined(|piece| piece.b.to_owned()), b);
        }
    }
}
