/** What the page says about a capture. */
export const CAPTURES = {
  "Capture {name}": "Mitschnitt {name}",
  "{format}, {count} packet in {time}": "{format}, {count} Paket in {time}",
  "{format}, {count} packets in {time}": "{format}, {count} Pakete in {time}",
  "Taken: {received} received, {sent} sent by {host}, {time}.":
    "Genommen: {received} empfangen, {sent} gesendet von {host}, {time}.",
  "No address is in a quarter of the packets: our host is the station that is in most of them.":
    "Keine Adresse kommt in einem Viertel der Pakete vor: Unser Rechner ist die Station, die in den meisten vorkommt.",
  "all hosts": "allen Rechnern",
  "the recording host": "dem aufzeichnenden Rechner",
  Part: "Ausschnitt",
  "all of it": "alles",
  "the busiest": "die dichtesten",
  "Length of the busiest part, ms": "Länge des dichtesten Ausschnitts, ms",
  "begin at": "ab",
  "Begin, ms after the first packet": "Beginn, ms nach dem ersten Paket",
  for: "für",
  "Length, ms; empty: to the end": "Länge, ms; leer: bis zum Ende",
  "Our host": "Unser Rechner",
  "as recorded, else in most packets": "wie aufgezeichnet, sonst in den meisten Paketen",
  "{count} packet": "{count} Paket",
  "{count} packets": "{count} Pakete",
  "Every packet is received, as behind a mirror port":
    "Jedes Paket wird empfangen, wie hinter einem Spiegelport",
  "On the machine of “{name}”, whose program reads the frames":
    "Auf der Maschine von „{name}“, deren Programm die Frames liest",
  "the usual one for captures": "die übliche für Mitschnitte",
  "Times are numbers of milliseconds above 0, such as 1000 or 0.5.":
    "Zeiten sind Millisekunden über 0, etwa 1000 oder 0,5.",
  "Open this part": "Diesen Ausschnitt öffnen",
  "Open again": "Neu öffnen",
} as const;
