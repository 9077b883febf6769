//! `loadtest spectators`: one table with more and more people watching it.

use std::path::PathBuf;

use anyhow::ensure;
use serde_json::Value;

use crate::own_server::OwnServerArgs;
use crate::process::kb;
use crate::report::Report;
use crate::{run, values};

/// Measures one table with each of these numbers of watchers, one after the other.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many watch, with commas between.
    #[arg(long, value_delimiter = ',', value_parser = values::count, default_values_t = [1, 100, 1000, 5000])]
    counts: Vec<usize>,
    /// Actions a second at the table; latency counts from when each was due.
    #[arg(long, default_value_t = 5.0, value_parser = values::rate)]
    rate: f64,
    /// How long for each number; at 5 actions a second the 99th percentile of less is that of a single action.
    #[arg(long, default_value_t = 30, value_parser = values::seconds)]
    seconds: u64,
    #[command(flatten)]
    own: OwnServerArgs,
    /// Threads of the clients.
    #[arg(long, default_value_t = 1, value_parser = values::count)]
    threads: usize,
    /// Write the figures here as JSON, one object for each number.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    values::can_write(args.json.as_deref())?;
    let mut reports = Vec::new();
    println!(
        "watchers  actions  p50 ms  p99 ms  max ms  server us/action    KB/watcher   MB at most"
    );
    for count in &args.counts {
        let report = measure(args, *count)?;
        println!("{}", row(&report));
        let failures = &report.failures;
        ensure!(failures.is_empty(), "with {count} watchers: {}", failures.join("; "));
        reports.push(report.json());
    }
    values::write_json(args.json.as_deref(), &Value::Array(reports))
}

fn measure(args: &Args, count: usize) -> anyhow::Result<Report> {
    run::measure(&run::Args {
        rooms: 1,
        spectators: count,
        rate: Some(args.rate),
        closed: false,
        seconds: args.seconds,
        url: None,
        own: args.own.clone(),
        threads: args.threads,
        rules: "full".to_owned(),
        with_floor: false,
        with_colyseus: None,
        json: None,
        html: None,
    })
}

fn row(report: &Report) -> String {
    let ms = |quantile| report.watchers.value_at_quantile(quantile) as f64 / 1000.0;
    format!(
        "{:>8}  {:>7}  {:>6.1}  {:>6.1}  {:>6.1}  {:>16.0}  {:>12.1}  {:>11.1}",
        report.spectators,
        report.actions(),
        ms(0.5),
        ms(0.99),
        ms(1.0),
        report.cpu_us().unwrap_or_default(),
        kb(report.memory_kib_per_watcher().unwrap_or_default()),
        kb(report.busy.memory_kib_peak as f64) / 1e3,
    )
}
