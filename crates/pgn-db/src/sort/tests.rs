//! Sorting outside of memory: equal to sorting inside it, for every budget; failing disks (D-42).

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;

use super::{Budget, Disk, Folder, NoTail, Scratch, Sorter, Tail};

/// Files in memory; after a given number of calls each call fails. Counts the files.
#[derive(Clone)]
struct MemoryDisk {
    calls_left: Arc<AtomicUsize>,
    file_count: Arc<AtomicUsize>,
    made_count: Arc<AtomicUsize>,
}

struct MemoryFile(Vec<u8>, MemoryDisk);

impl MemoryDisk {
    fn failing_after(call_count: usize) -> MemoryDisk {
        let count = |n| Arc::new(AtomicUsize::new(n));
        MemoryDisk { calls_left: count(call_count), file_count: count(0), made_count: count(0) }
    }

    fn call(&self) -> io::Result<()> {
        let left = self
            .calls_left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(drop).map_err(|_| io::ErrorKind::StorageFull.into())
    }
}

impl Disk for MemoryDisk {
    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        self.call()?;
        self.file_count.fetch_add(1, Ordering::Relaxed);
        self.made_count.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(MemoryFile(Vec::new(), self.clone())))
    }
}

impl Scratch for MemoryFile {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.1.call()?;
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn read_at(&mut self, offset: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.1.call()?;
        // Like a disk, it may give fewer bytes than asked for.
        let from = &self.0[offset as usize..];
        let n = from.len().min(bytes.len()).min(1 + bytes.len() / 2);
        bytes[..n].copy_from_slice(&from[..n]);
        Ok(n)
    }
}

impl Drop for MemoryFile {
    fn drop(&mut self) {
        self.1.file_count.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The part of a load before the first `|`.
#[derive(Clone, Copy)]
struct UpToBar;

impl Tail for UpToBar {
    fn push(&mut self, load: &[u8], tail: &mut Vec<u8>) {
        tail.extend(load.iter().take_while(|byte| **byte != b'|'));
    }
}

type Pair = (Vec<u8>, Vec<u8>);

fn sorted(
    items: &[Pair],
    disk: impl Disk,
    tail: impl Tail,
    budget: Budget,
) -> io::Result<Vec<Pair>> {
    let mut sorter = Sorter::new(disk, tail, budget);
    for (key, load) in items {
        sorter.push(key, load)?;
    }
    assert_eq!(sorter.item_count(), items.len() as u64);
    let mut sorted = sorter.finish()?;
    let mut all = Vec::new();
    while let Some((key, load)) = sorted.next_item()? {
        all.push((key.to_vec(), load.to_vec()));
    }
    assert!(sorted.next_item()?.is_none());
    Ok(all)
}

/// Items with few keys and few tails, numbered, so that a change of order among equals shows.
fn items(item_count: usize) -> Vec<Pair> {
    let mut number = 1_u32;
    let mut next = |n| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) % n
    };
    (0..item_count)
        .map(|n| {
            let key = ["", "a", "ab", "b", "\u{ff}"][next(5) as usize];
            let tail = "x".repeat(next(3) as usize * 40);
            (key.into(), format!("{tail}|{n}").into())
        })
        .collect()
}

/// The slow twin: everything in memory, by the sort of the standard library.
fn naive(items: &[Pair]) -> Vec<Pair> {
    let mut items = items.to_vec();
    let tail = |load: &[u8]| load.split(|byte| *byte == b'|').next().unwrap().to_vec();
    items.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| tail(&a.1).cmp(&tail(&b.1))));
    items
}

