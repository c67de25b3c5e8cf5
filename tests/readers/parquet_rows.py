"""Reads a Parquet file by pyarrow and prints its schema, its row groups and its columns as JSON."""
import json
import sys

from pyarrow import parquet

file = parquet.ParquetFile(sys.argv[1])
table = file.read()
json.dump(
    {
        "types": {field.name: str(field.type) for field in table.schema},
        "groups": [file.metadata.row_group(one).num_rows for one in range(file.num_row_groups)],
        "facts": {key.decode(): value.decode() for key, value in (file.metadata.metadata or {}).items()},
        "columns": table.to_pydict(),
    },
    sys.stdout,
)
