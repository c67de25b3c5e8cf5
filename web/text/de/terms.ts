export const TERMS = {
  "interrupt latency": "Interrupt-Latenz",
  "The cycles from the moment a line asks for attention until its handler's first instruction.":
    "Die Takte von dem Moment, in dem eine Leitung Aufmerksamkeit verlangt, bis zur ersten Instruktion ihres Handlers.",
  application: "Anwendung",
  "The program the packets are for; it gets the cycles that driver and protocol leave.":
    "Das Programm, für das die Pakete bestimmt sind; es bekommt die Takte, die Treiber und Protokoll übrig lassen.",
  "system call": "Systemaufruf",
  "The application asks the kernel for something, such as sending or reading a packet.":
    "Die Anwendung verlangt etwas vom Kern des Betriebssystems, etwa ein Paket zu senden oder zu lesen.",
  "kernel copy": "Kopie im Kern",
  "The kernel moves the bytes of a packet between its buffers and the application's.":
    "Bytes eines Pakets werden zwischen den Puffern des Betriebssystems und denen der Anwendung bewegt.",
  "load-use": "Load-use (Laden und Benutzen)",
  "An instruction needs the result of the load just before it, and waits until the data arrive.":
    "Eine Instruktion braucht, was das Laden unmittelbar vor ihr bringt, und wartet, bis die Daten da sind.",
  "write-back": "Write-back (Zurückschreiben)",
  "A store stays in the cache, which writes the line to the next level when the line is replaced; with write-through, at once.":
    "Ein Speichern bleibt im Cache, der die Zeile in die nächste Ebene schreibt, wenn sie ersetzt wird; bei Write-through sofort.",
  "store buffer": "Schreibpuffer",
  "Stores wait here for the bus while the processor continues; it stops only when every entry is taken.":
    "Schreibzugriffe warten darin auf den Bus, damit der Prozessor weiterarbeitet; er hält erst an, wenn jeder Eintrag belegt ist.",
  "pinned ways": "festgehaltene Wege",
  "Part of a cache reserved for chosen code and data: nothing else can evict them.":
    "Plätze eines Caches, die nur ausgewählter Code und ausgewählte Daten füllen dürfen: Nichts anderes kann sie verdrängen.",
  priority: "Priorität",
  "What decides when several activities want the same thing: a lower number is more urgent.":
    "Was entscheidet, wenn mehrere Aktivitäten dasselbe wollen: Eine kleinere Zahl ist dringender.",
  trigger: "Auslöser",
  "What makes a line pending: a high level (level), a rising edge (edge), or each single event (message).":
    "Wodurch eine Leitung ansteht: ein hoher Pegel (Pegel), eine steigende Flanke (Flanke) oder jedes einzelne Ereignis (Nachricht).",
  "selection policy": "Auswahlregel",
  "Which register context may fetch: the only one, the one that an event asks for, or several, in turns or at once.":
    "Welcher Registerkontext holen darf: einer allein, der, den ein Ereignis verlangt, oder mehrere reihum oder zugleich.",
  softirq: "Softirq",
  "A soft interrupt of Linux: protocol work that the handler postpones and that runs with interrupts on.":
    "Ein Software-Interrupt von Linux: die Arbeit des Protokolls, vom Handler aufgeschoben und mit offenen Interrupts ausgeführt.",
  "parts of a latency": "Teile einer Latenz",
  "The time between two milestones of an interrupt or packet; the parts add up exactly to the whole.":
    "Was zwischen zwei Meilensteinen eines Interrupts oder Pakets liegt; die Teile ergeben zusammen genau das Ganze.",
  p50: "p50 (Median)",
  "The median: half of all latencies are at most this long.":
    "Der Median: Die Hälfte aller Latenzen ist höchstens so lang.",
  p99: "99. Perzentil (p99)",
  "Ninety-nine of a hundred latencies are at most this long; with fewer values p99 would be the maximum, so it is not shown.":
    "Neunundneunzig von hundert Latenzen sind höchstens so lang; bei weniger Werten, wo es das Maximum wäre, nicht gezeigt.",
  "p99.9": "p99,9",
  "All but one of a thousand latencies are at most this long; with fewer values p99.9 would be the maximum, so it is not shown.":
    "Alle bis auf eine von tausend Latenzen sind höchstens so lang; bei weniger Werten, wo es das Maximum wäre, nicht gezeigt.",
  drop: "Verlust",
  "A frame is lost when it finds no room in the card's FIFO, in a ring or in a queue.":
    "Ein Frame geht verloren, wenn er im FIFO der Karte, in einem Ring oder in einer Warteschlange keinen Platz findet.",
  "software layer": "Softwareschicht",
  "The kind of software that a cycle belongs to: application, system call, driver, protocol, entry, or save and restore.":
    "Wem ein Takt zugerechnet wird: Anwendung, Systemaufruf, Treiber, Protokoll, Eintritt oder Sichern und Wiederherstellen von Registern.",
  "driver ISR": "Treiber-ISR",
  "The interrupt service routine: the part of the driver that runs at once when its line is recognised.":
    "Die Interrupt-Service-Routine: der Teil des Treibers, der sofort läuft, wenn seine Leitung erkannt wird.",
  protocol: "Protokoll",
  "Work on packets outside the handler, as a soft interrupt or a thread of the kernel: IP, UDP, sockets.":
    "Arbeit an Paketen außerhalb des Handlers, als Soft-Interrupt oder Thread des Kernels: IP, UDP, Sockets.",
  "save/restore": "Sichern/Wiederherstellen",
  "Cycles in which registers move to memory and back, because their context is needed for another activity.":
    "Takte, in denen Register in den Speicher und zurück wandern, weil ihr Kontext für eine andere Aktivität gebraucht wird.",
  stall: "Stall (Wartetakt)",
  "A cycle in which an instruction could not move on: for a load's result, a branch, memory or the bus.":
    "Ein Takt, in dem eine Instruktion nicht weiterkam: wegen des Ergebnisses eines Ladezugriffs, eines Sprungs, des Speichers oder des Busses.",
  idle: "untätig",
  "Cycles in which no thread had anything to do on the context.":
    "Takte, in denen kein Thread auf dem Kontext etwas zu tun hatte.",
  "entry sequence": "Eintrittsfolge",
  "What the hardware does between the last instruction of the interrupted program and the handler's first.":
    "Was die Hardware zwischen der letzten Instruktion des unterbrochenen Programms und der ersten des Handlers tut.",
  "soft interrupt": "Soft-Interrupt",
  "Work that a handler postpones: software raises it, and it runs when nothing more urgent is ready (softirq).":
    "Arbeit, die ein Handler aufschiebt: von Software ausgelöst, ausgeführt, wenn nichts Dringlicheres da ist (Softirq).",
  "context switch": "Kontextwechsel",
  "The pipeline goes on with another register context; with several in hardware this costs no save.":
    "Die Pipeline macht mit einem anderen Registerkontext weiter; sind mehrere in Hardware vorhanden, muss nichts gesichert werden.",
  "register save": "Sicherung der Register",
  "The registers of an activity go to memory because another activity needs its context.":
    "Die Register einer Aktivität gehen in den Speicher, weil ihr Kontext für eine andere gebraucht wird.",
  IPC: "IPC (Instruktionen je Takt)",
  "Instructions completed per cycle; one pipeline that issues one reaches at most 1.":
    "Abgeschlossene Instruktionen je Takt; eine Pipeline, die eine ausgibt, erreicht höchstens 1.",
  "state hash": "Zustands-Hash",
  "A fingerprint of the whole machine: the same scenario and cycle give the same one everywhere.":
    "Ein Fingerabdruck der ganzen Maschine: Dasselbe Szenario und derselbe Takt ergeben überall denselben.",
  coalescing: "Coalescing (Bündeln)",
  "The card waits for several frames, or a while, before it asks for one interrupt for all of them.":
    "Die Karte wartet auf mehrere Frames oder eine Weile, bevor sie einen Interrupt für alle verlangt.",
  raised: "ausgelöst",
  "How long a device has been asserting its interrupt line; if a handler has run since, findings count from the end of that run.":
    "Wie lange ein Gerät seine Interrupt-Leitung schon aktiviert; ist seither ein Handler gelaufen, zählen Befunde ab dessen Ende.",
  starvation: "Verhungern",
  "A thread could have run but did not, or its interrupt stayed pending although no earlier run of its handler was in progress.":
    "Ein Thread hätte laufen können und lief nicht, oder sein Interrupt stand an, obwohl kein früherer Lauf seines Handlers im Gange war.",
  livelock: "Livelock",
  "So many interrupts that the work they announce is never done: the processor is busy, but delivers nothing.":
    "So viele Interrupts, dass die Arbeit, die sie ankündigen, nie getan wird: Der Prozessor ist beschäftigt, stellt aber nichts zu.",
  "packet, frame, slot": "Paket, Frame, Platz",
  "A frame is a packet on the wire and in the card's ring; a slot is the place for one in a ring or queue.":
    "Ein Frame ist ein Paket auf der Leitung und im Ring der Karte; ein Platz nimmt in Ring oder Warteschlange eines auf.",
  "receive ring": "Empfangsring",
  "Slots in memory that the card fills and the driver empties in the same order; a frame that finds the ring full is lost.":
    "Plätze im Speicher, die die Karte füllt und der Treiber in derselben Folge leert; ist er voll, geht ein Frame verloren.",
  backlog: "Backlog",
  "The queue between driver and protocol: packets that the driver has taken from the card and that wait for the protocol.":
    "Die Warteschlange zwischen Treiber und Protokoll: Pakete, die der Treiber von der Karte geholt hat und die auf das Protokoll warten.",
  pending: "anstehend",
  "A device has requested an interrupt that the processor has not taken yet.":
    "Ein Gerät hat einen Interrupt angefordert, den der Prozessor noch nicht angenommen hat.",
  masked: "maskiert",
  "The processor does not take the interrupt for now: it stays pending until it is unmasked.":
    "Der Prozessor nimmt den Interrupt vorerst nicht an: Er steht an, bis die Maske aufgehoben ist.",
  context: "Kontext",
  "A set of registers in hardware; with several sets, another program can run at once, and nothing needs saving.":
    "Ein Registersatz in Hardware; mit mehreren Sätzen kann ein anderes Programm sofort laufen, und nichts muss gesichert werden.",
  registers: "Register",
  "The few values inside the processor that a program works with; they are saved before another program runs and restored later.":
    "Die wenigen Werte im Prozessor, mit denen ein Programm arbeitet; sie werden gesichert, bevor ein anderes Programm läuft, und später wiederhergestellt.",
} as const;
