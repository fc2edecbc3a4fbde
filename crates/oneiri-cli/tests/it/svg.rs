//! Text with the colors of a terminal, as a picture.

use std::fmt::Write;

/// Of a column and of a line, in pixels.
const SIZE: (f64, f64) = (8.4, 18.0);
const MARGIN: f64 = 16.0;

const STYLE: &str = "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;\
white-space:pre;fill:#d8dee9}.b{font-weight:bold}.d{opacity:.6}.c31{fill:#f07178}.c32{fill:#a5d76e}\
.c33{fill:#ffcb6b}.c34{fill:#82aaff}.c35{fill:#d7a1f9}.c36{fill:#7fdbe6}.c94{fill:#82aaff}\
.c95{fill:#f5a3d0}";

pub(crate) fn draw(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    let columns = lines.iter().map(|line| columns(line)).max().unwrap_or_default();
    let width = columns as f64 * SIZE.0 + 2.0 * MARGIN;
    let height = lines.len() as f64 * SIZE.1 + 2.0 * MARGIN;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\n<title>oneiri on a terminal</title>\n\
         <style>{STYLE}</style>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#20242c\"/>\n"
    );
    let mut classes: Vec<String> = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let y = MARGIN + (row as f64 + 0.75) * SIZE.1;
        let mut column = 0;
        for (index, run) in line.split("\u{1B}[").enumerate() {
            // The first begins without a sequence.
            let (code, text) = if index == 0 { ("", run) } else { run.split_once('m').unwrap() };
            match code {
                "" => {}
                "0" => classes.clear(),
                "1" => classes.push("b".to_owned()),
                "2" => classes.push("d".to_owned()),
                color => classes.push(format!("c{color}")),
            }
            let count = text.chars().count();
            if !text.trim().is_empty() {
                let x = MARGIN + column as f64 * SIZE.0;
                let length = count as f64 * SIZE.0;
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let class = match classes.join(" ") {
                    none if none.is_empty() => none,
                    some => format!(" class=\"{some}\""),
                };
                writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{length:.1}\"{class}>{text}</text>")
                    .unwrap();
            }
            column += count;
        }
    }
    out.push_str("</svg>\n");
    out
}

/// How many columns a line takes; all characters here are as wide as a letter.
fn columns(line: &str) -> usize {
    let mut runs = line.split("\u{1B}[");
    let first = runs.next().map_or(0, |run| run.chars().count());
    first + runs.map(|run| run.split_once('m').unwrap().1.chars().count()).sum::<usize>()
}
