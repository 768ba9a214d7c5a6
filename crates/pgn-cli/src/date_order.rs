//! The option `--date-order`, of the verbs that read dates.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pgnkit::tag::DateOrder;

/// How dates such as `03/04/1992` are read.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct DateOrderArg {
    /// How to read dates such as 03/04/1992
    ///
    /// The option matters only for dates that can be read both ways. It applies wherever pgn uses a
    /// date: in expressions, groups, columns, sort orders, file names and fixes. Without it, only
    /// the year of such a date is known.
    #[arg(long, id = DATE_ORDER, value_name = "ORDER", value_parser = date_orders())]
    #[arg(hide_short_help = true, help_heading = "Input")]
    pub(crate) date_order: Option<DateOrder>,
}

/// The name of the option within clap.
pub(crate) const DATE_ORDER: &str = "date_order";

fn date_orders() -> impl TypedValueParser<Value = DateOrder> {
    PossibleValuesParser::new(DateOrder::ALL.map(DateOrder::name))
        .map(|name| DateOrder::from_name(&name).unwrap_or(DateOrder::DayMonth))
}
