//! Work on all cores where the feature `parallel` is on, and one after another, without a thread, where it is not. The names are
//! rayon's, so that callers are written once.

#[cfg(not(feature = "parallel"))]
pub(crate) use one_by_one::{join, on_one_thread, prelude};
#[cfg(feature = "parallel")]
pub(crate) use rayon::{join, prelude};

/// Does long work on one thread of its own, so that what others ask meanwhile finds the others free.
#[cfg(feature = "parallel")]
pub(crate) fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(thread) => thread.install(work),
        Err(_none_to_be_had) => work(),
    }
}

#[cfg(not(feature = "parallel"))]
mod one_by_one {
    use std::iter;
    use std::slice::{Chunks, Iter, IterMut};

    pub(crate) mod prelude {
        pub(crate) use super::{IntoOneByOne, SliceOneByOne};
    }

    /// The thread there is does the work, as it does all.
    pub(crate) fn on_one_thread<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    /// Both, one after the other.
    pub(crate) fn join<A, B>(first: impl FnOnce() -> A, second: impl FnOnce() -> B) -> (A, B) {
        (first(), second())
    }

    /// An iterator by the names of rayon's. It is none of the standard library's, whose `fold` and `reduce` mean something else.
    pub(crate) struct OneByOne<I>(I);

    impl<I: Iterator> OneByOne<I> {
        pub(crate) fn map<T>(self, f: impl FnMut(I::Item) -> T) -> OneByOne<impl Iterator<Item = T>> {
            OneByOne(self.0.map(f))
        }

        pub(crate) fn filter(self, f: impl FnMut(&I::Item) -> bool) -> OneByOne<impl Iterator<Item = I::Item>> {
            OneByOne(self.0.filter(f))
        }

        pub(crate) fn enumerate(self) -> OneByOne<impl Iterator<Item = (usize, I::Item)>> {
            OneByOne(self.0.enumerate())
        }

        pub(crate) fn chain<J>(self, other: OneByOne<J>) -> OneByOne<impl Iterator<Item = I::Item>>
        where
            J: Iterator<Item = I::Item>,
        {
            OneByOne(self.0.chain(other.0))
        }

        /// One part alone, of everything.
        pub(crate) fn fold<T>(
            self,
            empty: impl FnOnce() -> T,
            f: impl FnMut(T, I::Item) -> T,
        ) -> OneByOne<impl Iterator<Item = T>> {
            OneByOne(iter::once(self.0.fold(empty(), f)))
        }

        pub(crate) fn reduce(
            self,
            empty: impl FnOnce() -> I::Item,
            f: impl FnMut(I::Item, I::Item) -> I::Item,
        ) -> I::Item {
            self.0.fold(empty(), f)
        }

        pub(crate) fn for_each(self, f: impl FnMut(I::Item)) {
            self.0.for_each(f);
        }

        pub(crate) fn collect<C: FromIterator<I::Item>>(self) -> C {
            self.0.collect()
        }
    }

    /// What is taken by value.
    pub(crate) trait IntoOneByOne: IntoIterator + Sized {
        fn into_par_iter(self) -> OneByOne<Self::IntoIter> {
            OneByOne(self.into_iter())
        }
    }

    impl<T: IntoIterator> IntoOneByOne for T {}

    /// What is borrowed.
    pub(crate) trait SliceOneByOne<T> {
        fn par_iter(&self) -> OneByOne<Iter<'_, T>>;
        fn par_iter_mut(&mut self) -> OneByOne<IterMut<'_, T>>;
        fn par_chunks(&self, size: usize) -> OneByOne<Chunks<'_, T>>;
    }

    impl<T> SliceOneByOne<T> for [T] {
        fn par_iter(&self) -> OneByOne<Iter<'_, T>> {
            OneByOne(self.iter())
        }

        fn par_iter_mut(&mut self) -> OneByOne<IterMut<'_, T>> {
            OneByOne(self.iter_mut())
        }

        fn par_chunks(&self, size: usize) -> OneByOne<Chunks<'_, T>> {
            OneByOne(self.chunks(size))
        }
    }
}
