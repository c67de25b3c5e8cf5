#!/bin/bash
# A study on a Dask cluster within one Slurm job: a scheduler and the command on the first node, a worker for each core.
# A stop rule and runs of very different lengths keep all nodes busy so; a node that fails loses the tasks it was at.
#   sbatch slurm-dask.sh STUDY ROWS.jsonl
#SBATCH --job-name=irqscope-dask
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=32
#SBATCH --cpus-per-task=1
#SBATCH --mem-per-cpu=1G
#SBATCH --time=02:00:00
#SBATCH --output=%x-%j.log
set -euo pipefail

STUDY=$1
ROWS=$2
SCHEDULER_FILE=$PWD/irqscope-scheduler-$SLURM_JOB_ID.json

dask scheduler --interface "${INTERFACE:-eth0}" --no-dashboard --scheduler-file "$SCHEDULER_FILE" &
trap 'kill $(jobs -p); rm -f "$SCHEDULER_FILE"' EXIT
srun --no-kill dask worker --scheduler-file "$SCHEDULER_FILE" --nthreads 1 --no-dashboard \
  --local-directory "${TMPDIR:-/tmp}" &

python -m irqscope sweep "$STUDY" --out "$ROWS" --resume --scheduler-file "$SCHEDULER_FILE"
