/** Titles and explanations of fields: software and traffic. */
export const SCHEMA_SOFTWARE = {
  Threads: "Threads", // the same
  Software: "Software", // the same
  Queues: "Warteschlangen",
  Capacity: "Kapazität",
  "A bounded list of packets between threads.": "Eine begrenzte Liste von Paketen zwischen Threads.",
  Routines: "Routinen",
  "Fixed budget": "Festes Budget",
  "Each run of the routine spends it.": "Jeder Lauf der Routine verbraucht es.",
  "Budget per byte": "Budget je Byte",
  "Multiplied by the size of the current packet; up to three decimals.":
    "Mal die Größe des aktuellen Pakets; bis zu drei Nachkommastellen.",
  "Checksum per byte": "Prüfsumme je Byte",
  "Not spent if the packet's NIC has checksum offload.":
    "Entfällt, wo die Karte des Pakets die Prüfsumme übernimmt.",
  "Budget per buffer": "Budget je Puffer",
  "For each receive buffer that the current packet takes.":
    "Für jeden Empfangspuffer, den das aktuelle Paket belegt.",
  Profile: "Profil",
  "Statistics of a routine's instructions.": "Statistik der Instruktionen einer Routine.",
  "Instruction mix": "Instruktionsmix",
  "Weights; only their ratio counts.": "Gewichte; nur ihr Verhältnis zählt.",
  Arithmetic: "Arithmetik",
  "Weight relative to the other kinds.": "Gewicht im Verhältnis zu den anderen Arten.",
  Loads: "Ladezugriffe",
  Stores: "Speicherzugriffe",
  Branches: "Sprünge",
  Multiplications: "Multiplikationen",
  Prefetches: "Prefetches", // the same
  "Taken branches": "Genommene Sprünge",
  "Share of all branches.": "Anteil an allen Sprüngen.",
  "Dependent operands": "Abhängige Operanden",
  "Share of instructions that read the result of the previous one.":
    "Anteil der Instruktionen, die das Ergebnis der vorigen lesen.",
  "Loop body": "Schleifenrumpf",
  "Length of the generated code, which repeats until the budget is used up.":
    "Länge des erzeugten Codes; er wird wiederholt, bis das Budget verbraucht ist.",
  "Prefetch ahead": "Prefetch voraus",
  "How many accesses ahead a prefetch looks: it fetches the line of that access. 0 = the next access.":
    "Wie viele Zugriffe ein Prefetch vorausschaut: Er holt die Zeile jenes Zugriffs. 0 = des nächsten.",
  Data: "Daten",
  "Where its loads and stores go; matters only with caches.":
    "Wohin die Lade- und Speicherzugriffe gehen; zählt nur mit Caches.",
  Address: "Adresse",
  "auto: the data of routines lie one after another.": "auto: Die Daten der Routinen liegen hintereinander.",
  Footprint: "Umfang",
  "Hot part": "Heißer Teil",
  "The start of the footprint, where most accesses go.":
    "Der Anfang des Umfangs, wohin die meisten Zugriffe gehen.",
  "Accesses to the hot part": "Zugriffe auf den heißen Teil",
  "Accesses to the packet": "Zugriffe auf das Paket",
  "Share of accesses that go word by word through the current packet.":
    "Anteil der Zugriffe, die Wort für Wort durch das aktuelle Paket gehen.",
  "Accesses to device registers": "Zugriffe auf Geräteregister",
  Sharing: "Teilung",
  "thread: each thread that runs the routine has its own data. shared: all threads use the same data. auto: thread, but shared if an address is given and for the routines of a lock.":
    "thread: Jeder Thread, der die Routine ausführt, hat eigene Daten. shared: Alle Threads benutzen dieselben. auto: thread, aber shared, wenn eine Adresse angegeben ist, und für die Routinen einer Sperre.",
  Pinned: "Festgehalten",
  "Its code and data are pinned: they fill only the pinned ways of the caches, or stay as pinned lines.":
    "Ihr Code und ihre Daten werden festgehalten: Sie füllen die festgehaltenen Wege der Caches, und nur diese, oder bleiben als festgehaltene Zeilen.",
  "Code address": "Codeadresse",
  "auto: routines lie one after another.": "auto: Routinen liegen hintereinander.",
  Cycles: "Takte",
  "A layer given in cycles: it holds the pipeline for its budget. The profile only illustrates it.":
    "Eine zeitlich festgelegte Schicht: belegt die Pipeline für ihr Budget. Das Profil veranschaulicht sie nur.",
  Instructions: "Instruktionen",
  "Generated instructions that go through the pipeline.":
    "Erzeugte Instruktionen, die durch die Pipeline gehen.",
  Sequence: "Folge",
  'One instruction a line: "alu r3, r1, r2" and "multiply r3, r1, r2" (r3 from r1 and r2), "load r2, r1" (r2 from the address in r1), "store r2, r1" (r2 to the address in r1), "branch r1, r2", "branch r1 taken", "prefetch r1 [0x40]" (brings the line of that address). r0 = none.':
    "Eine Instruktion je Zeile: „alu r3, r1, r2“ und „multiply r3, r1, r2“ (r3 aus r1 und r2), „load r2, r1“ (r2 von der Adresse in r1), „store r2, r1“ (r2 an die Adresse in r1), „branch r1, r2“, „branch r1 taken“, „prefetch r1 [0x40]“ (bringt die Zeile dieser Adresse). r0 = keines.",
  Repeated: "Wiederholt",
  "Number of times.": "Anzahl.",
  "Exactly these instructions, in this order.": "Genau diese Instruktionen, in dieser Reihenfolge.",
  Assembly: "Assembler",
  "RV32IM_Zicsr: .text and .data, labels, the usual pseudo-instructions and directives.":
    "RV32IM_Zicsr: .text und .data, Marken, die üblichen Pseudoinstruktionen und Direktiven.",
  "Linked file": "Gelinkte Datei",
  "Instead of assembly: an ELF executable for RV32 in base64, as gcc or clang link it with scenarios/programs/c; its addresses, symbols and lines are those of the file.":
    "Statt Assembler: eine ausführbare ELF-Datei für RV32 in Base64, wie gcc oder clang sie mit scenarios/programs/c linken; Adressen, Symbole und Zeilen sind die der Datei.",
  Sources: "Quelltexte",
  File: "Datei",
  "Source files of the linked file, for reading only (irqscope embed); the machine does not use them.":
    "Quelldateien der gelinkten Datei, nur zum Lesen (irqscope embed); die Maschine benutzt sie nicht.",
  "The whole file.": "Die ganze Datei.",
  "The name in the linked file's line table.": "Der Name in der Zeilentabelle der gelinkten Datei.",
  "Machine code": "Maschinencode",
  Lengths: "Längen",
  Bytes: "Bytes", // the same
  "Instead of assembly: the code word by word.": "Statt Assembler: der Code Wort für Wort.",
  Architecture: "Architektur",
  "Instruction sets in addition to Zicsr and Zifencei: a for atomic instructions, c for 16-bit instructions. Default: rv32im, or what a linked file states.":
    "Befehlssätze zusätzlich zu Zicsr und Zifencei: a für atomare Instruktionen, c für Instruktionen von 16 Bit. Vorgabe: rv32im oder was eine gelinkte Datei angibt.",
  Program: "Programm",
  "Data address": "Datenadresse",
  "Where .data begins; auto: the data of programs lie one after another.":
    "Wo .data beginnt; auto: Die Daten der Programme liegen hintereinander.",
  "Machine code that the core executes. It starts with the current packet in a0 (address) and a1 (bytes) and ends with ecall, ebreak, mret or a return.":
    "Maschinencode, den der Kern ausführt. Er beginnt mit dem aktuellen Paket in a0 (Adresse) und a1 (Bytes) und endet mit ecall, ebreak, mret oder einem Rücksprung.",
  Routine: "Routine", // the same
  Locks: "Sperren",
  Order: "Reihenfolge",
  "any: the first thread that sees it free gets it. fifo: a ticket lock. priority: the most urgent thread gets it.":
    "any: Der Thread, der sie zuerst frei sieht, bekommt sie. fifo: ein Ticket-Lock. priority: Der dringlichste Thread bekommt sie.",
  "Name of a routine.": "Name einer Routine.",
  "Spin lock": "Spin-Lock",
  "A waiting thread runs `poll` until it sees the lock free, then tries again; without `poll` it runs `acquire` again.":
    "Ein wartender Thread führt `poll` aus, bis er die Sperre frei sieht, und versucht es dann erneut; ohne `poll` führt er wieder `acquire` aus.",
  "Which waiting thread wakes and gets the lock: the one that has waited longest, or the most urgent one.":
    "Welcher wartende Thread geweckt wird und die Sperre bekommt: der am längsten wartet oder der dringlichste.",
  Protocol: "Protokoll",
  "inherit: the holder gets the priority of the most urgent waiting thread (PTHREAD_PRIO_INHERIT). none: the holder keeps its own priority.":
    "inherit: Der Halter bekommt die Priorität des dringlichsten wartenden Threads (PTHREAD_PRIO_INHERIT). none: Der Halter behält seine eigene.",
  "Sleeping lock": "Schlafende Sperre",
  "A waiting thread gives up its context.": "Ein wartender Thread gibt seinen Kontext ab.",
  Lock: "Sperre",
  "`acquire` runs before each attempt, `release` before the lock is free.":
    "`acquire` läuft vor jedem Versuch, `release`, bevor die Sperre frei ist.",
  Programs: "Programme",
  "Memory of programs": "Speicher der Programme",
  "All programs share it, from 0x20000000 on. auto: room for data and stacks.":
    "Alle Programme teilen ihn, ab 0x20000000. auto: Platz für Daten und Stapel.",
  "Stack of a thread": "Stapel eines Threads",
  "Stacks lie at the end of the memory, that of the first thread last.":
    "Stapel liegen am Ende des Speichers, der des ersten Threads zuletzt.",
  "Writable code": "Beschreibbarer Code",
  "Programs may write to their code and execute code in their memory. Default: only programs in machine mode may.":
    "Programme dürfen in ihren Code schreiben und Code in ihrem Speicher ausführen. Vorgabe: nur Programme im Maschinenmodus.",
  Scheduler: "Scheduler", // the same
  "Schedules permanent threads. Handlers have precedence.":
    "Verteilt Threads, die immer leben; Handler haben Vorrang.",
  Policy: "Verfahren",
  "none: at most one permanent thread per context. priority: the most urgent thread runs until it waits. round-robin: threads of the same priority take turns.":
    "none: Höchstens ein Thread je Kontext lebt immer. priority: Der dringlichste Thread läuft, bis er wartet. round-robin: Threads derselben Priorität wechseln sich ab.",
  "Time slice": "Zeitscheibe",
  "round-robin: how long this thread may run while others of its priority are ready. Without it: the scheduler's time slice.":
    "round-robin: wie lange dieser Thread laufen darf, während andere seiner Priorität bereit sind. Ohne Angabe: die Zeitscheibe des Schedulers.",
  "round-robin: how long a thread may run while others of its priority are ready.":
    "round-robin: wie lange ein Thread laufen darf, während andere seiner Priorität wollen.",
  Switch: "Wechsel",
  "Work of the kernel when it gives a context to another thread, in addition to save and restore.":
    "Arbeit des Kernels, wenn er einen Kontext an einen anderen Thread gibt, zusätzlich zu Sichern und Wiederherstellen.",
  Tick: "Tick", // the same
  "Time slices and sleeps end only at multiples of the tick; 0: at any cycle.":
    "Zeitscheiben und Schlaf enden nur bei Vielfachen des Ticks; 0: bei jedem Takt.",
  "Work of a tick": "Arbeit eines Ticks",
  "Work of the kernel at each tick, on each context that runs a thread; must be less than a tick.":
    "Arbeit des Kernels bei jedem Tick, auf jedem Kontext, der einen Thread ausführt; muss kürzer als ein Tick sein.",
  Layer: "Schicht",
  "The layer to which its cycles are accounted.": "Die Schicht, der seine Takte zugerechnet werden.",
  "The core it runs on, from 0.": "Der Kern, auf dem er läuft, ab 0.",
  Context: "Kontext",
  "The hardware context on which it runs, counted from 0 on its core. any: the machine chooses the freest context at each start of the thread, or once at the beginning for a permanent thread.":
    "Der Hardwarekontext dieses Kerns, auf dem er läuft, ab 0. any: Die Maschine wählt bei jedem Start des Threads den freiesten Kontext, für einen Thread, der immer lebt, einmal am Anfang.",
  "Interrupts enabled": "Interrupts freigegeben",
  "Whether interrupts are on while it runs. Off: nothing preempts it.":
    "Ob Interrupts zugelassen sind, während er läuft. Aus: Nichts verdrängt ihn.",
  "Machine mode": "Maschinenmodus",
  "The thread is a hart: its program takes traps itself (mtvec, mepc, mcause), reads and writes control and status registers, and never ends. The thread is permanent, has a context of its own, and its one step executes a program.":
    "Er ist ein Hart: Sein Programm behandelt Traps selbst (mtvec, mepc, mcause), liest und schreibt Kontroll- und Statusregister und endet nie. Er lebt immer, hat einen eigenen Kontext, und sein einziger Schritt führt ein Programm aus.",
  Budget: "Budget", // the same
  "Number of packets that one activation may take before budget-left is false; 0 = no limit.":
    "Zahl der Pakete, die eine Aktivierung nehmen darf, bevor budget-left nicht mehr gilt; 0 = keine Grenze.",
  "Time budget": "Zeitbudget",
  "budget-left is also false once this many cycles have passed since the activation of the thread; 0 = no limit.":
    "Takte seit seiner Aktivierung, nach denen budget-left ebenfalls nicht mehr gilt; 0 = keine Grenze.",
  "Save at its entry": "Sichern bei seinem Eintritt",
  "Interrupt lines: what the entry of this thread saves, for a core that keeps registers for it. Without it: the amount of the machine.":
    "Interrupt-Leitungen: was der Eintritt dieses Threads sichert, für einen Kern, der Register für ihn bereithält. Ohne Angabe: so viel wie bei der Maschine.",
  "Restore of that": "Wiederherstellen davon",
  "Interrupt lines: what restores the registers that the entry of this thread has saved. Without it: the amount of the machine.":
    "Interrupt-Leitungen: was die Register wiederherstellt, die der Eintritt dieses Threads gesichert hat. Ohne Angabe: so viel wie bei der Maschine.",
  "A goal; the page counts and lists misses. Time from when it could start (its line, its raise, or the end of its wait) to its end or its next wait. 0 = no deadline.":
    "Ein Ziel; die Seite zählt und nennt verfehlte. Zeit von da an, wo er beginnen könnte (seine Leitung, seine Anforderung oder das Ende seines Wartens), bis zu seinem Ende oder nächsten Warten. 0 = keine Frist.",
  Always: "Immer",
  "The thread lives from cycle 0 on and starts again when it ends.":
    "Der Thread lebt ab Takt 0 und beginnt neu, wenn er endet.",
  "Name of a NIC.": "Name einer Netzwerkkarte.",
  "Ring number": "Ringnummer",
  "Number of a receive ring of the NIC; 0 is the first.":
    "Nummer eines Empfangsrings der Karte; 0 ist der erste.",
  "An interrupt line starts it: give its name, or the NIC that drives it.":
    "Eine Interrupt-Leitung startet ihn: anzugeben ist ihr Name oder die Karte, die sie treibt.",
  "System call": "Systemaufruf",
  "Its soft interrupt is a system call: see systemCallSavesFrame.":
    "Sein Soft-Interrupt ist ein Systemaufruf: siehe systemCallSavesFrame.",
  "Soft interrupt": "Soft-Interrupt",
  "Each raise starts it once.": "Jedes Auslösen startet ihn einmal.",
  "Started by": "Gestartet durch",
  "What makes the thread run.": "Was den Thread laufen lässt.",
  Steps: "Schritte",
  Thread: "Thread", // the same
  Traffic: "Verkehr",
  "Open loop": "Offener Kreis",
  "Events happen at fixed times, whatever the machine does.":
    "Ereignisse geschehen zu festen Zeiten, was immer die Maschine tut.",
  "Send path": "Sendeweg",
  "The packet to send goes into the queue, and the soft thread is raised.":
    "Ein zu sendendes Paket kommt in die Warteschlange, und der Soft-Thread wird ausgelöst.",
  "Name of a queue.": "Name einer Warteschlange.",
  "Name of a thread.": "Name eines Threads.",
  "Starts at": "Beginnt bei",
  Direction: "Richtung",
  "receive: frames arrive from the wire. send: packets go out.":
    "receive: Frames kommen von der Leitung. send: Pakete gehen hinaus.",
  "Frame size": "Frame-Größe",
  Weight: "Gewicht",
  "How often, relative to the other sizes.": "Wie oft, im Verhältnis zu den anderen Größen.",
  Sizes: "Größen",
  "Drawn by weight; simple IMIX is 64, 594 and 1518 bytes at 7:4:1.":
    "Nach Gewicht gezogen; einfaches IMIX ist 64, 594 und 1518 Bytes im Verhältnis 7:4:1.",
  "Without preamble and gap.": "Ohne Präambel und Lücke.",
  Flows: "Flows", // the same
  "Number of connections. Each frame is drawn to belong to one, and a NIC with several rings distributes frames by connection.":
    "Zahl der Verbindungen. Jeder Frame wird einer zugelost, und eine Karte mit mehreren Ringen verteilt Frames nach Verbindung.",
  "Number of frames": "Anzahl der Frames",
  "0 = no end.": "0 = kein Ende.",
  Bursts: "Bursts", // the same
  "The rate applies within a burst.": "Die Rate gilt innerhalb eines Bursts.",
  "Number of frames in a burst.": "Zahl der Frames eines Bursts.",
  Pause: "Pause", // the same
  "Added to the gap after each burst.": "Zur Lücke nach jedem Burst hinzugefügt.",
  "Frames per second": "Frames in der Sekunde",
  "Bits per second": "Bits in der Sekunde",
  "Bits of the frames themselves, without preamble and gap.":
    "Bits der Frames selbst, ohne Präambel und Lücke.",
  Interval: "Abstand",
  "From one frame to the next.": "Von einem Frame zum nächsten.",
  Rate: "Rate", // the same
  "Constant rate": "Konstante Rate",
  "Closed loop": "Geschlossener Kreis",
  "One event at a time: the next event waits until the previous one is processed.":
    "Ein Ereignis zurzeit: Das nächste wartet, bis das vorige verarbeitet ist.",
  "Think time": "Denkzeit",
  "From the end of the work on one frame until the next frame is offered.":
    "Vom Ende der Arbeit an einem Frame bis zum Angebot des nächsten.",
  Body: "Inhalt",
  "The content of received frames, for programs that serve the card. udp: a datagram to port 9. echo-request: an ICMP echo request (ping).":
    "Der Inhalt empfangener Frames, für Programme, die die Karte bedienen. udp: ein Datagramm an Port 9. echo-request: eine ICMP-Echo-Anfrage (Ping).",
  "Work ends": "Arbeit endet",
  "return: when the code that finished the frame has returned. packet: when the frame is delivered, or its answer is sent and reaped.":
    "return: wenn der Code zurückgekehrt ist, der mit dem Frame fertig wurde. packet: wenn der Frame zugestellt oder seine Antwort gesendet und abgeräumt ist.",
  "Tail shape": "Form des Schwanzes",
  "Frames and pause are minimum values; each is drawn from a Pareto distribution of this shape: mean = minimum × shape / (shape - 1). Shapes up to 2 have heavy tails.":
    "Frames und Pause sind Mindestwerte; beide werden aus einer Pareto-Verteilung dieser Form gezogen: Mittel = Mindestwert × Form / (Form - 1). Formen bis 2 haben schwere Schwänze.",
  Window: "Fenster",
  "The greatest number of frames in flight, each on its own connection; each waits for its own work.":
    "Die größte Zahl von Frames, die zugleich unterwegs sind, jeder auf eigener Verbindung; jeder wartet auf seine eigene Arbeit.",
  "Time scale": "Zeitmaßstab",
  "Multiplies all times by this value / 1000: 500 is twice as fast.":
    "Multipliziert alle Zeiten mit diesem Wert / 1000: 500 ist doppelt so schnell.",
  "Resample in blocks": "In Blöcken neu ziehen",
  "As many events as recorded, in blocks that the seed chooses, so that each seed gives another sample.":
    "So viele Ereignisse wie aufgezeichnet, in Blöcken, die der Seed wählt, sodass jeder Seed eine andere Stichprobe ergibt.",
  "Number of consecutive events that stay together, with the gaps between them.":
    "Zahl aufeinanderfolgender Ereignisse, die zusammenbleiben, mit den Abständen zwischen ihnen.",
  "One after another": "Einer nach dem anderen",
  Poisson: "Poisson", // the same
  "Exponential gaps with this mean rate.": "Exponentielle Abstände mit dieser mittleren Rate.",
  Times: "Zeiten",
  "Counted from the start of the traffic, in ascending order.":
    "Vom Beginn des Verkehrs an gezählt, aufsteigend.",
  "Frame sizes": "Frame-Größen",
  Directions: "Richtungen",
  "One letter per event: r = receive, s = send.": "Ein Buchstabe je Ereignis: r = empfangen, s = senden.",
  "The connection of each event. Default: one connection for all.":
    "Die Verbindung jedes Ereignisses. Vorgabe: eine für alle.",
  "How many bytes of each event are known, starting with its first; 0: none.":
    "Wie viele Bytes jedes Ereignisses bekannt sind, vom ersten an; 0: keine.",
  "Bytes of all events, one after another, in base64; at most 262144 in a scenario.":
    "Bytes aller Ereignisse, eines nach dem anderen, in Base64; höchstens 262144 in einem Szenario.",
  "Bytes of frames": "Bytes der Frames",
  "The content of received frames, for programs that serve their card; a rule makes the unknown bytes.":
    "Der Inhalt empfangener Frames, für Programme, die ihre Karte bedienen; unbekannte Bytes entstehen nach einer Regel.",
  Events: "Ereignisse",
  "Columns of the same length, a row for each event.": "Spalten gleicher Länge, eine Zeile je Ereignis.",
  Trace: "Aufzeichnung",
  "Recorded events at their recorded times.": "Aufgezeichnete Ereignisse zu ihren aufgezeichneten Zeiten.",
  "Think times": "Denkzeiten",
  "Counted from the end of the work on the previous event.":
    "Vom Ende der Arbeit am vorigen Ereignis an gezählt.",
  "Trace, closed loop": "Aufzeichnung, geschlossener Kreis",
  "On a slower machine the trace takes longer.":
    "Auf einer langsameren Maschine dauert die Aufzeichnung länger.",
  "irqscope scenario": "irqscope-Szenario",
  "A machine, its software and its traffic.": "Eine Maschine, ihre Software und ihr Verkehr.",
  "The layer to which its cycles are accounted. Default: the thread's layer, or system-call inside a system call.":
    "Die Schicht, der seine Takte zugerechnet werden. Vorgabe: die Schicht des Threads, in einem Systemaufruf system-call.",
  "Run a routine": "Routine ausführen",
  "Runs a routine: the step that takes time.": "Führt eine Routine aus: der Schritt, der Zeit braucht.",
  "Name of a lock.": "Name einer Sperre.",
  "Take a lock": "Sperre nehmen",
  "Waits, spinning or asleep, until the thread has it.":
    "Wartet, aktiv oder schlafend, bis der Thread sie hat.",
  "Release a lock": "Sperre zurückgeben",
  "Does nothing if the thread does not hold it.": "Tut nichts, wenn der Thread sie nicht hat.",
  "The steps run in the kernel, accounted to system-call; `enter` runs before and `exit` after them.":
    "Die Schritte laufen im Kernel, system-call zugerechnet; `enter` läuft vor und `exit` nach ihnen.",
  "Status bits": "Statusbits",
  "Bits of the NIC's status register.": "Bits im Statusregister der Karte.",
  Acknowledge: "Quittieren",
  "Clear status bits of the NIC.": "Statusbits der Karte löschen.",
  "Take a frame": "Frame nehmen",
  "Takes a frame from the NIC; returns if there is none.":
    "Nimmt einen Frame von der Karte; kehrt zurück, wenn keiner da ist.",
  "Send the frame": "Frame senden",
  "Puts it into the NIC's transmit queue; if that is full, the frame is lost.":
    "Stellt ihn in die Sendewarteschlange der Karte; ist sie voll, geht der Frame verloren.",
  "Reap sent frames": "Gesendete Frames einsammeln",
  "Frees their slots and counts them as delivered.": "Gibt ihre Plätze frei und zählt sie als zugestellt.",
  "When full": "Wenn voll",
  "drop: the packet is lost. wait: the thread waits for room; only permanent threads may do this.":
    "drop: Das Paket geht verloren. wait: Der Thread wartet auf Platz; nur für Threads, die immer leben.",
  "Put in queue": "In Warteschlange legen",
  "Take from queue": "Aus Warteschlange nehmen",
  "Returns if there is no packet.": "Kehrt zurück, wenn kein Paket da ist.",
  "Raise a thread": "Thread auslösen",
  "Starts a soft interrupt, or wakes a permanent thread from its wait for a raise.":
    "Startet einen Soft-Interrupt oder weckt einen Thread, der immer lebt, aus seinem Warten auf ein Auslösen.",
  "Mask the line": "Leitung maskieren",
  "Unmask the line": "Maskierung der Leitung aufheben",
  Deliver: "Zustellen",
  "The current packet has reached its destination.": "Das aktuelle Paket ist am Ziel.",
  Length: "Länge",
  "Which cache": "Welcher Cache",
  "The cache of the core on which it runs.": "Der Cache des Kerns, auf dem er läuft.",
  "Drawn cycles": "Gezogene Takte",
  "Added to the fixed budget; each run of the routine draws them with the seed.":
    "Kommen zum festen Budget hinzu; jeder Lauf der Routine zieht sie mit dem Seed.",
  Quantiles: "Quantile",
  "Evenly spaced quantiles in ascending order; cycles between two of them are drawn evenly.":
    "Gleichmäßig verteilte Quantile in aufsteigender Folge; zwischen zweien werden die Takte gleichmäßig gezogen.",
  "A list of measured values in ascending order.": "Eine Liste gemessener Werte in aufsteigender Folge.",
  "Per cent": "Prozent",
  "This share of the runs takes no more; from 0 to 100, in ascending order.":
    "Dieser Anteil der Läufe braucht nicht mehr; von 0 bis 100, aufsteigend.",
  Percentiles: "Perzentile",
  "The first is for 0 % and the last for 100 %; values between two are linear.":
    "Das erste gilt für 0 %, das letzte für 100 %; dazwischen ist der Verlauf linear.",
  "For example median, p90, p99.": "Etwa Median, p90, p99.",
  "How often, relative to the other values.": "Wie oft, im Verhältnis zu den anderen Werten.",
  "Each run draws one of the values by weight.": "Jeder Lauf zieht einen der Werte nach Gewicht.",
  "An empirical distribution.": "Eine empirische Verteilung.",
  "Routines with the same table draw the same place of their values for a packet: their values are columns, and a row is what was measured for one packet. Without a packet, each draws alone.":
    "Routinen mit derselben Tabelle ziehen für ein Paket dieselbe Stelle ihrer Werte: Ihre Werte sind Spalten, und eine Zeile wurde an einem Paket gemessen. Ohne Paket zieht jede für sich.",
  "Disable interrupts": "Interrupts sperren",
  "Starts a critical section: nothing preempts the thread until it enables interrupts or ends.":
    "Beginnt einen kritischen Abschnitt: Nichts verdrängt den Thread, bis er Interrupts freigibt oder endet.",
  "Enable interrupts": "Interrupts freigeben",
  "A more urgent activity that waits runs at once.": "Eine dringlichere Aktivität, die wartet, läuft sofort.",
  "Unlock the cache": "Cache freigeben",
  "Unlocks all its pinned lines.": "Hebt die Sperren all seiner festgehaltenen Zeilen auf.",
  "Copy to queue": "In Warteschlange kopieren",
  "A copy is a frame of its own; if the queue is full, the copy is lost.":
    "Eine Kopie ist ein eigener Frame; ist die Warteschlange voll, geht sie verloren.",
  Discard: "Verwerfen",
  "Software discards the current packet.": "Die Software verwirft das aktuelle Paket.",
  "Wait for the queue": "Auf die Warteschlange warten",
  "Only permanent threads may use it.": "Nur für Threads, die immer leben.",
  "Wait for a raise": "Auf ein Auslösen warten",
  "Waits for a raise of this thread; each raise counts once. Only permanent threads may use it.":
    "Wartet auf ein Auslösen dieses Threads; jedes zählt einmal. Nur für Threads, die immer leben.",
  For: "Dauer",
  Sleep: "Schlafen",
  Yield: "Abgeben",
  "Moves behind the other threads of the same priority.":
    "Stellt sich hinter die anderen Threads derselben Priorität.",
  Return: "Rückkehr",
  "Frames wait in the receive ring": "Frames warten im Empfangsring",
  "Sent frames wait to be reaped": "Gesendete Frames warten auf das Einsammeln",
  "Packets wait in the queue": "Pakete warten in der Warteschlange",
  "The queue has room": "Die Warteschlange hat Platz",
  "A status bit is set": "Ein Statusbit ist gesetzt",
  "True if any of these bits of the NIC's status register is set. Reading clears nothing.":
    "Gilt, wenn eines dieser Bits im Statusregister der Karte gesetzt ist. Lesen löscht nichts.",
  "The status bits are clear": "Die Statusbits sind gelöscht",
  "True if all these bits of the NIC's status register are clear.":
    "Gilt, wenn alle diese Bits im Statusregister der Karte gelöscht sind.",
  "Budget left": "Budget übrig",
  "True if this activation has taken fewer packets than the thread's budget.":
    "Gilt, wenn diese Aktivierung weniger Pakete genommen hat als das Budget des Threads.",
  Conditions: "Bedingungen",
  "All of these": "Alle davon",
  Condition: "Bedingung",
  "Tested each time the thread reaches it.": "Jedes Mal geprüft, wenn der Thread sie erreicht.",
  While: "Solange",
  "Repeat the steps as long as the condition holds.": "Die Schritte wiederholen, solange die Bedingung gilt.",
  Repeat: "Wiederholen",
  "Run the steps once, then repeat them as long as the condition holds.":
    "Die Schritte einmal ausführen, danach wiederholen, solange die Bedingung gilt.",
  Else: "Sonst",
  "Run if the condition does not hold.": "Ausgeführt, wenn die Bedingung nicht gilt.",
  If: "Wenn",
  "Runs the steps if the condition holds, otherwise the others.":
    "Führt die Schritte aus, wenn die Bedingung gilt, sonst die anderen.",
  Knobs: "Stellgrößen",
  Knob: "Stellgröße",
  "The least value.": "Der kleinste Wert.",
  "The greatest value.": "Der größte Wert.",
  "From one value to the next.": "Von einem Wert zum nächsten.",
  "Fields worth trying; the page offers them beside the results. They are not part of the machine.":
    "Felder, die auszuprobieren sich lohnt; die Seite bietet sie neben den Ergebnissen an. Sie sind kein Teil der Maschine.",
  'Path of a field of this scenario, or the end of the path if no other field has the same: "rxRingFrames", "eth0.rxRingFrames".':
    "Pfad eines Feldes dieses Szenarios, oder dessen Ende, das kein anderes Feld hat: „rxRingFrames“, „eth0.rxRingFrames“.",
  "The choices, in the order in which the page offers them.":
    "Die Auswahl, in der Reihenfolge, in der die Seite sie anbietet.",
  "Instead of values, for a number.": "Statt der Werte, für eine Zahl.",
  "What the page calls it. Default: the title of the field.":
    "Wie die Seite sie nennt. Vorgabe: der Titel des Feldes.",
  "One text": "Ein Text",
  "In both languages": "In beiden Sprachen",
  Values: "Werte",
  Word: "Wort",
  Step: "Schrittweite",
} as const;
