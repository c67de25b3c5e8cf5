/** `3 of 20 runs` on the last line of a terminal; nothing where standard error is none. */

const CLEAR_LINE = "\r\u001b[K";

export class Progress {
  readonly #total: number;
  readonly #what: string;
  readonly #isShown = process.stderr.isTTY === true;
  #finished = 0;
  #isHidden = false;

  constructor(total: number, what: string) {
    this.#total = total;
    this.#what = what;
    this.show();
  }

  advance(): void {
    this.#finished++;
    if (!this.#isHidden) this.show();
  }

  show(): void {
    this.#isHidden = false;
    if (this.#isShown) process.stderr.write(`\r${this.#finished} of ${this.#total} ${this.#what}`);
  }

  /** Before anything else is written, which must be whole lines. Until `show` it only counts. */
  hide(): void {
    this.#isHidden = true;
    if (this.#isShown) process.stderr.write(CLEAR_LINE);
  }
}
