//! Riichi scores against the PyPI package `mahjong`: every hand there is must be paid the same.

use std::{fs, process::Stdio};

use anyhow::{Context, Result, ensure};
use rules::riichi::{FU, HAN_MAX, Options, STICK, Situation, Value, WinBy, Winner, YAKUMAN_MAX};

use crate::{python, tool};

/// The foreign package.
const MAHJONG: &str = "mahjong>=2.1,<3";
const SCRIPT: &str = include_str!("riichi.py");
/// Honba and sticks that are tried with every hand.
const HONBA_MAX: u16 = 5;
const STICKS_MAX: u16 = 4;
/// From this many han fu do not count.
const FU_OPTIONAL: u8 = 5;
/// What the package is told where fu do not count.
const ANY_FU: u8 = 30;
/// Han the package takes a yakuman for.
const YAKUMAN_HAN: u8 = 13;

/// All hands there are: 39 below 5 han by ron and 40 by tsumo, with every honba and stick; each from there to the most
/// han so, and once with each of its fu; for two winners and four tables. Then up to six yakuman, for four situations.
const CASES: usize =
    2 * 4 * ((39 + 40) * 30 + 95 * (30 + 10) + 95 * (30 + 11)) + 4 * YAKUMAN_MAX as usize * 30;

/// A question, as the package takes it, and our answer.
struct Case {
    asked: String,
    paid: String,
}

/// Compares all payments.
pub(crate) fn compare() -> Result<()> {
    let programs = python::programs("mahjong", MAHJONG)?;
    let cases = cases();
    ensure!(cases.len() == CASES, "{} hands are asked about, not {CASES}", cases.len());
    let folder = tool::target_folder()?.join("riichi");
    fs::create_dir_all(&folder)?;
    let asked = folder.join("asked.txt");
    fs::write(&asked, cases.iter().map(|case| case.asked.as_str()).collect::<String>())?;
    let mut python = tool::command(programs.join("python"));
    python.args(["-c", SCRIPT]).stdin(Stdio::from(fs::File::open(&asked)?));
    let answered = tool::read(&mut python)?;
    let mut answers = answered.lines();
    for case in &cases {
        let answer = answers.next().context("the package left a hand out")?;
        ensure!(
            answer == case.paid,
            "han fu yakuman dealer tsumo honba sticks kiriage kazoe: {}main, each other, total: \
             {answer} by the package, {} by us",
            case.asked,
            case.paid
        );
    }
    println!("{} hands are paid the same", cases.len());
    Ok(())
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for winner in [Winner::Dealer, Winner::NonDealer] {
        for by in [WinBy::Ron, WinBy::Tsumo] {
            let situation = Situation { winner, by };
            for (kiriage, kazoe_yakuman) in
                [(false, true), (true, true), (false, false), (true, false)]
            {
                let options = Options { kiriage, kazoe_yakuman, ..Options::STANDARD };
                cases.extend(counted(situation, &options));
            }
            cases.extend(yakuman(situation));
        }
    }
    cases
}

/// Every legal hand by han and fu.
fn counted(situation: Situation, options: &Options) -> Vec<Case> {
    let fu = || FU.map(Some).into_iter().chain([None]);
    let hands = (1..=HAN_MAX).flat_map(|han| fu().map(move |fu| (han, fu)));
    let mut cases = Vec::new();
    for (han, fu) in hands {
        if let Ok(value) = Value::counted(situation, han, fu, options) {
            let hand = format!("{han} {} 0", fu.unwrap_or(ANY_FU));
            let mut asked = with_bonuses(&value, &hand, options);
            // Where fu do not count, each is still tried, but once.
            if han >= FU_OPTIONAL && fu.is_some() {
                asked.drain(..asked.len() - 1);
            }
            cases.extend(asked);
        }
    }
    cases
}

/// Every number of yakuman.
fn yakuman(situation: Situation) -> Vec<Case> {
    let mut cases = Vec::new();
    for times in 1..=YAKUMAN_MAX {
        if let Ok(value) = Value::yakuman(situation, times) {
            let hand = format!("{} {ANY_FU} 1", YAKUMAN_HAN * times);
            cases.extend(with_bonuses(&value, &hand, &Options::STANDARD));
        }
    }
    cases
}

fn with_bonuses(value: &Value, hand: &str, options: &Options) -> Vec<Case> {
    let Situation { winner, by } = value.situation();
    let (dealer, tsumo) = (winner == Winner::Dealer, by == WinBy::Tsumo);
    let flags = [options.kiriage, options.kazoe_yakuman].map(u8::from);
    let mut cases = Vec::new();
    for (honba, sticks) in (0..=HONBA_MAX).flat_map(|h| (0..=STICKS_MAX).map(move |s| (h, s))) {
        let (dealer, tsumo) = (u8::from(dealer), u8::from(tsumo));
        let asked = format!("{hand} {dealer} {tsumo} {honba} {sticks} {} {}\n", flags[0], flags[1]);
        cases.push(Case { asked, paid: paid(value, honba, sticks) });
    }
    cases
}

/// What is paid in the package's words: the first payer, each other payer, all with sticks.
fn paid(value: &Value, honba: u16, sticks: u16) -> String {
    let paid = value.payments().with_honba(honba);
    let each = paid.from_each_other();
    let main = match value.situation() {
        Situation { by: WinBy::Ron, .. } => paid.from_discarder(),
        Situation { by: WinBy::Tsumo, winner: Winner::Dealer } => each,
        Situation { by: WinBy::Tsumo, winner: Winner::NonDealer } => paid.from_dealer(),
    };
    format!("{main} {each} {}", paid.total() + STICK * u32::from(sticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_there_is_is_compared() {
        assert_eq!(cases().len(), CASES);
    }
}
