//! Tests of [`super`].
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::path::PathBuf;
use std::time::Duration;

use super::*;
use crate::output::options::Style;
use crate::output::paint::Painter;
use crate::output::progress::Watch;
use crate::pipeline::blocks::LONGEST;
use crate::pipeline::items::Items;
use crate::pipeline::{Format, Input};

/// Takes what would be written.
#[derive(Default)]
struct Kept {
    out: Vec<u8>,
    products: Vec<u64>,
    blocks: usize,
    /// After so many blocks the output fails.
    most: Option<usize>,
}

impl Consumer<u64> for Kept {
    fn answers(&self) -> Answers {
        let (terminal, json, diagnoses) = (false, false, None);
        let (painter, options) = (Painter::plain(), Arc::default());
        Answers::new(Style { terminal, json, diagnoses, painter, options })
    }

    fn take(&mut self, task: &mut Task, product: u64) -> Flow {
        self.out.extend_from_slice(&task.answers.out.bytes);
        task.answers.clear();
        self.products.push(product);
        self.blocks += 1;
        if self.most == Some(self.blocks) { Err(Stop::Reported) } else { Ok(()) }
    }

    fn wait(&mut self) -> Flow {
        Ok(())
    }
}

fn blocks(name: &str, bytes: &[u8], size: usize) -> Blocks {
    let path = std::env::temp_dir().join(format!("oneiri-{name}-{}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let inputs = [path.clone(), PathBuf::from("no/such"), path].map(Input::File);
    Blocks::new(Arc::new(inputs), Arc::new(Format::lines()), size, LONGEST, Watch::default())
}

/// Answers each line with its number and its text; some blocks take longer than others.
fn work() -> Work<u64> {
    Arc::new(|block, answers| {
        let lines = Format::lines();
        let items = Items::of(block, &[], &lines, false);
        if items.first % 5 == 0 {
            thread::sleep(Duration::from_micros(300));
        }
        for item in items.lines() {
            answers.line(&[item.number.to_string().as_bytes(), b" ", item.bytes].concat());
        }
        items.first
    })
}

#[test]
fn the_order_is_that_of_the_lines() {
    let line = |nth: usize| format!("{}\n", "x".repeat(nth * 7919 % 3000));
    let bytes: String = (0..600).map(line).collect::<String>() + "no terminator";
    let expected: String = bytes.lines().zip(1..).map(|(line, nth)| format!("{nth} {line}\n")).collect();
    for (threads, size) in [(1, 64), (1, 1 << 20), (2, 64), (2, 1000), (3, 4096), (16, 64)] {
        let name = format!("order-{threads}-{size}");
        let mut kept = Kept::default();
        let ran = run(blocks(&name, bytes.as_bytes(), size), threads, &work(), &mut kept);
        assert!(ran.is_ok());
        assert!(kept.out == expected.repeat(2).as_bytes(), "{threads} threads, {size}");
        let firsts: Vec<u64> = kept.products.into_iter().filter(|&first| first != 0).collect();
        assert_eq!(firsts.iter().filter(|&&first| first == 1).count(), 2);
    }
}

#[test]
fn a_consumer_that_fails_ends_the_run() {
    let bytes = "http://h/\n".repeat(200_000);
    for most in [1, 2, 30, 300] {
        let mut kept = Kept { most: Some(most), ..Kept::default() };
        let ran = run(blocks("fails", bytes.as_bytes(), 4096), 4, &work(), &mut kept);
        assert!(matches!(ran, Err(Stop::Reported)));
        assert_eq!(kept.blocks, most);
    }
}

#[test]
fn work_that_panics_ends_the_run() {
    let bytes = "http://h/\n".repeat(200_000);
    let work: Work<u64> = Arc::new(|block, _| {
        let first = Items::of(block, &[], &Format::lines(), false).first;
        assert!(first < 100_000, "this panic is part of the test");
        first
    });
    let mut kept = Kept::default();
    let ran = run(blocks("panics", bytes.as_bytes(), 4096), 4, &work, &mut kept);
    assert!(matches!(ran, Err(Stop::Failed(_))));
    assert!(kept.products.windows(2).all(|two| two[0] < two[1]));
}
