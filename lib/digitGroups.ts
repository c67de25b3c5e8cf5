/** Groups of three digits with one kind of gap or comma between them, as people and tables write them. `_` may be
 * between any digits. "1 2" and "0,125" are not groups. */
const GROUPED = /(?<![\d.,])[1-9]\d{0,2}([\s,'])\d{3}(?:\1\d{3})*(?!\d)|(?<=\d)_(?=\d)/g;

/** "20 000 000" and "20,000,000" become "20000000". Other grouping stays as it is. */
export function withoutGroups(text: string): string {
  return text.replace(GROUPED, (digits) => digits.replace(/\D/g, ""));
}
