export const CHARTS = {
  "{title} as a table": "{title} als Tabelle",
  "{label}, cumulative: {marks}": "{label}, kumuliert: {marks}",
  "share of latencies up to, dots: p50, p90, p99, p99.9":
    "Anteil der Latenzen bis zum Wert, Punkte: p50, p90, p99, p99,9",
  "{share} take less than {high} cycles": "{share} brauchen weniger als {high} Takte",
  "{title} as a file": "{title} als Datei",
  "{label}: {count} values from {minimum} to {maximum} cycles":
    "{label}: {count} Werte von {minimum} bis {maximum} Takten",
  "latency in cycles, logarithmic": "Latenz in Takten, logarithmisch",
  "latency in cycles, logarithmic; bars at least {pixels} px":
    "Latenz in Takten, logarithmisch; Balken ab {pixels} px",
  "a bar is at least {pixels} px high": "ein Balken ist mindestens {pixels} px hoch",
  "{range} cycles: {count} ({share})": "{range} Takte: {count} ({share})",
  count: "Anzahl",
  share: "Anteil",
  "nothing yet": "noch nichts",
  "{label}: {meanCycles} cycles, {share}": "{label}: {meanCycles} Takte, {share}",
  mean: "Mittelwert",
  part: "Teil",
  "mean cycles": "mittlere Takte",
  "for papers and slides": "für Artikel und Folien",
  "a picture, twice the size": "ein Bild in doppelter Größe",
  "the numbers, unrounded": "die Zahlen, ungerundet",
} as const;
