/** Disks: what the page says of them, what the settings say, and messages about them. */

export const DISK_PAGE = {
  "It seeks, reads or writes, moves the data without the processor and requests an interrupt when it is done.":
    "Sie sucht die Spur, liest oder schreibt, überträgt die Daten ohne den Prozessor und fordert einen Interrupt an, wenn sie fertig ist.",
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
  "Shortest seek": "Kürzeste Suche",
  "Each request draws its seek time evenly between the shortest and the longest.":
    "Jeder Auftrag zieht seine Suchzeit gleichmäßig zwischen der kürzesten und der längsten.",
  "Longest seek": "Längste Suche",
  "Rate of the medium": "Rate des Mediums",
  Block: "Block", // the same
  "Address in memory where each read stores its data. Default: a range that nothing else uses.":
    "Adresse im Speicher, an der jedes Lesen seine Daten ablegt. Vorgabe: ein Bereich, den sonst nichts benutzt.",
  "The disk refuses a request when its queue is full.":
    "Ist die Warteschlange voll, lehnt die Platte einen Auftrag ab.",
  Disk: "Platte",
  "Serves requests in order: seek, transfer, DMA over the bus.":
    "Bedient Aufträge der Reihe nach: Suche, Übertragung, DMA auf dem Bus.",
  "Name of a disk.": "Name einer Platte.",
  "Acknowledge the disk": "Platte quittieren",
  "Read from disk": "Von Platte lesen",
  "Queues a request; a full queue refuses it.":
    "Reiht einen Auftrag ein; eine volle Warteschlange lehnt ihn ab.",
  "Write to disk": "Auf Platte schreiben",
  "Take a completed request": "Erledigten Auftrag nehmen",
  "Wait for the disk": "Auf die Platte warten",
  "Requests ahead": "Aufträge im Voraus",
  "Waits until at most this many requests are under way, so that they are read ahead; 0: waits for a completed request.":
    "Wartet, bis höchstens so viele Aufträge unterwegs sind, sodass im Voraus gelesen wird; 0: wartet auf einen erledigten Auftrag.",
  "Waits for a completed request. Only permanent threads may use it.":
    "Wartet auf einen erledigten Auftrag. Nur für Threads, die immer leben.",
  "Completed disk requests wait": "Erledigte Plattenaufträge warten",
} as const;

export const DISK_MESSAGES = {
  disk: "Platte",
  "must be at most {blocks} of this disk's blocks": "darf höchstens {blocks} Blöcke dieser Platte sein",
} as const;
