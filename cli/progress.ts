/** Shows `3 of 20 runs` on the last line of a terminal, for long work with the remaining time. If standard error is
 * a file or a pipe (the log of a batch job), it prints one line a minute, and none for shorter work. */

const CLEAR_LINE = "\r\u001b[K";
const CLEAR_TO_END = "\u001b[K";

/** The speed must be known this long before a remaining time is shown. */
const LEAST_SECONDS = 3;
const LEAST_FINISHED = 3;
const MINUTE = 60;

export class Progress {
  #total: number;
  readonly #what: string;
  readonly #isShown = process.stderr.isTTY === true;
  readonly #beganAt = performance.now();
  #finished = 0;
  /** Amount of work that was done before this program started. */
  #found = 0;
  #isHidden = false;
  #shownCharacters = 0;
  #loggedAt = this.#beganAt;

  constructor(total: number, what: string) {
    this.#total = total;
    this.#what = what;
    this.show();
  }

  advance(): void {
    this.#finished++;
    if (!this.#isHidden) this.show();
  }

  /** `total` is all work; `found` is the part that an earlier program has done. */
  expect(total: number, found = this.#found): void {
    this.#finished += found - this.#found;
    this.#found = found;
    this.#total = total;
    if (!this.#isHidden) this.show();
  }

  show(): void {
    this.#isHidden = false;
    const text = `${this.#finished} of ${this.#total} ${this.#what}${this.#restText()}`;
    if (!this.#isShown) {
      this.#log(text);
      return;
    }
    process.stderr.write(`\r${text}${text.length < this.#shownCharacters ? CLEAR_TO_END : ""}`);
    this.#shownCharacters = text.length;
  }

  /** Call it before other output, which must be whole lines. It then only counts until `show`. */
  hide(): void {
    this.#isHidden = true;
    this.#shownCharacters = 0;
    if (this.#isShown) process.stderr.write(CLEAR_LINE);
  }

  #log(text: string): void {
    const now = performance.now();
    if (now - this.#loggedAt < MINUTE * 1000) return;
    this.#loggedAt = now;
    process.stderr.write(`${text}\n`);
  }

  #restText(): string {
    const seconds = (performance.now() - this.#beganAt) / 1000;
    const own = this.#finished - this.#found;
    const rest = this.#total - this.#finished;
    if (seconds < LEAST_SECONDS || own < LEAST_FINISHED || rest === 0) return "";
    return `, about ${durationText((seconds * rest) / own)} left`;
  }
}

const HOUR = 60 * MINUTE;

/** `45 s`, `12 min`, `3 h 20 min`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return "1 s";
  if (seconds < 100) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / MINUTE);
  if (seconds < 100 * MINUTE) return `${minutes} min`;
  const hours = Math.floor(seconds / HOUR);
  const rest = Math.round((seconds - hours * HOUR) / MINUTE);
  return seconds < 100 * HOUR && rest > 0 && rest < 60
    ? `${hours} h ${rest} min`
    : `${Math.round(seconds / HOUR)} h`;
}
