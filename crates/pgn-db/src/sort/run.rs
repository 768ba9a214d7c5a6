//! A run: items gathered in memory, and their order (D-42).

use std::cmp::Ordering;

use super::Tail;

/// The size of a memory block in bytes; blocks are never moved.
const BLOCK_BYTES: usize = 1 << 20;

#[derive(Debug, Default)]
pub(super) struct Run {
    blocks: Vec<Vec<u8>>,
    /// The block that is being filled.
    block_idx: usize,
    places: Vec<ItemPlace>,
    byte_count: usize,
}

/// Where an item is. Places that were given out later are greater.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemPlace {
    /// The first bytes of the key that not all keys of the run have in common.
    prefix: u64,
    block_idx: u32,
    from: u32,
    key_bytes: u32,
    load_bytes: u32,
}

impl Run {
    pub(super) fn cost(key: &[u8], load: &[u8]) -> usize {
        key.len() + load.len() + size_of::<ItemPlace>()
    }

    pub(super) fn byte_count(&self) -> usize {
        self.byte_count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(super) fn push(&mut self, key: &[u8], load: &[u8]) {
        let len = key.len() + load.len();
        let block = self.block_for(len);
        let from = block.len() as u32;
        block.extend_from_slice(key);
        block.extend_from_slice(load);
        self.places.push(ItemPlace {
            prefix: 0,
            block_idx: self.block_idx as u32,
            from,
            key_bytes: key.len() as u32,
            load_bytes: load.len() as u32,
        });
        self.byte_count += Run::cost(key, load);
    }

    pub(super) fn item(&self, place: &ItemPlace) -> (&[u8], &[u8]) {
        let from = place.from as usize;
        let len = place.key_bytes as usize + place.load_bytes as usize;
        let item = &self.blocks[place.block_idx as usize][from..from + len];
        item.split_at(place.key_bytes as usize)
    }

    /// The places in order. The run gives its own list away and must be [cleared](Run::clear).
    ///
    /// `tail_bytes` is how much memory tails may take.
    pub(super) fn sort(&mut self, tail: &mut impl Tail, tail_bytes: usize) -> Vec<ItemPlace> {
        let mut places = std::mem::take(&mut self.places);
        let common_count = self.common_count(&places);
        for place in &mut places {
            let rest = &self.item(place).0[common_count..];
            let mut prefix = [0; 8];
            let len = rest.len().min(8);
            prefix[..len].copy_from_slice(&rest[..len]);
            place.prefix = u64::from_be_bytes(prefix);
        }
        let by_key = |a: &ItemPlace, b: &ItemPlace| {
            a.prefix.cmp(&b.prefix).then_with(|| self.item(a).0.cmp(self.item(b).0))
        };
        // Unstable sorting needs no memory; the place of an item shows its input order.
        places.sort_unstable_by(|a, b| by_key(a, b).then(came_first(a, b)));
        for group in places.chunk_by_mut(|a, b| by_key(a, b).is_eq()) {
            if group.len() > 1 {
                self.sort_equal(group, tail, tail_bytes);
            }
        }
        places
    }

    /// Forgets all items; the memory is kept for others.
    pub(super) fn clear(&mut self) {
        self.blocks.retain(|block| block.capacity() == BLOCK_BYTES);
        self.blocks.iter_mut().for_each(Vec::clear);
        self.block_idx = 0;
        self.places.clear();
        self.byte_count = 0;
    }

    /// A block with capacity for this many bytes; a larger item has a separate block.
    fn block_for(&mut self, len: usize) -> &mut Vec<u8> {
        loop {
            if self.block_idx == self.blocks.len() {
                self.blocks.push(Vec::with_capacity(len.max(BLOCK_BYTES)));
            }
            let block = &self.blocks[self.block_idx];
            if block.capacity() - block.len() >= len {
                break;
            }
            self.block_idx += 1;
        }
        &mut self.blocks[self.block_idx]
    }

    /// How many bytes all keys begin with in common.
    fn common_count(&self, places: &[ItemPlace]) -> usize {
        let Some(first) = places.first().map(|place| self.item(place).0) else { return 0 };
        places.iter().fold(first.len(), |common_count, place| {
            let key = self.item(place).0;
            first[..common_count].iter().zip(key).take_while(|(a, b)| a == b).count()
        })
    }

    /// Sorts items of equal keys by their tails.
    ///
    /// Only the beginnings of tails are stored, as many bytes as fit into memory; if they do not
    /// decide, the tails are computed once more.
    fn sort_equal(&self, group: &mut [ItemPlace], tail: &mut impl Tail, tail_bytes: usize) {
        let held_max = (tail_bytes / group.len()).max(HELD_BYTES_MIN);
        let mut whole = Vec::new();
        let mut tails: Vec<(Vec<u8>, ItemPlace)> = group
            .iter()
            .map(|place| {
                whole.clear();
                tail.push(self.item(place).1, &mut whole);
                (whole[..whole.len().min(held_max)].to_vec(), *place)
            })
            .collect();
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let mut by_tail = |a: &(Vec<u8>, ItemPlace), b: &(Vec<u8>, ItemPlace)| {
            let order = a.0.cmp(&b.0);
            // Both were truncated at the same length, or neither was.
            if order.is_ne() || a.0.len() < held_max {
                return order;
            }
            first.clear();
            second.clear();
            tail.push(self.item(&a.1).1, &mut first);
            tail.push(self.item(&b.1).1, &mut second);
            first.cmp(&second)
        };
        tails.sort_unstable_by(|a, b| by_tail(a, b).then(came_first(&a.1, &b.1)));
        for (place, (_, sorted)) in group.iter_mut().zip(tails) {
            *place = sorted;
        }
    }
}

/// How much of a tail is held at least, in bytes.
const HELD_BYTES_MIN: usize = 64;

fn came_first(a: &ItemPlace, b: &ItemPlace) -> Ordering {
    (a.block_idx, a.from).cmp(&(b.block_idx, b.from))
}
