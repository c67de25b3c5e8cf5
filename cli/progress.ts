/** `3 of 20 runs` on the last line of a terminal; nothing where standard error is none. */

const CLEAR_LINE = "\r\u001b[K";

export class Progress {
  readonly #total: number;
  readonly #what: string;
  readonly #isShown = process.stderr.isTTY === true;
  #finished = 0;

  constructor(total: number, what: string) {
    this.#total = total;
    this.#what = what;
    this.show();
  }

  advance(): void {
    this.#finished++;
    this.show();
  }

  show(): void {
    if (this.#isShown) process.stderr.write(`\r${this.#finished} of ${this.#total} ${this.#what}`);
  }

  /** Before anything else is written. */
  hide(): void {
    if (this.#isShown) process.stderr.write(CLEAR_LINE);
  }
}
