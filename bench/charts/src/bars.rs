//! A bar chart as SVG: one group of bars for each list, the shortest bar first.

use std::fmt::Write as _;

/// A chart. All bars have one scale, which begins at zero.
pub struct Chart {
    pub title: String,
    /// What a bar's length means.
    pub unit: String,
    pub groups: Vec<Group>,
}

pub struct Group {
    pub name: String,
    pub bars: Vec<Bar>,
}

pub struct Bar {
    pub name: String,
    pub value: f64,
    /// Whether the bar is oneiri's, which is drawn in another colour.
    pub ours: bool,
}

const WIDTH: usize = 720;
/// Where names end and bars begin.
const LEFT: usize = 176;
/// Room for the value after the longest bar.
const RIGHT: usize = 72;
const ROW: usize = 20;
const BAR: usize = 14;
const HEAD: usize = 56;
const GROUP: usize = 30;

/// Text and bars keep a contrast of at least 4.5 (text) and 3 (bars) to white and to GitHub's dark page.
const STYLE: &str = "\
text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#1f2328}\
.title{font-size:16px;font-weight:600}.small{fill:#59636e}.group{font-weight:600}\
.value{font-variant-numeric:tabular-nums}\
.other{fill:#818b98}.ours{fill:#0969da}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}.other{fill:#7d8590}.ours{fill:#4493f8}}";

impl Chart {
    pub fn svg(&self) -> String {
        let bars = self.groups.iter().map(|group| group.bars.len()).sum::<usize>();
        let height = HEAD + self.groups.len() * GROUP + bars * ROW + 8;
        let most = self.groups.iter().flat_map(|group| &group.bars).map(|bar| bar.value).fold(0.0, f64::max);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             role=\"img\" aria-labelledby=\"title description\">\n<title id=\"title\">{}</title>\n\
             <desc id=\"description\">{}</desc>\n<style>{STYLE}</style>\n",
            escaped(&self.title),
            escaped(&self.words()),
        );
        let mut text = |x: usize, y: usize, class: &str, text: &str| {
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escaped(text));
        };
        text(8, 22, "title", &self.title);
        text(8, 42, "small", &self.unit);
        let mut y = HEAD;
        for group in &self.groups {
            let _ = writeln!(svg, "<text x=\"8\" y=\"{}\" class=\"group\">{}</text>", y + 20, escaped(&group.name));
            y += GROUP;
            for bar in &group.bars {
                let length = bar.value / most * (WIDTH - LEFT - RIGHT) as f64;
                let class = if bar.ours { "ours" } else { "other" };
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
                     <rect x=\"{LEFT}\" y=\"{}\" width=\"{length:.1}\" height=\"{BAR}\" rx=\"2\" class=\"{class}\"/>\
                     <text x=\"{:.1}\" y=\"{}\" class=\"value\">{}</text>",
                    LEFT - 8,
                    y + 12,
                    escaped(&bar.name),
                    y + 1,
                    LEFT as f64 + length + 6.0,
                    y + 12,
                    number(bar.value),
                );
                y += ROW;
            }
        }
        svg + "</svg>\n"
    }

    /// The chart as a sentence for each list, for readers that cannot see it.
    fn words(&self) -> String {
        let groups = self.groups.iter().map(|group| {
            let bars = group.bars.iter().map(|bar| format!("{} {}", bar.name, number(bar.value)));
            format!("{}: {}.", group.name, bars.collect::<Vec<_>>().join(", "))
        });
        format!("{} {}", self.unit, groups.collect::<Vec<_>>().join(" "))
    }
}

/// Three digits, as far as they say something.
pub fn number(value: f64) -> String {
    match value {
        0.0..10.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
