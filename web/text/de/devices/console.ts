/** Consoles: what the page says of them, what the settings say, and messages about them. */

export const CONSOLE_PAGE = {
  "Text goes out and comes in, a character at a time; what comes to a full FIFO is lost.":
    "Text geht hinaus und kommt herein, Zeichen für Zeichen; was zu einem vollen FIFO kommt, geht verloren.",
  "{rate} characters": "{rate} Zeichen",
  "{received} to be read, {waiting} to be sent": "{received} zu lesen, {waiting} zu senden",
  "a character came to {name}": "ein Zeichen kam zu {name}",
  "Sent last:": "Zuletzt gesendet:",
  "{count} console": "{count} Konsole",
  "{count} consoles": "{count} Konsolen",
  "characters lost by console {name}": "verlorene Zeichen der Konsole {name}",
} as const;

export const CONSOLE_DATA = {
  Consoles: "Konsolen",
  Console: "Konsole",
  "Programs find a 16550 at its registers; characters come and go at its rate.":
    "Programme finden einen 16550 an ihren Registern; Zeichen kommen und gehen mit ihrer Rate.",
  Baud: "Baud", // the same
  "Ten bits a character.": "Zehn Bit je Zeichen.",
  Input: "Eingabe",
  "What is typed, one text behind the other; as UTF-8.":
    "Was getippt wird, ein Text nach dem anderen; als UTF-8.",
  "From cycle": "Ab Takt",
  "The first character begins here, each takes its time on the line.":
    "Hier beginnt das erste Zeichen, jedes braucht seine Zeit auf der Leitung.",
  Text: "Text", // the same
  "What is typed; \\n is the end of a line.": "Was getippt wird; \\n ist das Ende einer Zeile.",
  "Interrupts at first": "Interrupts am Anfang",
  "IER of the 16550 before a program sets it.": "IER des 16550, bevor ein Programm es setzt.",
  "Name of a console.": "Name einer Konsole.",
  "Acknowledge the console": "Konsole quittieren",
  "Takes all characters that have come.": "Nimmt alle Zeichen, die gekommen sind.",
} as const;

export const CONSOLE_MESSAGES = {
  "is named twice": "ist zweimal genannt",
  console: "Konsole",
  "begins before the text before it is over, at {cycle}":
    "beginnt, bevor der Text davor zu Ende ist, bei {cycle}",
  "have {count} bytes of input together, at most {limit}":
    "haben zusammen {count} Bytes Eingabe, höchstens {limit}",
} as const;
