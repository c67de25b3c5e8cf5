#!/bin/bash
# The rows of all parts as one file, in the order of points and seeds. What a part lacks is run here.
#   bash join.sh STUDY FOLDER
set -euo pipefail

STUDY=$1
FOLDER=$2

cat "$FOLDER"/part-*.jsonl > "$FOLDER/all.jsonl"
exec python -m irqscope sweep "$STUDY" --out "$FOLDER/all.jsonl" --resume --summary "$FOLDER/summary.csv"
