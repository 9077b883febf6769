//! Makes the write-ahead log trustworthy again after a failed fsync.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::store::{StoreError, beside};

/// How much is rewritten at once.
const CHUNK_BYTES: usize = 256 * 1024;

/// Writes every byte of the write-ahead log again, and syncs it.
///
/// After a failed fsync the kernel may call pages clean that never reached the disk: SQLite would read a commit from
/// them that a power cut takes away, and another fsync would succeed without writing anything. The same bytes written
/// again are dirty again, so that this fsync says the truth; bytes that were on disk before do not change.
///
/// No connection may be writing.
pub(crate) fn rewrite_wal(database: &Path) -> Result<(), StoreError> {
    let rewritten = match OpenOptions::new().read(true).write(true).open(wal_path(database)) {
        Ok(wal) => rewrite(wal),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    };
    rewritten.map_err(|source| StoreError::Io { doing: "rewrite the write-ahead log", source })
}

fn rewrite(mut wal: File) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut offset = 0;
    loop {
        wal.seek(SeekFrom::Start(offset))?;
        let length = wal.read(&mut chunk)?;
        if length == 0 {
            return wal.sync_all();
        }
        wal.seek(SeekFrom::Start(offset))?;
        wal.write_all(&chunk[..length])?;
        offset += length as u64;
    }
}

fn wal_path(database: &Path) -> PathBuf {
    beside(database, "-wal")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn rewriting_leaves_every_byte_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("store.db");
        let bytes: Vec<u8> = (0..CHUNK_BYTES * 2 + 77).map(|index| (index % 251) as u8).collect();
        fs::write(wal_path(&database), &bytes).unwrap();

        rewrite_wal(&database).unwrap();

        assert!(fs::read(wal_path(&database)).unwrap() == bytes);
    }

    #[test]
    fn a_missing_log_needs_no_rewriting() {
        let folder = tempfile::tempdir().unwrap();

        rewrite_wal(&folder.path().join("store.db")).unwrap();
    }
}
