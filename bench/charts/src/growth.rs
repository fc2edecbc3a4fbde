//! How cost grows with length: the output of `growth`, as a chart of lines and as a table.

use std::fmt::Write as _;
use std::path::Path;

const SIZES: [&str; 6] = ["16 B", "64 B", "256 B", "1 KiB", "32 KiB", "1 MiB"];
/// The logarithms of the sizes to base 2.
const BITS: [f64; 6] = [4.0, 6.0, 8.0, 10.0, 15.0, 20.0];
/// From one name of a line to the next.
const NAME: f64 = 17.0;
const SHOWN: [&str; 6] = ["parse", "normalize", "hash", "resolve", "relativize", "compared with another"];

/// How the second part of the file begins: many changes to one value.
const CHANGES: &str = "Milliseconds";

/// Nanoseconds per byte of an operation on a kind of text, for each size.
struct Row {
    operation: String,
    kind: String,
    costs: [f64; 6],
}

impl Row {
    /// What a byte of 1 MiB costs beside a byte of 1 KiB.
    fn growth(&self) -> f64 {
        self.costs[5] / self.costs[3]
    }
}

fn read(path: &Path) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut rows = Vec::new();
    for line in text.lines().take_while(|line| !line.starts_with(CHANGES)) {
        let Some((operation, row)) = line.strip_prefix("  ").and_then(|row| row.split_at_checked(30)) else { continue };
        let Some((kind, costs)) = row.split_at_checked(20) else { continue };
        // The heading of the columns has no kind. Each other line must have six figures.
        let [operation, kind] = [operation, kind].map(|name| name.trim().to_owned());
        if kind.is_empty() {
            continue;
        }
        let costs = costs.split_whitespace().take(6).map(str::parse).collect::<Result<Vec<_>, _>>();
        let costs = costs.ok().and_then(|costs| costs.try_into().ok());
        let costs = costs.ok_or(format!("{}: expected six figures: {line}", path.display()))?;
        rows.push(Row { operation, kind, costs });
    }
    if rows.is_empty() { Err(format!("{}: no figures", path.display())) } else { Ok(rows) }
}

/// The kind of text that costs most at 1 MiB.
fn worst<'a>(rows: &'a [Row], operation: &str) -> Option<&'a Row> {
    let rows = rows.iter().filter(|row| row.operation == operation);
    rows.max_by(|one, other| one.costs[5].total_cmp(&other.costs[5]))
}

/// A byte of letters, and a byte of the worst kind as the text grows, for each operation.
pub fn table(path: &Path) -> Result<String, String> {
    let rows = read(path)?;
    let mut text = "| operation | letters, 1 KiB | worst text | 1 KiB | 1 MiB |\n|---|--:|---|--:|--:|".to_owned();
    let mut done: Vec<&str> = Vec::new();
    for Row { operation, .. } in &rows {
        let letters = rows.iter().find(|it| it.operation == *operation && it.kind == "letters");
        let (Some(letters), Some(worst)) = (letters, worst(&rows, operation)) else { continue };
        if done.contains(&operation.as_str()) {
            continue;
        }
        done.push(operation);
        let (least, kind) = (letters.costs[3], &worst.kind);
        let [_, _, _, page, _, long] = worst.costs;
        let _ = write!(text, "\n| {operation} | {least:.2} | {kind} | {page:.2} | {long:.2} |");
    }
    let steepest = rows.iter().filter(|row| row.costs[3] >= 0.1);
    let steepest = steepest.max_by(|one, other| one.growth().total_cmp(&other.growth()));
    if let Some(row) = steepest {
        let (operation, kind, growth) = (&row.operation, &row.kind, row.growth());
        let _ = write!(
            text,
            "\n\nA byte of 1 MiB costs at most {growth:.1} times as much as a byte of 1 KiB ({operation}, {kind})."
        );
    }
    Ok(text)
}

/// Many changes to one value: our time as a part of url's, and what twice the changes cost.
pub fn changes(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut table = "| changes | n | oneiri's time by url's | 2n by n, oneiri | 2n by n, url |\n\
        |---|--:|--:|--:|--:|"
        .to_owned();
    let lines = text.lines().skip_while(|line| !line.starts_with(CHANGES)).skip(2);
    let rows = lines.filter_map(|line| line.strip_prefix("  ")?.split_at_checked(36));
    for (name, figures) in rows {
        let figures = figures.split_whitespace().collect::<Vec<_>>();
        let [n, _, _, ours, _, _, theirs, ratio] = figures[..] else {
            return Err(format!("{}: expected eight figures: {name}", path.display()));
        };
        let [ours, theirs, ratio] = [ours, theirs, ratio].map(|it| it.trim_end_matches('x'));
        let _ = write!(table, "\n| {} | {n} | {ratio} | {ours} | {theirs} |", name.trim());
    }
    Ok(table)
}

