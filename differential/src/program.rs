//! A program that answers each line that it is given with a line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

pub struct Program {
    child: Child,
    answers: BufReader<ChildStdout>,
    writer: Option<JoinHandle<ChildStdin>>,
}

impl Program {
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, answers, writer: None }
    }

    /// Sends lines, which it answers while others are asked.
    pub fn ask(&mut self, lines: String) {
        let mut pipe = match self.writer.take() {
            Some(writer) => writer.join().expect("it reads"),
            None => self.child.stdin.take().expect("a pipe"),
        };
        self.writer = Some(std::thread::spawn(move || {
            pipe.write_all(lines.as_bytes()).expect("it reads");
            pipe
        }));
    }

    pub fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        line
    }
}
