export const PAPER_007 = {
  "A kernel that takes each packet by an interrupt does less the more packets come, down to nothing. A poll with a quota, scheduled by the first interrupt, ends that; Linux has it since 2002, with a table of packets and interrupts at six loads.":
    "Ein Kernel, der jedes Paket mit einem Interrupt nimmt, tut umso weniger, je mehr Pakete kommen, bis hin zu nichts. Ein Poll mit Quote, den der erste Interrupt einplant, beendet das; Linux hat ihn seit 2002, mit einer Tabelle von Paketen und Interrupts bei sechs Lasten.",
  "NAPI: packets and interrupts at six loads": "NAPI: Pakete und Interrupts bei sechs Lasten",
  "A million packets of a size, as fast as the wire carries them, through a router with two e1000 cards. One number is set, the mean cost of a packet, so that the first row comes out; the other rows are predictions.":
    "Eine Million Pakete einer Größe, so schnell, wie die Leitung sie trägt, durch einen Router mit zwei e1000-Karten. Eine Zahl ist gesetzt, die mittleren Kosten eines Pakets, sodass die erste Zeile herauskommt; die anderen Zeilen sind Vorhersagen.",
  "{bytes} bytes": "{bytes} Bytes",
  "Input packets a second, {bytes} bytes": "Ankommende Pakete je Sekunde, {bytes} Bytes",
  "Packets of a million that made it out, {bytes} bytes":
    "Pakete von einer Million, die hinauskamen, {bytes} Bytes",
  "Packets of a poll that leaves some in the ring": "Pakete eines Polls, der welche im Ring lässt",
  "Receive interrupts for a million packets, {bytes} bytes":
    "Empfangsinterrupts für eine Million Pakete, {bytes} Bytes",
  "890,000 packets a second make next to no interrupts: fewer than one for a thousand packets":
    "890 000 Pakete je Sekunde machen so gut wie keine Interrupts: weniger als einen auf tausend Pakete",
  "Next to no interrupts with {bytes} bytes": "So gut wie keine Interrupts mit {bytes} Bytes",
  "At lower rates the ratio of interrupts to packets goes up":
    "Bei niedrigeren Raten steigt das Verhältnis von Interrupts zu Paketen",
  "At the lowest rate nearly each packet has an interrupt and a poll of its own":
    "Bei der niedrigsten Rate hat fast jedes Paket einen eigenen Interrupt und einen eigenen Poll",
  "At the two lowest rates no packet is lost": "Bei den beiden niedrigsten Raten geht kein Paket verloren",
  "Receive livelock: six kernels over the load": "Livelock beim Empfang: sechs Kernel über der Last",
  "A router on 10 Mb/s Ethernet forwards small packets, directly or through a process that screens them. The figures are curves without a table, so every claim is a shape.":
    "Ein Router an Ethernet mit 10 Mb/s leitet kleine Pakete weiter, unmittelbar oder durch einen Prozess, der sie prüft. Die Abbildungen sind Kurven ohne Tabelle, also ist jede Aussage eine Form.",
  "{kernel}, {rate} packets a second": "{kernel}, {rate} Pakete je Sekunde",
  "interrupts and screend": "Interrupts und screend",
  "poll, no feedback": "Poll ohne Rückmeldung",
  "poll with feedback": "Poll mit Rückmeldung",
  "interrupts, no screend": "Interrupts ohne screend",
  "poll without a quota": "Poll ohne Quote",
  "poll with a quota": "Poll mit Quote",
  "Maximum loss-free rate of the kernel with screening and interrupts: under 2,000 packets a second":
    "Höchste verlustfreie Rate des Kernels mit Prüfung und Interrupts: unter 2 000 Pakete je Sekunde",
  "With interrupts the output rises with the input to a maximum, and then falls":
    "Mit Interrupts steigt die Ausgabe mit der Eingabe bis zu einem Maximum, und dann fällt sie",
  "With a screening process the output falls to nothing: livelock":
    "Mit einem prüfenden Prozess fällt die Ausgabe auf nichts: Livelock",
  "A poll without a quota works badly: the output falls to nothing at once":
    "Ein Poll ohne Quote arbeitet schlecht: Die Ausgabe fällt sofort auf nichts",
  "A poll with a quota holds its maximum at any load": "Ein Poll mit Quote hält sein Maximum bei jeder Last",
  "With a screening process a quota is not enough: without feedback the output falls":
    "Mit einem prüfenden Prozess reicht eine Quote nicht: Ohne Rückmeldung fällt die Ausgabe",
  "With feedback from the queue of the screening process there is no livelock":
    "Mit Rückmeldung aus der Warteschlange des prüfenden Prozesses gibt es kein Livelock",
  "Feedback improves the peak": "Rückmeldung verbessert das Maximum",
  "Above the maximum the kernel with feedback loses packets, too":
    "Über dem Maximum verliert auch der Kernel mit Rückmeldung Pakete",
  "Interrupts and a screening process (figure 6-1)": "Interrupts und ein prüfender Prozess (Abbildung 6-1)",
  "Interrupts, without screening (figure 6-1)": "Interrupts, ohne Prüfung (Abbildung 6-1)",
  "A poll without a quota (figure 6-3)": "Ein Poll ohne Quote (Abbildung 6-3)",
  "A poll with a quota (figure 6-3)": "Ein Poll mit Quote (Abbildung 6-3)",
  "A poll without feedback, screening (figure 6-4)": "Ein Poll ohne Rückmeldung, mit Prüfung (Abbildung 6-4)",
  "A poll with feedback, screening (figure 6-4)": "Ein Poll mit Rückmeldung, mit Prüfung (Abbildung 6-4)",
  "packets offered a second": "angebotene Pakete je Sekunde",
  "How the costs of a packet spread": "Wie die Kosten eines Pakets streuen",
  "The handler that schedules the poll": "Der Handler, der den Poll einplant",
  "Receive ring": "Empfangsring",
  "What IP costs of a packet's 510 µs": "Was IP von den 510 µs eines Pakets kostet",
  "Queue between driver and IP": "Warteschlange zwischen Treiber und IP",
  "Queue of the screening process": "Warteschlange des prüfenden Prozesses",
  "Packets of a pass of the poll": "Pakete eines Durchgangs des Polls",
  exponential: "exponentiell",
  "half of it exponential": "zur Hälfte exponentiell",
  none: "gar nicht",
} as const;