const COLORS: [(&str, &str); 6] = [
    ("#0969da", "#4493f8"),
    ("#1a7f37", "#3fb950"),
    ("#9a6700", "#d29922"),
    ("#8250df", "#ab7df8"),
    ("#cf222e", "#f85149"),
    ("#57606a", "#9198a1"),
];

/// Lines of the worst kind for some operations. A level line means that the cost is linear in the length.
pub fn chart(path: &Path) -> Result<String, String> {
    let [width, height, left, top_edge, right, bottom] = [720.0, 360.0, 48.0, 60.0, 252.0, 44.0];
    let rows = read(path)?;
    let lines = SHOWN.iter().filter_map(|operation| worst(&rows, operation)).collect::<Vec<_>>();
    let most = lines.iter().flat_map(|row| row.costs).fold(0.0, f64::max);
    let step = if most > 20.0 { 10.0 } else { 5.0 };
    let top = (most / step).ceil() * step;
    let x = |bits: f64| left + (bits - 4.0) / 16.0 * (width - left - right);
    let y = |cost: f64| height - bottom - cost / top * (height - top_edge - bottom);

    let mut light = String::new();
    let mut dark = String::new();
    for (number, (one, other)) in COLORS.iter().enumerate() {
        let _ = write!(light, ".l{number}{{stroke:{one}}}.t{number}{{fill:{one}}}");
        let _ = write!(dark, ".l{number}{{stroke:{other}}}.t{number}{{fill:{other}}}");
    }
    let costs = lines.iter().map(|row| format!("{} of {}: {:.1} at 1 MiB", row.operation, row.kind, row.costs[5]));
    let costs = costs.collect::<Vec<_>>().join("; ");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"title description\">\n<title id=\"title\">Cost per byte on the worst texts</title>\n\
         <desc id=\"description\">Nanoseconds per byte. {costs}.</desc>\n<style>\
         text{{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1f2328}}.title{{font-size:16px;font-weight:600}}\
         .small{{fill:#59636e}}.grid{{stroke:#d1d9e0}}path{{fill:none;stroke-width:2}}{light}\
         @media(prefers-color-scheme:dark){{text{{fill:#e6edf3}}.small{{fill:#9198a1}}.grid{{stroke:#3d444d}}{dark}}}</style>\n\
         <text x=\"8\" y=\"22\" class=\"title\">Cost per byte on the worst texts</text>\n\
         <text x=\"8\" y=\"42\" class=\"small\">nanoseconds per byte, by length of the text: a level line is linear time</text>\n"
    );
    let mut cost = 0.0;
    while cost <= top {
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{0:.1}\" y1=\"{2:.1}\" y2=\"{2:.1}\" class=\"grid\"/><text x=\"{1:.1}\" y=\"{3:.1}\" \
             text-anchor=\"end\" class=\"small\">{cost}</text>",
            width - right,
            left - 8.0,
            y(cost),
            y(cost) + 4.0,
        );
        cost += step;
    }
    for (name, bits) in SIZES.iter().zip(BITS) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" class=\"small\">{name}</text>",
            x(bits),
            height - bottom + 20.0
        );
    }
    // The names of the lines stand beside their ends, in the order of the ends, a line apart, and above the axis.
    let mut places = lines.iter().enumerate().map(|(number, row)| (number, *row, y(row.costs[5]))).collect::<Vec<_>>();
    places.sort_by(|one, other| other.2.total_cmp(&one.2));
    let mut lowest = height - bottom + NAME;
    for (_, _, place) in &mut places {
        *place = place.min(lowest - NAME);
        lowest = *place;
    }
    for (number, row, place) in places {
        let points = row.costs.iter().zip(BITS).map(|(cost, bits)| format!("{:.1} {:.1}", x(bits), y(*cost)));
        let path = points.collect::<Vec<_>>().join("L");
        let _ = writeln!(
            svg,
            "<path d=\"M{path}\" class=\"l{number}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"t{number}\">{}: {}</text>",
            width - right + 8.0,
            place + 4.0,
            row.operation,
            row.kind
        );
    }
    Ok(svg + "</svg>\n")
}
