#!/bin/bash
# The rows of all parts as one file, in the order of points and seeds. What a part lacks is run here.
#   bash join.sh STUDY FOLDER [THREADS]
set -euo pipefail

STUDY=$1
FOLDER=$2
THREADS=${3:-$(nproc)}
ALL=$FOLDER/all.jsonl

# A last line without its end was cut off while it was written.
whole_lines() {
  while IFS= read -r line; do printf '%s\n' "$line"; done < "$1"
}

# Rows of an earlier start of this script are kept.
for file in "$FOLDER"/part-*.jsonl "$ALL"; do
  if [ -e "$file" ]; then whole_lines "$file"; fi
done > "$ALL.new"
mv "$ALL.new" "$ALL"
exec python -m irqscope sweep "$STUDY" --out "$ALL" --resume --threads "$THREADS" --summary "$FOLDER/summary.csv"
