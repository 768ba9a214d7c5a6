//! The command and its layers from outside.
//!
//! Owns: the scratch folder and the runner that the tests share. Knows nothing of: the insides.
//! Start at [`scratch`].

mod accounting;
mod annotate;
mod annotate_engine;
mod archive;
mod bad_input;
mod bgn;
mod cat;
mod check;
mod classify;
mod command;
mod conservation;
mod convert;

mod corpus;
mod databases;
mod dedupe;
mod diff;
mod encodings;
mod engines;
mod epd;
mod examples;
mod explain;
mod facts;
mod faults;
mod filter;
mod flags_in_text;
mod fmt;
mod from_pgn_extract;
mod guide;
mod held_out;
mod import;
mod index;
mod interactive;
mod labelled;
mod language;
mod mail;
mod memory;
mod merge;
mod names;
mod partial;
mod paths;
mod perft;
mod pgc;
mod progress;
mod read_as_written;
mod scratch;
mod sheets;
mod show;
mod signals;
mod sort;
mod split;
mod stats;
mod tables;
mod tag;
mod thirty_queries;
mod tree;
mod view;
mod view_edits;
mod view_play;
mod view_transcripts;
mod view_web;
mod wanted;
