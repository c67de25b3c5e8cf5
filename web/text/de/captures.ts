/** What the page says about a capture. */
export const CAPTURES = {
  "Capture {name}": "Mitschnitt {name}",
  "{format}, {count} packet in {time}": "{format}, {count} Paket in {time}",
  "{format}, {count} packets in {time}": "{format}, {count} Pakete in {time}",
  "Used: {received} received and {sent} sent by {host}, {time}.":
    "Verwendet: {received} empfangen und {sent} gesendet von {host}, {time}.",
  "No address occurs in a quarter of the packets, so our host is the station that occurs in most of them.":
    "Keine Adresse kommt in einem Viertel der Pakete vor: Unser Rechner ist die Station, die in den meisten vorkommt.",
  "all hosts": "allen Rechnern",
  "the recording host": "dem aufzeichnenden Rechner",
  Part: "Ausschnitt",
  "the whole capture": "der ganze Mitschnitt",
  "the busiest": "die dichtesten",
  "Length of the busiest part in ms": "Länge des dichtesten Ausschnitts in ms",
  "start at": "ab",
  "Start, ms after the first packet": "Beginn, ms nach dem ersten Paket",
  for: "für",
  "Length in ms (empty: up to the end)": "Länge in ms (leer: bis zum Ende)",
  "Our host": "Unser Rechner",
  "the recording host, else the most frequent address":
    "der aufzeichnende Rechner, sonst die häufigste Adresse",
  "{count} packet": "{count} Paket",
  "{count} packets": "{count} Pakete",
  "Receive every packet, as behind a mirror port": "Jedes Paket empfangen, wie hinter einem Spiegelport",
  "On the machine of “{name}”, where a program reads the frames":
    "Auf der Maschine von „{name}“, wo ein Programm die Frames liest",
  "the default machine for captures": "die Standardmaschine für Mitschnitte",
  "Times must be in milliseconds and above 0, such as 1000 or 0.5.":
    "Zeiten müssen in Millisekunden und größer als 0 sein, etwa 1000 oder 0,5.",
  "Open this part": "Diesen Ausschnitt öffnen",
  "Open again": "Neu öffnen",
} as const;
