//! `sanjin ratings`: looks after the ratings of a database.

use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use indicatif::ProgressBar;
use server::config::Database;
use server::desk::{self, Admission, Desk, HideRefused, Rebuilt, Standing, Visibility};

/// Something does not follow from the rounds.
const FOUND: u8 = 1;

/// Looks after ratings: who may submit, who is verified, and whether every number follows from the rounds. No server may
/// be using the database, but for `player find` and `rebuild --check`; /admin/ratings does the same while one is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The database.
    #[arg(
        long,
        global = true,
        value_name = "URL",
        hide_env_values = true,
        env = "SANJIN_DATABASE"
    )]
    database: Option<Database>,
    #[command(subcommand)]
    deed: Deed,
}

#[derive(clap::Subcommand)]
enum Deed {
    /// Decides about who may submit sessions.
    #[command(subcommand)]
    Source(SourceDeed),
    /// Says whether a player's identity was checked, and whether they are shown.
    #[command(subcommand)]
    Player(PlayerDeed),
    /// Says who may submit to the seasons of a league.
    #[command(subcommand)]
    League(LeagueDeed),
    /// Goes through all rounds again, makes right what does not follow from them, and rates the matches that something
    /// unreadable stood in the way of; ends with 1 if there was anything.
    Rebuild {
        /// Only look; a server may be using the database.
        #[arg(long)]
        check: bool,
    },
}

#[derive(clap::Subcommand)]
enum SourceDeed {
    /// Lists all who ever applied.
    List,
    /// Approves a source, and shows its key this once; a key it had before is worth nothing then.
    Approve { id: i64 },
    /// Takes a source's key away.
    Revoke { id: i64 },
}

#[derive(clap::Subcommand)]
enum LeagueDeed {
    /// Lists all leagues, each with the sources that may submit to it.
    List,
    /// Lets a source submit to a league's seasons.
    Admit { league: i64, source: i64 },
    /// Does so no longer; what it has submitted stays.
    Dismiss { league: i64, source: i64 },
}

#[derive(clap::Subcommand)]
enum PlayerDeed {
    /// From the next round on, counts among verified players.
    Verify { id: String },
    /// From the next round on, does not.
    Unverify { id: String },
    /// Is shown to nobody. Who submits their games has to write PRIVATE: before the e-mail from then on: written plainly it
    /// makes somebody new, whom everybody sees.
    Hide { id: String },
    /// Is shown again.
    Show { id: String },
    /// Lists players by e-mail, public id or the beginning of their name, hidden ones too; a server may be using the
    /// database.
    Find {
        /// `ana@example.org`, with or without PRIVATE: before it, `p-7k3m9x2q4d8f`, or `An`.
        who: String,
    },
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let database = args.database.as_ref().context("--database or SANJIN_DATABASE is needed")?;
    super::ensure_there(database)?;
    match &args.deed {
        Deed::Source(deed) => source(&mut Desk::open(database)?, deed)?,
        Deed::Player(deed) => player(database, deed)?,
        Deed::League(deed) => league(&mut Desk::open(database)?, deed)?,
        Deed::Rebuild { check } => return rebuild(database, *check),
    }
    Ok(ExitCode::SUCCESS)
}

fn source(desk: &mut Desk, deed: &SourceDeed) -> anyhow::Result<()> {
    match deed {
        SourceDeed::List => {
            for source in desk.sources()? {
                println!("{}\t{}\t{}\t{}", source.id, source.state, source.name, source.contact);
            }
        }
        SourceDeed::Approve { id } => match desk.approve(*id)? {
            Some(key) => println!("{key}"),
            None => bail!("there is no source {id}"),
        },
        SourceDeed::Revoke { id } => ensure!(desk.revoke(*id)?, "there is no source {id}"),
    }
    Ok(())
}

fn league(desk: &mut Desk, deed: &LeagueDeed) -> anyhow::Result<()> {
    let (league, source, admission) = match deed {
        LeagueDeed::List => {
            for league in desk.leagues()? {
                let sources: Vec<_> = league.sources.iter().map(ToString::to_string).collect();
                println!("{}\t{}\t{}", league.id, league.name, sources.join(" "));
            }
            return Ok(());
        }
        LeagueDeed::Admit { league, source } => (*league, *source, Admission::Admitted),
        LeagueDeed::Dismiss { league, source } => (*league, *source, Admission::Dismissed),
    };
    let done = desk.admit(league, source, admission)?;
    ensure!(done, "there is no league {league}, or no source {source}");
    Ok(())
}

fn player(database: &Database, deed: &PlayerDeed) -> anyhow::Result<()> {
    let desk = || Desk::open(database);
    let verified = |is_there: bool| is_there.then_some(()).ok_or(HideRefused::Nobody);
    let (id, done) = match deed {
        PlayerDeed::Verify { id } => (id, verified(desk()?.verify(id, Standing::Verified)?)),
        PlayerDeed::Unverify { id } => (id, verified(desk()?.verify(id, Standing::Provisional)?)),
        PlayerDeed::Hide { id } => (id, desk()?.hide(id, Visibility::Hidden)?),
        PlayerDeed::Show { id } => (id, desk()?.hide(id, Visibility::Shown)?),
        PlayerDeed::Find { who } => return find(database, who),
    };
    done.with_context(|| format!("nothing is changed for {id}"))
}

/// Says who was found, one on a line: id, name, whether verified and shown, how an e-mail names them, ratings and games.
fn find(database: &Database, who: &str) -> anyhow::Result<()> {
    let found = desk::find(database, who)?;
    for player in found.context("say an e-mail, a public id or a name")? {
        let standing = if player.is_verified { "verified" } else { "provisional" };
        let shown = if player.is_hidden { "hidden" } else { "shown" };
        let named = player.named.unwrap_or("-");
        let desk::Player { id, name, rating, verified_rating, games, .. } = player;
        println!(
            "{id}\t{name}\t{standing}\t{shown}\t{named}\t{rating}\t{verified_rating}\t{games}"
        );
    }
    Ok(())
}

fn rebuild(database: &Database, check: bool) -> anyhow::Result<ExitCode> {
    let bar: ProgressBar = super::progress(format!("going through the rounds of {database}"));
    let mut progress = |rounds| bar.set_position(rounds);
    let rebuilt = match check {
        true => desk::check(database, &mut progress)?,
        false => Desk::open(database)?.rebuild(&mut progress)?,
    };
    bar.finish_and_clear();
    Ok(tell(&rebuilt, check))
}

fn tell(rebuilt: &Rebuilt, check: bool) -> ExitCode {
    let Rebuilt { rounds, players, differences, told, left } = rebuilt;
    println!("{rounds} rounds, {players} players");
    for difference in told {
        println!("difference: {difference}");
    }
    if *differences == 0 {
        println!("every rating follows from the rounds");
        return ExitCode::SUCCESS;
    }
    match (check, left) {
        (true, _) => println!("{differences} differences; nothing was changed"),
        (false, 0) => println!("{differences} differences; all are made right"),
        (false, left) => println!(
            "{differences} differences; all are made right but {left} matches that can still not be rated"
        ),
    }
    ExitCode::from(FOUND)
}
