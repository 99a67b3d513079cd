//! Reads a whole file.

use std::io;
use std::time::{Duration, Instant};

use blobs::Opened;
use tokio_util::sync::CancellationToken;

/// Bytes that are read between two pauses.
const STEP: usize = 1 << 20;

/// As `Opened::hash`, at most `pace` bytes a second; None if `stop` came first.
pub(crate) fn hash_slowly(file: &Opened, pace: u64, stop: &CancellationToken) -> io::Result<Option<String>> {
    let (begun, mut hasher, mut piece, mut read) = (Instant::now(), blake3::Hasher::new(), vec![0; STEP], 0);
    loop {
        if stop.is_cancelled() {
            return Ok(None);
        }
        let some = file.read_at(&mut piece, read)?;
        if some == 0 {
            return Ok(Some(hasher.finalize().to_hex().to_string()));
        }
        hasher.update(&piece[..some]);
        read += some as u64;
        std::thread::sleep(time_for(read, pace).saturating_sub(begun.elapsed()));
    }
}

/// How long this many bytes take at a pace.
pub(crate) fn time_for(bytes: u64, pace: u64) -> Duration {
    Duration::from_secs_f64(bytes as f64 / pace.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Instant;

    use tokio_util::sync::CancellationToken;

    use super::hash_slowly;

    #[test]
    fn a_slow_reader_comes_to_the_same_and_keeps_its_pace() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![7; 3 << 20]).unwrap();
        let file = blobs::Opened::from(file);
        let begun = Instant::now();
        let slowly = hash_slowly(&file, 30 << 20, &CancellationToken::new()).unwrap();
        assert!(begun.elapsed().as_millis() >= 90, "{:?}", begun.elapsed());
        assert_eq!(slowly, Some(file.hash().unwrap()));
    }

    #[test]
    fn a_reader_that_is_stopped_says_nothing() {
        let stop = CancellationToken::new();
        stop.cancel();
        assert_eq!(hash_slowly(&tempfile::tempfile().unwrap().into(), 1, &stop).unwrap(), None);
    }
}
