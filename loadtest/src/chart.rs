//! Line charts as SVG.

use std::fmt::Write as _;

/// Room for the picture, its left and bottom margins.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 40.0;
/// Room above the lines.
const TOP: f64 = 34.0;
/// One colour for each line.
const COLOURS: [&str; 3] = ["#c8102e", "#00796b", "#8a6d00"];

/// How values are spread upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    Logarithmic,
}

/// Lines over a common scale.
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) across: String,
    pub(crate) marks: Vec<(f64, String)>,
    pub(crate) scale: Scale,
    pub(crate) lines: Vec<(String, Vec<(f64, f64)>)>,
}

impl Chart {
    /// The chart as an SVG element.
    pub(crate) fn svg(&self) -> String {
        let mut out = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{0}\" font-size=\"12\" fill=\"currentColor\">\
             <text x=\"{LEFT}\" y=\"14\" font-weight=\"bold\">{0}</text>",
            self.title,
        );
        for (at, text) in &self.marks {
            let x = self.x(*at);
            let _ = write!(
                out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                HEIGHT - BOTTOM + 16.0,
            );
        }
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            (LEFT + WIDTH) / 2.0,
            HEIGHT - 6.0,
            self.across,
        );
        for value in self.levels() {
            let y = self.y(value);
            let _ = write!(
                out,
                "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"currentColor\" opacity=\"0.2\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                short(value),
            );
        }
        for ((number, (name, points)), colour) in self.lines.iter().enumerate().zip(COLOURS) {
            let path: Vec<_> = points
                .iter()
                .map(|(at, value)| format!("{:.1},{:.1}", self.x(*at), self.y(*value)))
                .collect();
            let _ = write!(
                out,
                "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"28\" fill=\"{colour}\">{name}</text>",
                path.join(" "),
                LEFT + 200.0 * number as f64,
            );
        }
        out.push_str("</svg>");
        out
    }

    fn x(&self, at: f64) -> f64 {
        let ends = self.marks.iter().map(|(at, _)| *at);
        let (first, last) = (ends.clone().fold(f64::MAX, f64::min), ends.fold(f64::MIN, f64::max));
        LEFT + (WIDTH - LEFT - 20.0) * (at - first) / (last - first).max(f64::MIN_POSITIVE)
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = self.bounds();
        let share = match self.scale {
            Scale::Linear => (value - low) / (high - low),
            Scale::Logarithmic => (value.max(low) / low).ln() / (high / low).ln(),
        };
        HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
    }

    /// The lowest and highest value that must fit, rounded out.
    fn bounds(&self) -> (f64, f64) {
        let values = self.lines.iter().flat_map(|(_, points)| points).map(|(_, value)| *value);
        let high = values.clone().fold(f64::MIN_POSITIVE, f64::max);
        match self.scale {
            Scale::Linear => (0.0, high * 1.05),
            Scale::Logarithmic => {
                let low = values.filter(|value| *value > 0.0).fold(high, f64::min);
                (10f64.powf(low.log10().floor()), 10f64.powf((high * 1.001).log10().ceil()))
            }
        }
    }

    fn levels(&self) -> Vec<f64> {
        let (low, high) = self.bounds();
        match self.scale {
            Scale::Linear => (0..=4).map(|step| high * f64::from(step) / 4.0).collect(),
            Scale::Logarithmic => {
                let powers = low.log10().round() as i32..=high.log10().round() as i32;
                powers.map(|power| 10f64.powi(power)).collect()
            }
        }
    }
}

fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.1}M", value / 1e6),
        value if value >= 1e4 => format!("{:.0}k", value / 1e3),
        value if value >= 10.0 || value == 0.0 => format!("{value:.0}"),
        value => format!("{value:.2}"),
    }
}
