//! The DuckDB types of cells.

use pgn_arrow::CellType;
use quack_rs::types::{LogicalType, TypeId};

/// DuckDB's type for cells of this one.
pub(crate) fn logical_type(cell: CellType) -> LogicalType {
    match cell {
        CellType::Text => LogicalType::new(TypeId::Varchar),
        CellType::Word(words) => LogicalType::enum_type(words),
        CellType::Int8 => LogicalType::new(TypeId::TinyInt),
        CellType::Int16 => LogicalType::new(TypeId::SmallInt),
        CellType::Int32 => LogicalType::new(TypeId::Integer),
        CellType::Int64 => LogicalType::new(TypeId::BigInt),
        CellType::Float64 => LogicalType::new(TypeId::Double),
        CellType::Flag => LogicalType::new(TypeId::Boolean),
        CellType::Date => LogicalType::new(TypeId::Date),
        CellType::Timestamp => LogicalType::new(TypeId::Timestamp),
        CellType::TextList => LogicalType::list(TypeId::Varchar),
        CellType::Int32List => LogicalType::list(TypeId::Integer),
        CellType::Int64List => LogicalType::list(TypeId::BigInt),
        CellType::Code => LogicalType::new(TypeId::USmallInt),
        CellType::CodeList => LogicalType::list(TypeId::USmallInt),
        CellType::TagMap => LogicalType::map(TypeId::Varchar, TypeId::Varchar),
    }
}
