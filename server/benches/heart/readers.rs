//! Readers that ask continuously while ACLs are propagated.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::task::JoinSet;

use crate::tree::SeededRng;
use crate::{World, sees};

/// Readers of the folder of nine tenths; each sends one request after the other.
pub struct Readers {
    pub restricted: Arc<AtomicBool>,
    over: Arc<AtomicBool>,
    /// Each returns how often it asked after the restriction, and was refused.
    asking: JoinSet<usize>,
}

impl Readers {
    pub fn begin(world: &World, count: usize) -> Self {
        let (restricted, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let mut asking = JoinSet::new();
        for reader in 0..count {
            let (restricted, over) = (restricted.clone(), over.clone());
            let (db, tess, files) = (world.db.clone(), world.tess.clone(), world.files.clone());
            asking.spawn(async move {
                let (mut rng, mut refused) = (SeededRng(reader as u64), 0);
                while !over.load(Ordering::SeqCst) {
                    let node = files[rng.below(files.len())];
                    let is_late = restricted.load(Ordering::SeqCst);
                    let is_seen = sees(&db, &tess, node).await;
                    assert!(!(is_late && is_seen), "{node} is seen after the restriction");
                    refused += usize::from(is_late);
                    tokio::task::yield_now().await;
                }
                refused
            });
        }
        Self { restricted, over, asking }
    }

    pub async fn end(self) -> usize {
        self.over.store(true, Ordering::SeqCst);
        let asked: usize = self.asking.join_all().await.into_iter().sum();
        assert!(asked > 0, "nobody asked during the propagation");
        asked
    }
}