#[test]
fn outside_of_memory_as_inside_it() {
    let items = items(300);
    let expected = naive(&items);
    for run_bytes in [0, 1, 50, 200, 999, 5_000, 50_000, usize::MAX / 8] {
        for merge_bytes in [0, 1, 64 << 10, 200 << 10, 1 << 30] {
            let budget = Budget { run_bytes, merge_bytes };
            let disk = MemoryDisk::failing_after(usize::MAX);
            let (file_count, made_count) = (disk.file_count.clone(), disk.made_count.clone());
            assert!(sorted(&items, disk, UpToBar, budget).unwrap() == expected, "{budget:?}");
            assert_eq!(file_count.load(Ordering::Relaxed), 0, "{budget:?}");
            let made_count = made_count.load(Ordering::Relaxed);
            match (run_bytes, merge_bytes) {
                (50_000.., _) => assert_eq!(made_count, 0, "all fits: {budget:?}"),
                // 300 runs, two at once: 150, 75, 38, 19, 10, 5, 3, 2.
                (0, 0) => assert_eq!(made_count, 1 + 8, "{budget:?}"),
                _ => assert!(made_count >= 1, "{budget:?}"),
            }
        }
    }
}

#[test]
fn a_real_folder_keeps_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (items, budget) = (items(300), Budget { run_bytes: 2_000, merge_bytes: 100 });
    let folder = Folder(dir.path().to_owned());
    let mut sorter = Sorter::new(folder.clone(), UpToBar, budget);
    for (key, load) in &items {
        sorter.push(key, load).unwrap();
    }
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), usize::from(cfg!(windows)));
    drop(sorter);
    assert!(sorted(&items, folder, UpToBar, budget).unwrap() == naive(&items));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
    let missing = Folder(dir.path().join("missing"));
    let error = sorted(&items, missing, NoTail, budget).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_disk_that_fails_at_any_call_is_an_error_and_leaves_no_file() {
    let (items, budget) = (items(60), Budget { run_bytes: 700, merge_bytes: 0 });
    let expected = naive(&items);
    let mut call_count = 0;
    loop {
        let disk = MemoryDisk::failing_after(call_count);
        let file_count = disk.file_count.clone();
        let done = sorted(&items, disk, UpToBar, budget);
        assert_eq!(file_count.load(Ordering::Relaxed), 0);
        match done {
            Ok(all) => break assert!(all == expected),
            Err(error) => assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{call_count}"),
        }
        call_count += 1;
    }
    assert!(call_count > 50, "{call_count}");
}

#[test]
fn an_item_larger_than_all_memory_is_carried() {
    let large = |byte: u8| vec![byte; 3 << 20];
    let items = [
        (b"b".to_vec(), large(1)),
        (large(b'a'), b"|1".to_vec()),
        (b"a".to_vec(), large(2)),
        (b"c".to_vec(), Vec::new()),
    ];
    let order = [2, 1, 0, 3].map(|n: usize| items[n].clone());
    for run_bytes in [0, 1000, 4 << 20, 1 << 30] {
        let budget = Budget { run_bytes, merge_bytes: 100 };
        let disk = MemoryDisk::failing_after(usize::MAX);
        assert!(sorted(&items, disk, NoTail, budget).unwrap() == order, "{run_bytes}");
    }
}

#[test]
fn nothing_sorted_is_nothing() {
    let budget = Budget { run_bytes: 0, merge_bytes: 0 };
    assert!(sorted(&[], MemoryDisk::failing_after(0), NoTail, budget).unwrap().is_empty());
}

proptest! {
    #[test]
    fn any_items_in_any_budget(
        items in proptest::collection::vec(
            ("[ab\\x00]{0,9}", "[xy]{0,3}\\|[0-9]{0,3}").prop_map(|(k, l)| (k.into(), l.into())),
            0..60,
        ),
        run_bytes in 0..3_000_usize,
        merge_bytes in 0..200_000_usize,
    ) {
        let disk = MemoryDisk::failing_after(usize::MAX);
        let budget = Budget { run_bytes, merge_bytes };
        prop_assert_eq!(sorted(&items, disk, UpToBar, budget).unwrap(), naive(&items));
    }
}
