//! Values of tags that Python reads by themselves, and how dates are read.

use pgnkit::tag::{DateOrder, Period, TimeControl};
use pyo3::prelude::*;

use crate::errors::ErrorClass;

/// A period: moves (0 for the rest), seconds, seconds more for each move, seconds of delay.
type Part = (u32, f64, f64, f64);

/// The periods of a time control; `None` if it is not understood, empty if there is none.
#[pyfunction]
pub(crate) fn time_control_parts(text: &str) -> Option<Vec<Part>> {
    let control = TimeControl::read(text)?;
    let seconds = |millis: u64| millis as f64 / 1_000.0;
    let part = |period: &Period| {
        let base = seconds(period.base_millis()?);
        let bonus = seconds(period.bonus_millis());
        let is_delay = matches!(period, Period::Modern { is_delay: true, .. });
        let (increment, delay) = if is_delay { (0.0, bonus) } else { (bonus, 0.0) };
        Some((period.moves().unwrap_or(0), base, increment, delay))
    };
    Some(control.periods().iter().filter_map(part).collect())
}

/// Sets how dates such as `03/04/1992` are read from now on, in all threads.
#[pyfunction]
#[pyo3(signature = (order))]
pub(crate) fn set_date_order(py: Python<'_>, order: Option<&str>) -> PyResult<()> {
    let known = match order {
        None => None,
        Some(name) => Some(DateOrder::from_name(name).ok_or_else(|| {
            let message = format!("expected `dmy`, `mdy` or None; found {name:?}");
            ErrorClass::Option.raise(py, message)
        })?),
    };
    pgnkit::tag::set_date_order(known);
    Ok(())
}
