/** Disks: what the page says of them, what the settings say, and messages about them. */

export const DISK_PAGE = {
  "It seeks, reads or writes, moves the data by itself and asks for an interrupt when it is done.":
    "Sie sucht die Spur, liest oder schreibt, überträgt die Daten selbst und fordert einen Interrupt an, wenn sie fertig ist.",
  "/ {queueRequests} requests": "/ {queueRequests} Aufträge",
  "{done} done": "{done} erledigt",
  transferring: "überträgt",
  moving: "bewegt Daten",
  writes: "schreibt",
  reads: "liest",
  "seek, {left}": "Suche, {left}",
  "transfer, {left}": "Übertragung, {left}",
  "{name} is {state}": "{name}: {state}",
  seeking: "sucht",
  "{count} disk": "{count} Platte",
  "{count} disks": "{count} Platten",
} as const;

export const DISK_DATA = {
  Disks: "Platten",
  "Least seek": "Kürzeste Suche",
  "Drawn evenly between the two for each request.": "Für jeden Auftrag gleichmäßig zwischen beiden gezogen.",
  "Most seek": "Längste Suche",
  "Rate of the medium": "Rate des Mediums",
  Block: "Block", // the same
  "Where a read lands in memory, each from there on; left out: where nobody else is.":
    "Wo ein Lesen im Speicher landet, jedes ab dort; weggelassen: wo sonst niemand ist.",
  "A request to a full queue is refused.": "Ein Auftrag an eine volle Warteschlange wird abgelehnt.",
  Disk: "Platte",
  "Serves requests in order: seek, transfer, DMA on the bus.":
    "Bedient Aufträge der Reihe nach: Suche, Übertragung, DMA auf dem Bus.",
  "Name of a disk.": "Name einer Platte.",
  "Acknowledge the disk": "Platte quittieren",
  "Read from disk": "Von Platte lesen",
  "A request; full queue: refused.": "Ein Auftrag; volle Warteschlange: abgelehnt.",
  "Write to disk": "Auf Platte schreiben",
  "Take a completed request": "Erledigten Auftrag nehmen",
  "Wait for the disk": "Auf die Platte warten",
  "For a completed request; only in threads that always live.":
    "Auf einen erledigten Auftrag; nur in Threads, die immer leben.",
  "Completed disk requests wait": "Erledigte Plattenaufträge warten",
} as const;

export const DISK_MESSAGES = {
  disk: "Platte",
  "must be at most {blocks} of this disk's blocks": "darf höchstens {blocks} Blöcke dieser Platte sein",
} as const;
