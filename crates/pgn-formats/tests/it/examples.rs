//! The programs of `examples/`, on short texts.

#![allow(dead_code, reason = "only the examples call their `main`")]

#[path = "../../examples/epd_to_json.rs"]
mod epd_to_json;

#[test]
fn epd_to_json_writes_an_object_for_each_record() {
    let epd = b"# A remark.\n4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 Kf2; id \"pawn.1\"; acd 9;\n";
    let expected = "{\"fen\":\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\",\
        \"operations\":{\"acd\":9,\"bm\":[\"e1d2\",\"e1f2\"],\"id\":\"pawn.1\"}}\n";
    assert_eq!(epd_to_json::run(epd).unwrap(), expected);
}
