/** Bounds the work of assembling, because a short source can ask for a very long expansion. */

/** Limit for all programs of a scenario, which have at most 4096 words. */
export const SCENARIO_CHARACTER_LIMIT = 524_288;

/** Shared by all sources that are assembled together. Characters count each time that they are read, in sources and in
 * the output of macros and repetitions. */
export class WorkBudget {
  #left: number;
  readonly #characters: number;

  constructor(characters = SCENARIO_CHARACTER_LIMIT) {
    this.#characters = characters;
    this.#left = characters;
  }

  get spent(): number {
    return this.#characters - this.#left;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }

  /** False once the budget is spent. Then nothing more is read. */
  spend(characters: number): boolean {
    this.#left -= characters;
    return !this.isSpent;
  }
}

export const WORK_MESSAGE = `takes too long to assemble: all programs of a scenario together may have ${SCENARIO_CHARACTER_LIMIT} characters, macros and repetitions written out`;
