//! Places for what is under way, and room for the bytes that it holds. Whoever has one lets go of it by dropping it.

use std::sync::Arc;

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::bounds::{Bounds, FREE_ANSWER_BYTES, FREE_BODY_BYTES};
use super::problem::Problem;

/// All places of a service.
#[derive(Debug)]
pub(super) struct Places {
    /// Requests from their head to the end of their answer. Never refused: it is what a service that stops waits for.
    pub requests: Arc<Semaphore>,
    /// Work that was begun for requests.
    pub works: Arc<Semaphore>,
    pub heavy_works: Arc<Semaphore>,
    pub large_matches: Arc<Semaphore>,
    pub backups: Arc<Semaphore>,
    pub bodies: Arc<Semaphore>,
    pub result_bytes: Arc<Semaphore>,
    body_bytes: Arc<Semaphore>,
    large_body_bytes: Arc<Semaphore>,
    answer_bytes: Arc<Semaphore>,
}

/// More requests than any number of connections brings.
pub(super) const ALL_REQUESTS: u32 = 1 << 20;

impl Places {
    pub(super) fn new(bounds: &Bounds) -> Self {
        let places = |n: usize| Arc::new(Semaphore::new(n.min(Semaphore::MAX_PERMITS)));
        Self {
            requests: places(ALL_REQUESTS as usize),
            works: places(bounds.works),
            heavy_works: places(bounds.heavy_works),
            large_matches: places(bounds.large_matches),
            backups: places(bounds.backups),
            bodies: places(bounds.bodies),
            result_bytes: places(bounds.result_bytes),
            body_bytes: places(bounds.body_bytes),
            large_body_bytes: places(bounds.large_body_bytes),
            answer_bytes: places(bounds.answer_bytes),
        }
    }

    /// Room for a body of a document's size, or for a large one.
    pub(super) fn body_room(&self, is_large: bool) -> Room {
        let pool = if is_large { &self.large_body_bytes } else { &self.body_bytes };
        Room::new(pool, FREE_BODY_BYTES)
    }

    /// Room for an answer.
    pub(super) fn answer_room(&self) -> Room {
        Room::new(&self.answer_bytes, FREE_ANSWER_BYTES)
    }

    /// How much of the answers' common room is taken, in bytes.
    pub(super) fn answer_bytes_taken(&self, bounds: &Bounds) -> usize {
        bounds.answer_bytes.saturating_sub(self.answer_bytes.available_permits())
    }
}

/// A place at once, or the advice to come again.
pub(super) fn take(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    places.clone().try_acquire_owned().map_err(|_| Problem::overloaded())
}

/// Bytes that one request holds: the first are free, the others are of a room that all share.
#[derive(Debug)]
pub(super) struct Room {
    pool: Arc<Semaphore>,
    free: usize,
    held: usize,
    shared: Option<OwnedSemaphorePermit>,
}

impl Room {
    fn new(pool: &Arc<Semaphore>, free: usize) -> Self {
        Self { pool: pool.clone(), free, held: 0, shared: None }
    }

    /// Makes it larger by so many bytes, or leaves it as it is where there is no more room.
    pub(super) fn grow(&mut self, bytes: usize) -> Result<(), Problem> {
        let held = self.held.saturating_add(bytes);
        let more = held.saturating_sub(self.free).saturating_sub(self.n_shared());
        if more > 0 {
            let more = u32::try_from(more).map_err(|_| Problem::overloaded())?;
            let permit = self.pool.clone().try_acquire_many_owned(more).map_err(|_| Problem::overloaded())?;
            match &mut self.shared {
                Some(shared) => shared.merge(permit),
                None => self.shared = Some(permit),
            }
        }
        self.held = held;
        Ok(())
    }

    /// Gives back all but so many bytes.
    pub(super) fn shrink_to(&mut self, bytes: usize) {
        self.held = self.held.min(bytes);
        let kept = self.held.saturating_sub(self.free);
        let given_back = self.n_shared().saturating_sub(kept);
        drop(self.shared.as_mut().and_then(|shared| shared.split(given_back)));
    }

    /// The bytes, whose room is given back with the last of them.
    pub(super) fn hold(self, bytes: impl AsRef<[u8]> + Send + 'static) -> Bytes {
        if self.shared.is_none() {
            return Bytes::from_owner(bytes);
        }
        Bytes::from_owner(Held { bytes, _room: self })
    }

    fn n_shared(&self) -> usize {
        self.shared.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }
}

struct Held<T> {
    bytes: T,
    _room: Room,
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Held<T> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(shared: usize, free: usize) -> (Arc<Semaphore>, Room) {
        let pool = Arc::new(Semaphore::new(shared));
        let room = Room::new(&pool, free);
        (pool, room)
    }

    #[test]
    fn only_what_is_beyond_the_free_bytes_is_of_the_common_room() {
        let (pool, mut room) = room(10, 5);
        room.grow(5).unwrap();
        assert_eq!(pool.available_permits(), 10);
        room.grow(4).unwrap();
        assert_eq!(pool.available_permits(), 6);
        assert!(room.grow(7).is_err());
        room.grow(6).unwrap();
        room.shrink_to(7);
        assert_eq!(pool.available_permits(), 8);
        room.shrink_to(0);
        assert_eq!(pool.available_permits(), 10);
    }

    #[test]
    fn room_is_given_back_with_the_last_of_the_bytes() {
        let (pool, mut room) = room(10, 0);
        room.grow(3).unwrap();
        let bytes = room.hold(vec![1, 2, 3]);
        let last = bytes.slice(2..);
        drop(bytes);
        assert_eq!((pool.available_permits(), &last[..]), (7, &[3][..]));
        drop(last);
        assert_eq!(pool.available_permits(), 10);
    }
}
