//! What the server tells its operator: the log, and numbers for monitoring.

pub(crate) mod metrics;

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

use crate::config::LogFormat;

/// Starts the log, on standard error.
///
/// # Errors
/// The filter can't be read.
pub(crate) fn start_log(filter: &str, format: LogFormat) -> Result<(), ParseError> {
    let filter = EnvFilter::builder().parse(filter)?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A line that can't be written is lost. To say so on standard error, as would be done by default,
    // can't succeed either, and panics: a full disk under the log would stop the recorder's thread.
    let log = log.log_internal_errors(false);
    // Somebody who embeds the server may have a log already: then that one is used.
    let _ = match format {
        LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
    Ok(())
}
