/** For a POSIX shell. */
export const quoted = (word: string): string =>
  /^[\w./:=@,+*-]+$/.test(word) && word !== "" ? word : `'${word.replaceAll("'", "'\\''")}'`;
