//! Parses the lines of the standard input so many times, one by one or as a whole buffer:
//! `oneiri-machines parse|validity|lines|nothing TIMES`. Prints the number of lines that are valid, and the nanoseconds for
//! each line in the fastest of the times.

use std::hint::black_box;
use std::io::{Read, stdin};
use std::time::Instant;

use oneiri::batch::validity;
use oneiri::{IriRef, MaybeScheme, Unicode};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [work, times] = arguments.as_slice() else { panic!("parse|validity|lines|nothing TIMES") };
    let times: u32 = times.parse().expect("a number");
    let mut text = String::new();
    stdin().read_to_string(&mut text).expect("text on the standard input");
    let lines: Vec<&str> = text.lines().collect();
    let (mut valid, mut fastest) = (0, f64::MAX);
    for _ in 0..times {
        let start = Instant::now();
        valid = match work.as_str() {
            "parse" => black_box(&lines)
                .iter()
                .filter(|line| black_box(IriRef::parse(line)).is_ok())
                .count(),
            "validity" => {
                let buffer = black_box(text.as_str());
                let bits = validity::<Unicode, MaybeScheme>(buffer, oneiri::batch::lines(buffer));
                bits.iter().map(|bits| bits.count_ones() as usize).sum()
            }
            "lines" => oneiri::batch::lines(black_box(text.as_str())).map(|line| black_box(&text[line]).len()).sum(),
            _ => 0,
        };
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    println!("{valid} {:.2}", fastest * 1e9 / lines.len() as f64);
}
