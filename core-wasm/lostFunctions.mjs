// What a profile counts and the sources no longer have. That every function they have is counted, the compiler tells
// (compileCore of cores.mjs).

/** Each function in the text of a profile: static ones with the file before them, `nic.c:receive`. */
const COUNTED = /^(?:(\S+):)?(\S+)\r?\n# Func Hash:\r?$/gm;

/** A line for each. `sources`: text by the name of the file, headers too. */
export function lostFunctions(profile, sources) {
  const called = new Map(Array.from(sources, ([file, text]) => [file, namesBeforeParentheses(text)]));
  const isAmong = (name, file) => called.get(file)?.has(name) === true;
  const mayHold = (file) => [file, ...Array.from(sources.keys()).filter((one) => one.endsWith(".h"))];
  return Array.from(profile.matchAll(COUNTED)).flatMap(([, file, name]) => {
    const files = file === undefined ? Array.from(sources.keys()) : mayHold(file);
    if (files.some((one) => isAmong(name, one))) return [];
    return [`the profile counts ${name}, which is no longer in ${file ?? "the sources"}`];
  });
}

/** Of functions that are defined or called: what is called without being there does not compile. */
const namesBeforeParentheses = (text) =>
  new Set(Array.from(text.matchAll(/\b(\w+)\s*\(/g), ([, name]) => name));
