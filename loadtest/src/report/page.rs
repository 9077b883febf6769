//! The same as a page with plots, in one file.

use hdrhistogram::Histogram;

use super::{Moment, Report};
use crate::chart::{Chart, Marks, Scale};
use crate::process::kb;

/// Lines of the summary are broken rather than cut off.
const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem}\
    pre{background:#f4f4f2;padding:1rem;white-space:pre-wrap;font-size:13px}svg{width:100%;height:auto}\
    @media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}pre{background:#222}}";

impl Report {
    /// A page with plots, in one file.
    pub(crate) fn html(&self) -> String {
        let charts =
            [self.latency_chart(), self.throughput_chart(), self.cpu_chart(), self.memory_chart()];
        let drawn: String = charts.iter().flatten().map(Chart::svg).collect();
        format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Load test</title>\
             <style>{STYLE}</style><h1>Load test</h1><p>{}</p><pre>{}</pre>{drawn}</html>",
            escape(&self.settings.text()),
            escape(&self.text()),
        )
    }

    fn latency_chart(&self) -> Option<Chart> {
        let curve = |histogram: &Histogram<u64>| -> Vec<(f64, f64)> {
            (0..=40)
                .map(|step| {
                    // Nines to the right: 0 is the least, 4 is 99.99 %.
                    let nines = f64::from(step) / 10.0;
                    let value = histogram.value_at_quantile(1.0 - 10f64.powf(-nines));
                    (nines, value as f64 / 1000.0)
                })
                .collect()
        };
        let mut lines = vec![("to the last of four".to_owned(), curve(&self.seats))];
        if !self.watchers.is_empty() {
            lines.push(("to each watcher".to_owned(), curve(&self.watchers)));
        }
        let peers = [
            ("bare broadcast", self.floor.as_ref()),
            ("... many threads", self.floor_of_many_threads.as_ref()),
            ("Colyseus", self.colyseus.as_ref().map(|colyseus| &colyseus.load)),
        ];
        for (name, peer) in peers {
            lines.extend(peer.map(|peer| (name.to_owned(), curve(&peer.latencies))));
        }
        Some(Chart {
            title: "Latency by percentile, milliseconds".to_owned(),
            across: "percentile".to_owned(),
            across_marks: Marks::Named(
                [(0.0, "0"), (1.0, "90"), (2.0, "99"), (3.0, "99.9"), (4.0, "99.99")].into(),
            ),
            scale: Scale::Logarithmic,
            lines,
        })
    }

    fn throughput_chart(&self) -> Option<Chart> {
        let rate = |pair: &[Moment]| {
            let seconds = pair[1].seconds - pair[0].seconds;
            (pair[1].seconds, (pair[1].actions - pair[0].actions) as f64 / seconds)
        };
        self.over_time("Actions a second", rate)
    }

    fn cpu_chart(&self) -> Option<Chart> {
        let cpu = |pair: &[Moment]| {
            let used = pair[1].usage.cpu.saturating_sub(pair[0].usage.cpu).as_secs_f64();
            (pair[1].seconds, 100.0 * used / (pair[1].seconds - pair[0].seconds))
        };
        self.over_time("Server CPU, percent of a core", cpu).filter(|_| self.measured_server)
    }

    fn memory_chart(&self) -> Option<Chart> {
        let memory = |pair: &[Moment]| (pair[1].seconds, kb(pair[1].usage.memory_kib as f64) / 1e3);
        self.over_time("Server memory, MB", memory).filter(|_| self.measured_server)
    }

    fn over_time(&self, title: &str, value: impl Fn(&[Moment]) -> (f64, f64)) -> Option<Chart> {
        self.moments.get(1)?;
        Some(Chart {
            title: title.to_owned(),
            across: "seconds".to_owned(),
            across_marks: Marks::FromZero,
            scale: Scale::Linear,
            lines: vec![(title.to_owned(), self.moments.windows(2).map(value).collect())],
        })
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
