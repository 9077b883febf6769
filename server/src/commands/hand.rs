//! `sanjin hand`: says what a hand is.

use std::io::{self, BufRead, BufWriter, Read, Write};

use anyhow::bail;
use serde::Serialize;
use serde_json::Value;

use super::hand_report::HandReport;
use super::hand_request::{BadHand, HandRequest, MeldRequest};

/// Longest line that is read; a hand is a few hundred bytes.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// Says what a hand is: complete or how far from it, what it waits for, what it is worth.
///
/// A hand of 16 tiles (3 fewer for each meld) gets its distance and waits; one of 17 whether it is
/// complete, and then its sets and points, or else the best discards.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sanjin hand --gold dots_5 dots_1 dots_2 dots_3 dots_5 dots_5 bamboo_7 bamboo_8 bamboo_9 \\
      --meld 'characters_1 characters_1 characters_1' --meld 'bamboo_1 bamboo_2 bamboo_3' \\
      characters_4 characters_5 characters_6 --bonus wind_east --self-draw --rules full
  sanjin hand --jsonl < hands.jsonl

With --jsonl every line of standard input is one object,
  {\"concealed\":[\"dots_1\",...],\"melds\":[[\"dots_1\",\"dots_2\",\"dots_3\"]],\"bonus\":[\"wind_east\"],
   \"gold\":\"dots_5\",\"self_draw\":true,\"three_golds\":false,\"rules\":\"classic\"}
of which only concealed and gold are needed; rules is a preset's name or an object of options,
{\"preset\":\"full\",\"golden_pair\":40}; a kong that lies concealed is {\"tiles\":[...],\"concealed\":true}.
Every line is answered by one,
  {\"complete\":true,\"distance\":0,\"waits\":[...],\"sets\":[[...]],\"points\":4,\"breakdown\":{...}}
with what applies; sets are melds first and the pair last, Golds as what they stand for and listed
in golds. A line that is no hand gets {\"error\":{\"code\":\"...\",\"message\":\"...\"}}.")]
pub(crate) struct Args {
    /// The concealed tiles: dots_1, bamboo_5, characters_9.
    tiles: Vec<String>,
    /// The kind that is Gold; needed, but with --jsonl.
    #[arg(long, required_unless_present = "jsonl")]
    gold: Option<String>,
    /// A meld, as its tiles in one argument; can be given several times.
    #[arg(long = "meld", value_name = "TILES")]
    melds: Vec<String>,
    /// A bonus tile that lies open; can be given several times.
    #[arg(long, value_name = "TILE")]
    bonus: Vec<String>,
    /// The hand was won on a tile drawn.
    #[arg(long)]
    self_draw: bool,
    /// The hand was won by Three Golds.
    #[arg(long)]
    three_golds: bool,
    /// A preset's name, classic or full, or options in JSON.
    #[arg(long, default_value = "classic")]
    rules: String,
    /// Read hands from standard input, one JSON object per line, and answer each with one.
    #[arg(long, conflicts_with_all = ["tiles", "gold", "melds", "bonus", "self_draw", "three_golds"])]
    jsonl: bool,
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    if args.jsonl {
        answer_lines(io::stdin().lock(), BufWriter::new(io::stdout().lock()))?;
        return Ok(());
    }
    let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
    let request = HandRequest {
        concealed: args.tiles,
        melds: args.melds.into_iter().map(|meld| MeldRequest::Open(words(meld))).collect(),
        bonus: args.bonus,
        gold: args.gold.unwrap_or_default(),
        self_draw: args.self_draw,
        three_golds: args.three_golds,
        rules: Some(serde_json::from_str(&args.rules).unwrap_or(Value::String(args.rules))),
    };
    match request.check() {
        Ok(hand) => print!("{}", HandReport::of(&hand)),
        Err(error) => bail!("{error}"),
    }
    Ok(())
}

/// Answers every line, good or bad, until there are no more.
fn answer_lines(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
        if read == 0 {
            return output.flush();
        }
        if !line.ends_with(b"\n") && read as u64 == LINE_BYTES_MAX {
            input.skip_until(b'\n')?;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        match answer(&line) {
            Ok(report) => serde_json::to_writer(&mut output, &report)?,
            Err(error) => serde_json::to_writer(&mut output, &ErrorLine::from(&error))?,
        }
        output.write_all(b"\n")?;
        output.flush()?;
    }
}

fn answer(line: &[u8]) -> Result<HandReport, BadHand> {
    let request: HandRequest = serde_json::from_slice(line)?;
    Ok(HandReport::of(&request.check()?))
}

#[derive(Serialize)]
struct ErrorLine {
    error: ErrorBody,
}

#[derive(Serialize)]
struct ErrorBody {
    code: &'static str,
    message: String,
}

impl From<&BadHand> for ErrorLine {
    fn from(error: &BadHand) -> Self {
        Self { error: ErrorBody { code: error.code(), message: error.to_string() } }
    }
}
