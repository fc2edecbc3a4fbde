//! Holds the scanners of this machine to their law, on random variations of the lines of the standard input, where
//! libFuzzer does not run: `fuzz SECONDS`. It needs `RUSTFLAGS='--cfg fuzzing'`. A broken law panics.

use std::io::{Read, stdin};
use std::time::{Duration, Instant};

fn main() {
    let seconds = std::env::args().nth(1).and_then(|seconds| seconds.parse().ok());
    let limit = Duration::from_secs(seconds.expect("the number of seconds"));
    let mut text = Vec::new();
    stdin().read_to_end(&mut text).expect("the standard input");
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let (start, mut state, mut count) = (Instant::now(), 0x9E37_79B9_7F4A_7C15_u64, 0_u64);
    // Xorshift: the numbers need to be many, and not to be unpredictable.
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end.max(1) as u64) as usize
    };
    while start.elapsed() < limit {
        for _ in 0..256 {
            let mut bytes = lines[below(lines.len())].to_vec();
            for _ in 0..below(4) {
                let other = lines[below(lines.len())];
                let (from, at) = (below(other.len()), below(bytes.len()));
                match below(5) {
                    0 => bytes.extend_from_slice(&other[from..]),
                    1 => bytes.truncate(at),
                    2 => drop(bytes.splice(..at, other[from..].iter().copied())),
                    _ if bytes.is_empty() => {}
                    3 => bytes[at] = below(256) as u8,
                    _ => bytes[at] ^= 1 << below(8),
                }
            }
            oneiri::scanners(&bytes);
            count += 1;
        }
    }
    println!("{count} texts");
}
