/**
 * A command of irqscope as text for a POSIX shell. All parts of the program that print a command use this
 * file.
 */

/** Quotes a word of a command line for a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** `true`: the option has no value. */
export type CommandOption = readonly [name: string, value: string | true];

/** `verb`: the words after irqscope. `subjects`: files and ids; "-" is standard input. */
export function commandLine(
  verb: string,
  subjects: readonly string[],
  options: readonly CommandOption[] = [],
): string {
  const words = [
    "irqscope",
    ...verb.split(" "),
    ...subjects.map(subjectWord),
    ...options.flatMap(optionWords),
  ];
  return words.map(quoted).join(" ");
}

/** The name of a file without its folder. If a file with a folder has a name that a built-in item could have, "./"
 * precedes it, so that the command does not take the built-in one. */
export function fileSubject(name: string, hadFolder: boolean): string {
  return hadFolder && /^[\w-]+$/.test(name) ? `./${name}` : name;
}

const looksLikeOption = (word: string): boolean => word.length > 1 && word.startsWith("-");

const subjectWord = (subject: string): string => (looksLikeOption(subject) ? `./${subject}` : subject);

function optionWords([name, value]: CommandOption): readonly string[] {
  if (value === true) return [`--${name}`];
  return looksLikeOption(value) ? [`--${name}=${value}`] : [`--${name}`, value];
}
