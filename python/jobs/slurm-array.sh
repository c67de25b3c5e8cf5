#!/bin/bash
# A study in SHARDS parts, one for each task of a Slurm array. Tasks that have failed, were requeued or ran out of time go
# on with what they have: sbatch --array=7,9 slurm-array.sh STUDY FOLDER runs these two again.
#   sbatch slurm-array.sh STUDY FOLDER
# Afterwards, anywhere: bash join.sh STUDY FOLDER
#SBATCH --job-name=irqscope
#SBATCH --array=1-100
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=1G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --output=%x-%A_%a.log
set -euo pipefail

STUDY=$1
FOLDER=$2
# As in --array above. SLURM_ARRAY_TASK_COUNT is another number when some tasks are run again.
SHARDS=${SHARDS:-100}

mkdir -p "$FOLDER"
exec python -m irqscope sweep "$STUDY" \
  --shard "$SLURM_ARRAY_TASK_ID/$SHARDS" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" \
  --out "$FOLDER/part-$(printf %05d "$SLURM_ARRAY_TASK_ID").jsonl" --resume
