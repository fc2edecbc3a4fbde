//! Many at once are as many one by one.

use std::ops::Range;

use oneiri::batch::{Batch, lines, validity};
use oneiri::{Alphabet, Ascii, HasScheme, Ladder, MaybeScheme, Ri, Rung, SchemePresence, Unicode};

/// Texts of many lengths, good and bad, in one buffer.
fn texts() -> Vec<String> {
    let heads = ["", "http://", "https://h/", "s:", "//u@h:8", "http://[::1]/", "é", "a b", "?", "#"];
    let units = ["a", "/b", "%41", "é", "\u{E000}", "?", "#", ":", "..", "%4"];
    let mut all = Vec::new();
    for head in heads {
        for unit in units {
            for times in [0, 1, 2, 7, 20, 31, 32, 33, 63, 64, 65, 127, 130, 400] {
                all.push([head, &unit.repeat(times)].concat());
            }
        }
        // Beyond 511 bytes offsets are kept otherwise.
        for length in 508..=515 {
            for tail in ["", "?q", "?q#f", "\""] {
                let text = "a".repeat(length - head.len() - tail.len());
                all.push([head, &text, tail].concat());
            }
        }
    }
    all
}

fn joined(texts: &[String]) -> (String, Vec<Range<usize>>) {
    let (mut buffer, mut ranges) = (String::new(), Vec::new());
    for text in texts {
        let start = buffer.len();
        buffer.push_str(text);
        ranges.push(start..buffer.len());
        // Texts need not be parted, nor lie in their order.
        if text.len() % 3 == 0 {
            buffer.push_str("é\n");
        }
    }
    ranges.reverse();
    (buffer, ranges)
}

fn as_one_by_one<A: Alphabet, F: SchemePresence>() {
    let texts = texts();
    let (buffer, ranges) = joined(&texts);
    let mut memory = Batch::<A, F>::new();
    assert_eq!(memory.parse("urn:x", std::iter::once(0..5)).len(), 1);
    for count in [0, 1, 63, 64, 65, 128, ranges.len()] {
        let batch = memory.parse(&buffer, ranges[..count].iter().cloned());
        assert_eq!((batch.len(), batch.is_empty()), (count, count == 0));
        assert_eq!(batch.validity().len(), count.div_ceil(64));
        assert_eq!(validity::<A, F>(&buffer, ranges[..count].iter().cloned()), batch.validity());
        let (mut accepted, mut written) = (0, String::new());
        for ((index, range), found) in ranges[..count].iter().enumerate().zip(batch.iter()) {
            let alone = Ri::<&str, A, F>::parse(&buffer[range.clone()]);
            let bit = batch.validity()[index / 64] >> (index % 64) & 1 == 1;
            assert_eq!(bit, alone.is_ok(), "{range:?}");
            accepted += u32::from(bit);
            assert_eq!(found.map(|found| found.parts()), alone.map(|alone| alone.parts()));
            // And whatever is done with it comes out the same.
            if let (Some(Ok(found)), Ok(alone)) = (batch.get(index), alone) {
                assert_eq!(found.normalize_at(Rung::Path), alone.normalize_at(Rung::Path));
                for rung in Rung::ALL {
                    let written = Ladder::new().normalize_into(&found, rung, &mut written);
                    assert_eq!(written, alone.normalize_at(rung).as_str());
                }
            }
        }
        assert_eq!(batch.iter().len(), count);
        assert!(batch.into_iter().eq(&batch) && memory.clone().parse(&buffer, []).is_empty());
        let batch = memory.parse(&buffer, ranges[..count].iter().cloned());
        let bits: u32 = batch.validity().iter().map(|word| word.count_ones()).sum();
        assert_eq!(bits, accepted, "no bit beyond the last text");
        assert!(batch.get(count).is_none());
    }
}

#[test]
fn a_batch_is_as_one_by_one() {
    as_one_by_one::<Ascii, HasScheme>();
    as_one_by_one::<Ascii, MaybeScheme>();
    as_one_by_one::<Unicode, HasScheme>();
    as_one_by_one::<Unicode, MaybeScheme>();
}

#[test]
fn lines_are_those_of_the_standard_library() {
    let symbols = ["a", "\n", "\r\n", "é", "\n\n", "longer than a word", "\r\r\n"];
    for a in symbols {
        for b in symbols {
            for c in symbols {
                let buffer = [a, b, c, a, b].concat();
                let found: Vec<&str> = lines(&buffer).map(|line| &buffer[line]).collect();
                assert_eq!(found, buffer.lines().collect::<Vec<_>>(), "{buffer:?}");
            }
        }
    }
    assert_eq!(lines("").count(), 0);
}

#[test]
#[should_panic(expected = "char boundary")]
fn a_range_within_a_character_is_the_callers_mistake() {
    let _ = Batch::<Unicode, MaybeScheme>::new().parse("é", std::iter::once(1..2));
}
