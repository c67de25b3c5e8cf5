export const PAPER_002 = {
  "An audio player of three stages and a file copy on a core that issues one instruction a cycle: with one context under Linux (24KEc), and with four contexts that take each other's stalls (34Kc). Contexts bring 31 % more audio alone, and 226 % beside the file copy.":
    "Ein Tonspieler aus drei Stufen und ein Kopiervorgang auf einem Kern, der eine Instruktion je Takt ausgibt: mit einem Kontext unter Linux (24KEc) und mit vier Kontexten, die einander die Stalls füllen (34Kc). Kontexte bringen allein 31 % mehr Ton und neben dem Kopiervorgang 226 %.",
  "Audio alone": "Ton allein",
  "The cascade as one Linux process on the 24KEc; then each stage in a context of its own, with double buffers between them, while Linux idles in the fourth. Rates are taken from instructions: those of a frame are the same everywhere. The warm-up fills the caches; the window is two blocks, and twelve give the same within 0.4 %.":
    "Die Kette als ein Linux-Prozess auf dem 24KEc; dann jede Stufe in einem eigenen Kontext, mit Doppelpuffern dazwischen, während Linux im vierten untätig ist. Raten werden aus Instruktionen bestimmt: Die eines Frames sind überall gleich. Das Aufwärmen füllt die Caches; das Fenster sind zwei Blöcke, und zwölf ergeben dasselbe innerhalb von 0,4 %.",
  "24KEc, audio": "24KEc, Ton",
  "34Kc, audio on three contexts": "34Kc, Ton auf drei Kontexten",
  "CPU clocks of a clock of the SOC-it": "CPU-Takte eines Takts des SOC-it",
  "Instruction cache": "Instruktionscache",
  "Data cache, write-back, write-allocate": "Datencache, Write-back, Write-allocate",
  "Tick of Linux: 100 Hz": "Tick von Linux: 100 Hz",
  "Entries of the TLB": "Einträge des TLB",
  entries: "Einträge",
  "Cycles to switch out a blocked thread": "Takte, um einen blockierten Thread zu wechseln",
  "24KEc, audio: instructions a cycle": "24KEc, Ton: Instruktionen je Takt",
  "34Kc, audio on three contexts: instructions a cycle":
    "34Kc, Ton auf drei Kontexten: Instruktionen je Takt",
  "Gain of contexts, audio alone": "Gewinn durch Kontexte, Ton allein",
  "Clock for 31.25 frames a second, 24KEc": "Taktfrequenz für 31,25 Frames je Sekunde, 24KEc",
  "Clock for 31.25 frames a second, 34Kc": "Taktfrequenz für 31,25 Frames je Sekunde, 34Kc",
  "Clock saved": "Eingesparte Taktfrequenz",
  "Audio in real time": "Ton in Echtzeit",
  "The two machines at the clocks that the source computes for 31.25 frames a second. As in the source everything but the tick scales with the clock.":
    "Die beiden Maschinen mit den Taktfrequenzen, die die Quelle für 31,25 Frames je Sekunde berechnet. Wie in der Quelle skaliert alles außer dem Tick mit dem Takt.",
  "24KEc at 160 MHz": "24KEc mit 160 MHz",
  "34Kc at 122 MHz": "34Kc mit 122 MHz",
  "Audio and file copy under Linux, equal priority": "Ton und Kopiervorgang unter Linux, gleiche Priorität",
  "Two processes on the 24KEc. Linux's bonus for who sleeps is written as a priority: the file copy preempts the audio when its disk has answered. The window is one request of 128 KB each way, from any moment of its work to the same moment of the next, not 100 MB; four of them give the same within 0.4 %.":
    "Zwei Prozesse auf dem 24KEc. Der Bonus von Linux für den, der schläft, ist als Priorität geschrieben: Der Kopiervorgang verdrängt den Ton, wenn seine Platte geantwortet hat. Das Fenster ist ein Auftrag von 128 KB in jede Richtung, von einem Moment seiner Arbeit bis zum selben des nächsten, nicht 100 MB; vier davon ergeben dasselbe innerhalb von 0,4 %.",
  "24KEc, file copy": "24KEc, Kopiervorgang",
  "24KEc, both, Linux, equal": "24KEc, beide, Linux, gleich",
  "Read and written at a time": "Auf einmal gelesen und geschrieben",
  "24KEc, file copy: instructions a cycle": "24KEc, Kopiervorgang: Instruktionen je Takt",
  "Audio beside the file copy": "Ton neben dem Kopiervorgang",
  "File copy beside the audio": "Kopiervorgang neben dem Ton",
  "Both: instructions a cycle": "Beide: Instruktionen je Takt",
  "Audio lost": "Verlorener Ton",
  "File copy lost": "Verlorene Kopierleistung",
  "Time slices never raise the core's efficiency: the instructions a cycle lie between those of the two works":
    "Zeitscheiben machen den Kern nie effizienter: Die Instruktionen je Takt liegen zwischen denen der beiden Arbeiten",
  "What Linux's bonus does": "Was der Bonus von Linux bewirkt",
  "The bonus of Linux 2.6 grows with sleep and shrinks with work; here a process has it always, or never.":
    "Der Bonus von Linux 2.6 wächst mit Schlaf und schrumpft mit Arbeit; hier hat ihn ein Prozess immer oder nie.",
  "24KEc, both, slices of 100 ms and no bonus": "24KEc, beide, Scheiben von 100 ms und kein Bonus",
  "The printed row lies between the two ends: the bonus always (both), never (slices of 100 ms in turns)":
    "Die gedruckte Zeile liegt zwischen den beiden Enden: Bonus immer (beide), nie (Scheiben von 100 ms reihum)",
  "Audio and file copy under Linux, audio highest": "Ton und Kopiervorgang unter Linux, Ton zuoberst",
  "The audio has Linux's longest slice, 800 ms; when it is over the file copy has its own of 100 ms, or runs until it sleeps. The window is one slice and what the file copy does behind it.":
    "Der Ton hat die längste Scheibe von Linux, 800 ms; ist sie vorbei, hat der Kopiervorgang seine von 100 ms, oder er läuft, bis er schläft. Das Fenster ist eine Scheibe und was der Kopiervorgang danach tut.",
  "24KEc, both, audio highest": "24KEc, beide, Ton zuoberst",
  Audio: "Ton",
  "File copy": "Kopiervorgang",
  "Instructions a cycle": "Instruktionen je Takt",
  "The audio's priority starves the file copy": "Die Priorität des Tons lässt den Kopiervorgang verhungern",
  "Audio and file copy on four contexts": "Ton und Kopiervorgang auf vier Kontexten",
  'The file copy and Linux in one context, the three stages in the others; in turns, or with the context of the file copy raised above the three, which go on taking turns ("raised-I/O-priority round-robin"). What one work\'s misses take from the other comes from the shared caches and the one memory port.':
    "Der Kopiervorgang und Linux in einem Kontext, die drei Stufen in den anderen; reihum, oder mit dem Kontext des Kopiervorgangs über den dreien, die sich weiter abwechseln („raised-I/O-priority round-robin“). Was die Fehlzugriffe der einen Arbeit der anderen nehmen, kommt aus den gemeinsamen Caches und dem einen Speicherport.",
  "34Kc, both, round robin": "34Kc, beide, reihum",
  "34Kc, both, I/O raised": "34Kc, beide, E/A angehoben",
  "Hardware thread contexts": "Hardware-Threadkontexte",
  "Round robin: audio": "Reihum: Ton",
  "Round robin: file copy": "Reihum: Kopiervorgang",
  "Round robin: instructions a cycle": "Reihum: Instruktionen je Takt",
  "Round robin: audio against Linux's": "Reihum: Ton gegenüber Linux",
  "I/O raised: audio": "E/A angehoben: Ton",
  "I/O raised: file copy": "E/A angehoben: Kopiervorgang",
  "I/O raised: instructions a cycle": "E/A angehoben: Instruktionen je Takt",
  "I/O raised: audio against Linux's": "E/A angehoben: Ton gegenüber Linux",
  "I/O raised: file copy against Linux's": "E/A angehoben: Kopiervorgang gegenüber Linux",
  "Audio streams in real time where a 24KEc has one, beside the file copy":
    "Tonströme in Echtzeit neben dem Kopiervorgang, wo ein 24KEc einen hat",
  "Round robin beside the file copy gives more audio than the 24KEc alone":
    "Reihum gibt neben dem Kopiervorgang mehr Ton als der 24KEc allein",
  "Raising the file copy gives it more and the audio less":
    "Den Kopiervorgang anzuheben gibt ihm mehr und dem Ton weniger",
  "The policy only chooses the point: the cycles that a megabyte takes from the audio are the same within 5 % (7.19 and 7.25 million)":
    "Die Regel wählt nur den Punkt: Die Takte, die ein Megabyte dem Ton nimmt, sind innerhalb von 5 % gleich (7,19 und 7,25 Millionen)",
  "The fourth busy context brings less than the first three":
    "Der vierte beschäftigte Kontext bringt weniger als die ersten drei",
  "What holds the four contexts back": "Was die vier Kontexte bremst",
  "The same machines with one cause taken away: three equal stages; caches four times as large; a memory port as fast as the core.":
    "Dieselben Maschinen, eine Ursache weggenommen: drei gleiche Stufen; viermal so große Caches; ein Speicherport, so schnell wie der Kern.",
  "34Kc, audio, equal stages": "34Kc, Ton, gleiche Stufen",
  "34Kc, both, caches of 64 KB": "34Kc, beide, Caches mit 64 KB",
  "34Kc, both, bus at the clock of the core": "34Kc, beide, Bus mit dem Takt des Kerns",
  "Equal stages would give more audio: the longest one sets the pace":
    "Gleiche Stufen gäben mehr Ton: Die längste bestimmt das Tempo",
  "Larger caches would give more of both": "Größere Caches gäben mehr von beidem",
  "A faster port would give more of both, at the same latency":
    "Ein schnellerer Port gäbe mehr von beidem, bei gleicher Latenz",
  "Weighted round robin": "Gewichtet reihum",
  "The step beyond the source, which names the policy and measures nothing: weights of the file copy's context of 1, 2 and 6 against the 1 of each stage.":
    "Der Schritt über die Quelle hinaus, die die Regel nennt und nichts misst: Gewichte des Kontexts mit dem Kopiervorgang von 1, 2 und 6 gegen die 1 jeder Stufe.",
  "weight {weight}": "Gewicht {weight}",
  "The file copy's rate grows with its weight": "Die Rate des Kopiervorgangs wächst mit seinem Gewicht",
  "and the audio's falls": "und die des Tons fällt",
  "What the cycle of a switch costs": "Was der Takt eines Wechsels kostet",
  "The source names one cycle to switch out a blocked thread. The model takes it at each turn from a context that waits for an operand or a miss. The same programs without it, and without it and with whole lines.":
    "Die Quelle nennt einen Takt, um einen blockierten Thread zu wechseln. Das Modell nimmt ihn bei jeder Abkehr von einem Kontext, der auf einen Operanden oder einen Fehlzugriff wartet. Dieselben Programme ohne ihn, und ohne ihn und mit ganzen Zeilen.",
  "34Kc, audio alone": "34Kc, Ton allein",
  "34Kc, audio alone, a switch costs nothing": "34Kc, Ton allein, ein Wechsel kostet nichts",
  "34Kc, audio alone, a switch costs nothing, whole lines":
    "34Kc, Ton allein, ein Wechsel kostet nichts, ganze Zeilen",
  "34Kc, row 5": "34Kc, Zeile 5",
  "34Kc, row 5, a switch costs nothing": "34Kc, Zeile 5, ein Wechsel kostet nichts",
  "34Kc, row 5, a switch costs nothing, whole lines":
    "34Kc, Zeile 5, ein Wechsel kostet nichts, ganze Zeilen",
  "34Kc, row 6": "34Kc, Zeile 6",
  "34Kc, row 6, a switch costs nothing": "34Kc, Zeile 6, ein Wechsel kostet nichts",
  "34Kc, row 6, a switch costs nothing, whole lines":
    "34Kc, Zeile 6, ein Wechsel kostet nichts, ganze Zeilen",
  "Audio alone, frames a second (printed: 8.45)": "Ton allein, Frames je Sekunde (gedruckt: 8,45)",
  "Audio alone, instructions a cycle (printed: 0.898)": "Ton allein, Instruktionen je Takt (gedruckt: 0,898)",
  "Row 5, instructions a cycle (printed: 0.847)": "Zeile 5, Instruktionen je Takt (gedruckt: 0,847)",
  "Row 6, instructions a cycle (printed: 0.804)": "Zeile 6, Instruktionen je Takt (gedruckt: 0,804)",
  machine: "Maschine",
  "Instructions of a block's decoding, of about 605,000; the two other stages have the rest (50 : 30 : 20; 34 : 33 : 33; 42 : 33 : 25; 60 : 25 : 15 of a hundred)":
    "Instruktionen für das Dekodieren eines Blocks, von etwa 605 000; die beiden anderen Stufen haben den Rest (50 : 30 : 20; 34 : 33 : 33; 42 : 33 : 25; 60 : 25 : 15 von hundert)",
  "Cycles from a miss to the first beat of its line; with the beats 48, 40 and 56 cycles a line":
    "Takte von einem Fehlzugriff bis zum ersten Beat seiner Zeile; mit den Beats 48, 40 und 56 Takte je Zeile",
  "Data of the decoder; the two other stages have a half and a quarter of it":
    "Daten des Dekoders; die beiden anderen Stufen haben die Hälfte und ein Viertel davon",
  "Of the loads of the audio so many (of a thousand) hold up the next instruction, for two cycles: they stand for all interlocks of its pipeline":
    "Von den Ladezugriffen des Tons halten so viele (von tausend) die nächste Instruktion zwei Takte lang auf: Sie stehen für alle Sperren seiner Pipeline",
  "Instructions of the loops of each stage of the audio": "Instruktionen der Schleifen jeder Stufe des Tons",
  "Data that each stage of the audio uses most of the time":
    "Daten, die jede Stufe des Tons die meiste Zeit benutzt",
  "Loads of a hundred instructions of the audio; ALU instructions make up for them":
    "Ladezugriffe unter hundert Instruktionen des Tons; ALU-Instruktionen gleichen sie aus",
  "Instructions of a tick of Linux": "Instruktionen eines Ticks von Linux",
  "Instructions of the code that a read or write of 16 KB runs through again and again":
    "Instruktionen des Codes, den ein Lesen oder Schreiben von 16 KB immer wieder durchläuft",
  "What the disk takes before it transfers; without it, it transfers at 100 MB/s, too":
    "Was die Platte braucht, bevor sie überträgt; ohne das überträgt sie auch mit 100 MB/s",
  "Loads of 99 instructions of the kernel paths (100 with the multiplication); ALU instructions make up for them":
    "Ladezugriffe unter 99 Instruktionen der Kernel-Pfade (100 mit der Multiplikation); ALU-Instruktionen gleichen sie aus",
  "What blocks a context, so that the switch from it costs its cycle":
    "Was einen Kontext blockiert, sodass der Wechsel von ihm seinen Takt kostet",
  "a miss": "ein Fehlzugriff",
  "any wait": "jedes Warten",
  "Disk requests under way while the file copy works":
    "Plattenaufträge, die unterwegs sind, während der Kopiervorgang arbeitet",
  requests: "Aufträge",
} as const;
