/** A question in progress. It runs in steps on the scrub machine. While it waits for the frontier it releases the scrub
 * machine, so that others are answered in the meantime. */

import type { Answer } from "./answers.ts";
import type { QueryEnvelope, QueryKind } from "./protocol.ts";
import type { Run } from "./run.ts";

export interface Job {
  readonly envelope: QueryEnvelope;
  readonly steps: Answer;
  /** Waits until the frontier has reached this cycle. */
  waitsFor: number | undefined;
}

interface JobQueue {
  readonly add: (envelope: QueryEnvelope, run: Run) => readonly QueryEnvelope[];
  readonly cancel: (id: number) => QueryEnvelope | undefined;
  readonly clear: () => readonly QueryEnvelope[];
  /** The job to continue, given the position of the frontier. */
  readonly next: (frontier: number) => Job | undefined;
  readonly remove: (job: Job) => void;
  /** Cycle that the frontier must reach for the waiting requests. */
  readonly awaited: () => number;
}

/** The result that the user sees first comes first. */
const PRIORITY: readonly QueryKind[] = [
  "seek",
  "rows",
  "window",
  "follow",
  "range",
  "metrics",
  "end",
  "overview",
];

export function createJobQueue(answer: (envelope: QueryEnvelope, run: Run) => Answer): JobQueue {
  let jobs: Job[] = [];
  /** The job that has the scrub machine alone until it is done or waits. */
  let owner: Job | undefined;

  function remove(job: Job): void {
    job.steps.return({ kind: "cancelled" });
    jobs = jobs.filter((other) => other !== job);
    if (owner === job) owner = undefined;
  }

  return {
    add: (envelope, run) => {
      const overtaken = jobs.filter((job) => job.envelope.kind === envelope.kind);
      overtaken.forEach(remove);
      jobs.push({ envelope, steps: answer(envelope, run), waitsFor: undefined });
      jobs.sort((a, b) => PRIORITY.indexOf(a.envelope.kind) - PRIORITY.indexOf(b.envelope.kind));
      return overtaken.map((job) => job.envelope);
    },
    cancel: (id) => {
      const job = jobs.find((candidate) => candidate.envelope.id === id);
      if (job !== undefined) remove(job);
      return job?.envelope;
    },
    clear: () => {
      const all = jobs;
      all.forEach(remove);
      return all.map((job) => job.envelope);
    },
    next: (frontier) => {
      if (owner !== undefined && owner.waitsFor === undefined) return owner;
      owner = jobs.find((job) => job.waitsFor === undefined || frontier >= job.waitsFor);
      if (owner !== undefined) owner.waitsFor = undefined;
      return owner;
    },
    remove,
    awaited: () => Math.max(0, ...jobs.map((job) => job.waitsFor ?? 0)),
  };
}
