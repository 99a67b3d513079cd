//! How many archives of one link a process sends at once: each plans up to 100,000 entries.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Error, LinkId, Result};

const MOST: usize = 16;

#[derive(Clone, Debug, Default)]
pub(crate) struct Turns(Arc<Mutex<HashMap<LinkId, usize>>>);

impl Turns {
    /// A turn for one more.
    pub fn take(&self, link: LinkId) -> Result<Turn> {
        let mut sending = self.sending();
        let count = sending.entry(link).or_default();
        if *count >= MOST {
            return Err(Error::TooManyArchives);
        }
        *count += 1;
        metrics::gauge!("archives_sending").increment(1);
        Ok(Turn { turns: self.clone(), link })
    }

    fn sending(&self) -> MutexGuard<'_, HashMap<LinkId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Turns,
    link: LinkId,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut sending = self.turns.sending();
        if let Some(count) = sending.get_mut(&self.link) {
            *count -= 1;
            if *count == 0 {
                sending.remove(&self.link);
            }
        }
        metrics::gauge!("archives_sending").decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Turns};
    use crate::LinkId;

    #[test]
    fn one_link_sends_few_archives_at_once_and_keeps_no_other_from_it() {
        let turns = Turns::default();
        let mut taken: Vec<_> = (0..MOST).map(|_| turns.take(LinkId(1)).unwrap()).collect();
        assert!(turns.take(LinkId(1)).is_err());
        assert!(turns.take(LinkId(2)).is_ok());
        taken.pop();
        assert!(turns.take(LinkId(1)).is_ok());
        drop(taken);
        assert!(turns.sending().is_empty());
    }
}
