/** Consoles: what the page says of them, what the settings say, and messages about them. */

export const CONSOLE_PAGE = {
  "It sends and receives text, one character at a time. A character that finds the FIFO full is lost.":
    "Sie sendet und empfängt Text, Zeichen für Zeichen. Ein Zeichen, das den FIFO voll findet, geht verloren.",
  "{rate} characters": "{rate} Zeichen",
  "{received} to read, {waiting} to send": "{received} zu lesen, {waiting} zu senden",
  "a character arrived at {name}": "ein Zeichen traf bei {name} ein",
  "Last sent:": "Zuletzt gesendet:",
  "{count} console": "{count} Konsole",
  "{count} consoles": "{count} Konsolen",
  "characters lost by console {name}": "verlorene Zeichen der Konsole {name}",
} as const;

export const CONSOLE_DATA = {
  Consoles: "Konsolen",
  Console: "Konsole",
  "Programs see the registers of a 16550. Characters travel at its baud rate.":
    "Programme sehen die Register eines 16550. Zeichen laufen mit seiner Baudrate.",
  Baud: "Baud", // the same
  "Each character takes ten bits.": "Jedes Zeichen braucht zehn Bits.",
  Input: "Eingabe",
  "The typed texts, one after another, in UTF-8.": "Die getippten Texte, einer nach dem anderen, in UTF-8.",
  "From cycle": "Ab Takt",
  "The first character starts at this cycle; each takes its time on the line.":
    "In diesem Takt beginnt das erste Zeichen; jedes braucht seine Zeit auf der Leitung.",
  Text: "Text", // the same
  "The typed text; \\n ends a line.": "Der getippte Text; \\n beendet eine Zeile.",
  "Initial interrupts": "Interrupts am Anfang",
  "Value of the 16550's IER before a program sets it.":
    "Wert von IER des 16550, bevor ein Programm es setzt.",
  "Name of a console.": "Name einer Konsole.",
  "Acknowledge the console": "Konsole quittieren",
  "Takes all characters that have arrived.": "Nimmt alle Zeichen, die eingetroffen sind.",
} as const;

export const CONSOLE_MESSAGES = {
  "is listed twice": "ist zweimal genannt",
  console: "Konsole",
  "starts before the previous text ends, at {cycle}": "beginnt, bevor der vorige Text endet, bei {cycle}",
  "have {count} bytes of input in total, but the limit is {limit}":
    "haben zusammen {count} Bytes Eingabe, die Grenze ist aber {limit}",
} as const;
