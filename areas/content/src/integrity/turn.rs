//! Turns at one file, so that it is not read several times at once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use primitives::NodeId;

type Turn = tokio::sync::Mutex<()>;

static TURNS: LazyLock<Mutex<HashMap<NodeId, Weak<Turn>>>> = LazyLock::new(Mutex::default);

/// The lock of a file, which lives while somebody holds it or waits for it.
pub(super) fn of(file: NodeId) -> Arc<Turn> {
    let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(turn) = turns.get(&file).and_then(Weak::upgrade) {
        return turn;
    }
    turns.retain(|_, turn| turn.strong_count() > 0);
    let turn = Arc::new(Turn::default());
    turns.insert(file, Arc::downgrade(&turn));
    turn
}
