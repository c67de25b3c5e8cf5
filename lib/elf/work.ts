/** What reading a file may cost: a short one can ask for very much. Characters of names are counted each time that they are
 * made, and rows of line tables. */

/** An honest file makes two at most of each of its bytes, and a linker lets names share their ends. */
const UNITS_PER_BYTE = 32;
const FREE_UNITS = 65_536;

export class ElfWork {
  readonly #limit: number;
  #spent = 0;

  /** `bytes`: of all that is read. */
  constructor(bytes: number) {
    this.#limit = FREE_UNITS + UNITS_PER_BYTE * bytes;
  }

  get spent(): number {
    return this.#spent;
  }

  /** False once it is spent; then nothing more is read. */
  spend(units: number): boolean {
    this.#spent += units;
    return this.#spent <= this.#limit;
  }
}
