/** A word of a command line for a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w./:=@,+%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
