/** Tracks the section into which a source writes, and reads the directives that change it. */
import { type Section, sectionNamed } from "./directives.ts";
import { type Lookup, readExpression } from "./expression.ts";
import { type Cursor, ValueError } from "./text.ts";

interface Sections {
  readonly now: Section;
  readonly before: Section | undefined;
}

const DEPTH_LIMIT = 100;

export class CurrentSection {
  now: Section = "text";
  /** False after a section with an unknown name. Any statement is allowed there. */
  isKnown = true;
  #before: Section | undefined;
  readonly #pushed: Sections[] = [];

  /** Runs `action` in another section. */
  within(section: Section, action: () => void): void {
    const { now } = this;
    this.now = section;
    try {
      action();
    } finally {
      this.now = now;
    }
  }

  /** `name` is the directive, and the cursor is after it. */
  change(name: string, cursor: Cursor, lookup: Lookup): void {
    switch (name) {
      case ".previous":
        if (this.#before === undefined) cursor.fail("there is no previous section");
        this.#enter(this.#before);
        break;
      case ".pushsection":
        if (this.#pushed.length >= DEPTH_LIMIT) cursor.fail(`is deeper than ${DEPTH_LIMIT} sections`);
        this.#pushed.push({ now: this.now, before: this.#before });
        this.#enter(sectionNamed(cursor));
        break;
      case ".popsection": {
        const pushed = this.#pushed.pop();
        this.now = (pushed ?? cursor.fail("no section was pushed")).now;
        this.#before = pushed?.before;
        break;
      }
      case ".section":
        this.#enter(sectionNamed(cursor));
        break;
      default:
        expectFirstSubsection(cursor, lookup);
        if (name !== ".subsection") this.#enter(name.slice(1) as Section);
    }
    this.isKnown = true;
    const hasFlags = name === ".section" || name === ".pushsection";
    if (!hasFlags) cursor.expectEnd();
  }

  #enter(section: Section): void {
    this.#before = this.now;
    this.now = section;
  }
}

/** Accepts `.text 0`. Other subsections would lie after subsection 0. */
function expectFirstSubsection(cursor: Cursor, lookup: Lookup): void {
  if (cursor.isAtEnd) return;
  const { value, column } = readExpression(cursor, lookup);
  if (value !== 0n) throw new ValueError(column, `there is no subsection but 0: ${value}`);
}
