"""Spark as it runs on several machines: two executors, each a process of its own."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Iterator

import pyspark
import pytest
from pyspark.sql import SparkSession

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]

# Workers that Spark starts find their programs and this Python by these.
os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A cluster of two executors with a core each; it knows files from the top of the repository."""
    os.chdir(REPOSITORY)
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("pgnkit")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
        .getOrCreate()
    )
    yield session
    session.stop()
