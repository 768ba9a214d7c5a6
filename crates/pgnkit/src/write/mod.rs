//! Writing
pub struct Export;
impl Default for Export { fn default()->Export{Export} }
impl Export { pub fn write(&self, _g:&crate::Game, _w: &mut Vec<u8>) -> std::io::Result<()> {Ok(())} }
