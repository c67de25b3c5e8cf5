/** Units of fields that are words. */
export const UNITS = {
  cycle: "Takt",
  cycles: "Takte",
  runs: "Läufe",
  instructions: "Instruktionen",
  words: "Wörter",
  bytes: "Bytes",
  stores: "Speicherzugriffe",
  pages: "Seiten",
  "bit/s": "bit/s", // the same
  frames: "Frames",
  events: "Ereignisse",
  address: "Adresse",
  requests: "Aufträge",
  packets: "Pakete",
  "cycles/byte": "Takte/Byte",
  "cycles/buffer": "Takte/Puffer",
  accesses: "Zugriffe",
  "instructions/byte": "Instruktionen/Byte",
  "instructions/buffer": "Instruktionen/Puffer",
  blocks: "Blöcke",
} as const;
