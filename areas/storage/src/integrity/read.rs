//! Reads a whole file.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use blobs::{Opened, SharedStore};
use tokio_util::sync::CancellationToken;

use crate::Result;
use crate::blocking::{in_time, on_store};

/// Bytes that are read between two pauses.
const STEP: usize = 1 << 20;

/// As `Opened::hash`, at most `pace` bytes a second; None if `stop` came first. It holds a thread only while it reads,
/// and ends when a read takes too long.
pub(crate) async fn hash_slowly(
    store: &SharedStore,
    file: &Arc<Opened>,
    pace: u64,
    stop: &CancellationToken,
) -> Result<Option<String>> {
    let begun = Instant::now();
    let mut reading = Reading { hasher: blake3::Hasher::new(), piece: vec![0; STEP], read: 0 };
    while !stop.is_cancelled() {
        let (file, before) = (file.clone(), reading.read);
        reading = in_time(on_store(store, move |_| reading.step(&file))).await?;
        if reading.read == before {
            return Ok(Some(reading.hasher.finalize().to_hex().to_string()));
        }
        let pause = time_for(reading.read, pace).saturating_sub(begun.elapsed());
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = stop.cancelled() => {}
        }
    }
    Ok(None)
}

struct Reading {
    hasher: blake3::Hasher,
    piece: Vec<u8>,
    read: u64,
}

impl Reading {
    /// Reads the next bytes; nothing at the end.
    fn step(mut self, file: &Opened) -> io::Result<Self> {
        let some = file.read_at(&mut self.piece, self.read)?;
        self.hasher.update(&self.piece[..some]);
        self.read += some as u64;
        Ok(self)
    }
}

/// How long this many bytes take at a pace.
pub(crate) fn time_for(bytes: u64, pace: u64) -> Duration {
    Duration::from_secs_f64(bytes as f64 / pace.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::Arc;
    use std::time::Instant;

    use blobs::{Opened, SharedStore, Tree};
    use tokio_util::sync::CancellationToken;

    use super::hash_slowly;

    fn store() -> SharedStore {
        blobs::shared(Tree::at("nowhere"))
    }

    #[tokio::test]
    async fn a_slow_reader_comes_to_the_same_and_keeps_its_pace() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![7; 3 << 20]).unwrap();
        let file = Arc::new(Opened::from(file));
        let begun = Instant::now();
        let slowly = hash_slowly(&store(), &file, 30 << 20, &CancellationToken::new()).await.unwrap();
        assert!(begun.elapsed().as_millis() >= 90, "{:?}", begun.elapsed());
        assert_eq!(slowly, Some(file.hash().unwrap()));
    }

    #[tokio::test]
    async fn a_reader_that_is_stopped_says_nothing() {
        let stop = CancellationToken::new();
        stop.cancel();
        let file = Arc::new(Opened::from(tempfile::tempfile().unwrap()));
        assert_eq!(hash_slowly(&store(), &file, 1, &stop).await.unwrap(), None);
    }
}
