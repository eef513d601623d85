"""One Spark for all tests: a driver and two executors, each a process, on this machine alone."""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: Java compiles a little and quickly: it runs for a minute
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.extraJavaOptions": JAVA,
    "spark.driver.memory": "512m",
    "spark.executor.extraJavaOptions": JAVA,
    "spark.executor.memory": "512m",
    "spark.log.level": "FATAL",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks for groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.java)
            item.add_marker(pytest.mark.timeout(600))  # the first one also waits for Spark
            item.add_marker(pytest.mark.filterwarnings("ignore:PySpark does not yet:FutureWarning"))
            item.add_marker(pytest.mark.xdist_group("spark"))  # one process starts Spark, not each


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A session in local-cluster mode; a test that asks for it skips where there is no Java."""
    if shutil.which("java") is None:
        pytest.skip("no Java: java is not on the PATH")
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_WORKER_DIR", str(folder / "work"))
        builder = SparkSession.builder.master("local-cluster[2,1,512]").appName("tests")
        settings = SETTINGS | {"spark.sql.warehouse.dir": str(folder / "warehouse")}
        for name, value in (settings | {"spark.local.dir": str(folder)}).items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        warm(session)
        yield session
        session.stop()


def warm(session: SparkSession) -> None:
    """Let executors start Python and import what tests need, which takes longer than tests do."""

    def imported(batches: Iterator[Any]) -> Iterator[Any]:
        import biterms.spark.transforming  # noqa: F401

        yield from batches

    frame = session.range(4).repartition(4).mapInArrow(imported, "id long")
    assert frame.rdd.map(lambda row: row.id).sum() == 6
