//! What the two programs for chores share: the files of the repository.

pub mod repository;
