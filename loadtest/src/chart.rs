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
const COLOURS: [&str; 5] = ["#c8102e", "#00796b", "#8a6d00", "#3f6ad8", "#9c4dcc"];
/// From the name of one line to that of the next.
const NAME_WIDTH: f64 = 131.0;
/// Steps of a linear axis, at most.
const STEPS_MAX: f64 = 5.0;

/// How values are spread upwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    Logarithmic,
}

/// Where the axis across has its marks.
pub(crate) enum Marks {
    /// At these places; the first and the last are its ends.
    Named(Vec<(f64, &'static str)>),
    /// At round numbers, from nought to the last point.
    FromZero,
}

/// Lines over a common scale.
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) across: String,
    pub(crate) across_marks: Marks,
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
        for (at, text) in self.marks() {
            let x = self.x(at);
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
        for (value, text) in self.levels() {
            let y = self.y(value);
            let _ = write!(
                out,
                "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"currentColor\" opacity=\"0.2\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                text,
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
                LEFT + NAME_WIDTH * number as f64,
            );
        }
        out.push_str("</svg>");
        out
    }

    fn marks(&self) -> Vec<(f64, String)> {
        match &self.across_marks {
            Marks::Named(marks) => {
                marks.iter().map(|(at, text)| (*at, (*text).to_owned())).collect()
            }
            Marks::FromZero => round_marks(self.ends().1),
        }
    }

    /// Where the axis across begins and ends.
    fn ends(&self) -> (f64, f64) {
        match &self.across_marks {
            Marks::Named(marks) => {
                let ends = marks.iter().map(|(at, _)| *at);
                (ends.clone().fold(f64::MAX, f64::min), ends.fold(f64::MIN, f64::max))
            }
            Marks::FromZero => {
                let points = self.lines.iter().flat_map(|(_, points)| points);
                (0.0, points.map(|(at, _)| *at).fold(0.0, f64::max))
            }
        }
    }

    fn x(&self, at: f64) -> f64 {
        let (first, last) = self.ends();
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

    fn levels(&self) -> Vec<(f64, String)> {
        let (low, high) = self.bounds();
        match self.scale {
            Scale::Linear => round_marks(high),
            Scale::Logarithmic => {
                let powers = low.log10().round() as i32..=high.log10().round() as i32;
                let levels = powers.map(|power| 10f64.powi(power));
                levels.map(|level| (level, level.to_string())).collect()
            }
        }
    }
}

/// Round numbers from nought up to `last`, all written with as many digits.
fn round_marks(last: f64) -> Vec<(f64, String)> {
    if last < 1e-6 {
        return vec![(0.0, "0".to_owned())];
    }
    let step = round_step(last);
    let (unit, sign) = match last {
        last if last >= 1e6 => (1e6, "M"),
        last if last >= 1e4 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let digits = (-(step / unit * 1.000_001).log10().floor()).max(0.0) as usize;
    let count = (last / step * 1.000_001) as u32;
    let marks = (0..=count).map(|number| f64::from(number) * step);
    marks.map(|at| (at, format!("{:.digits$}{sign}", at / unit))).collect()
}

/// One, two or five with noughts: the least of them that goes into `last` few times enough.
fn round_step(last: f64) -> f64 {
    let power = 10f64.powf((last / STEPS_MAX).max(f64::MIN_POSITIVE).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|digit| digit * power);
    let found = steps.into_iter().find(|step| last / step <= STEPS_MAX);
    found.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(last: f64) -> Vec<String> {
        round_marks(last).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn marks_are_at_different_round_numbers_with_as_many_digits() {
        assert_eq!(said(3.003), ["0", "1", "2", "3"]);
        assert_eq!(said(1.0), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(said(24.1), ["0", "5", "10", "15", "20"]);
        assert_eq!(said(130.0), ["0", "50", "100"]);
        assert_eq!(said(18_400.0), ["0k", "5k", "10k", "15k"]);
        assert_eq!(said(12_000.0), ["0k", "5k", "10k"]);
        assert_eq!(said(0.0), ["0"]);
    }

    #[test]
    fn a_chart_has_all_its_lines_and_reaches_its_last_point() {
        let lines =
            ["a", "b", "c", "d", "e"].map(|name| (name.to_owned(), vec![(1.0, 6.0), (3.5, 12.0)]));
        let chart = Chart {
            title: "T".to_owned(),
            across: "seconds".to_owned(),
            across_marks: Marks::FromZero,
            scale: Scale::Linear,
            lines: lines.into(),
        };

        let svg = chart.svg();

        assert_eq!(svg.matches("<polyline").count(), 5);
        assert!((chart.x(3.5) - (WIDTH - 20.0)).abs() < 1e-9, "{}", chart.x(3.5));
    }
}
