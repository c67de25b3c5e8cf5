/** Device kinds: what the page says of one, what the settings say, and messages about one. Network cards have so much to
 * say that theirs stands in the tables of the parts that say it. */

export const DEVICES_PAGE = {
  // ---- timer ----
  "{rate} ticks": "{rate} Ticks",
  "tick in {time}": "Tick in {time}",
  "{name} ticked": "{name}: Tick",

  // ---- disk ----
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

  // ---- button ----
  "{rate} presses": "{rate}-mal gedrückt",
  "press in {time}": "gedrückt in {time}",
  "pressed, not acknowledged": "gedrückt, nicht quittiert",
  "no press to come": "wird nicht mehr gedrückt",
  "{name} was pressed": "{name} wurde gedrückt",
  "{count} button": "{count} Taster",
  "{count} buttons": "{count} Taster",
  "overruns of button {name}": "Überläufe des Tasters {name}",
} as const;

export const DEVICES_DATA = {
  // ---- timer ----
  Timers: "Timer",
  Period: "Periode",
  "First tick": "Erster Tick",
  "Left out: after one period.": "Weggelassen: nach einer Periode.",
  Timer: "Timer",
  "Each tick sets its status bit, which drives its line.":
    "Jeder Tick setzt sein Statusbit, das seine Leitung treibt.",
  "Name of a timer.": "Name eines Timers.",
  "Acknowledge the timer": "Timer quittieren",

  // ---- disk ----
  Disks: "Platten",
  "Least seek": "Kürzeste Suche",
  "Drawn evenly between the two for each request.": "Für jeden Auftrag gleichmäßig zwischen beiden gezogen.",
  "Most seek": "Längste Suche",
  "Rate of the medium": "Rate des Mediums",
  Block: "Block",
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

  // ---- button ----
  Buttons: "Taster",
  Presses: "Tastendrücke",
  "Each later than the one before.": "Jeder später als der vor ihm.",
  Button: "Taster",
  "Each press sets its status bit, which drives its line.":
    "Jeder Druck setzt sein Statusbit, das seine Leitung treibt.",
  "Name of a button.": "Name eines Tasters.",
  "Acknowledge the button": "Taster quittieren",
} as const;

export const DEVICES_MESSAGES = {
  // ---- timer ----
  timer: "Timer",

  // ---- disk ----
  disk: "Platte",
  "must be at most {blocks} of this disk's blocks": "darf höchstens {blocks} Blöcke dieser Platte sein",

  // ---- button ----
  button: "Taster",
  "is not later than the press before": "ist nicht später als der Druck davor",
  "have {count} presses together, at most {limit}": "haben zusammen {count} Tastendrücke, höchstens {limit}",
} as const;
