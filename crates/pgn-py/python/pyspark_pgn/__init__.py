"""Where pyspark 4 looks for the format `pgn` by itself: in modules whose names begin so."""

from pgnkit.spark import PgnDataSource as DefaultSource

__all__ = ["DefaultSource"]
