/** Titles and explanations of fields: software and traffic. */
export const SCHEMA_SOFTWARE = {
  Threads: "Threads", // the same
  Software: "Software", // the same
  Queues: "Warteschlangen",
  Capacity: "Kapazität",
  "A bounded list of packets between threads.": "Eine begrenzte Liste von Paketen zwischen Threads.",
  Routines: "Routinen",
  "Fixed budget": "Festes Budget",
  "Spent by every run.": "Bei jedem Lauf verbraucht.",
  "Budget per byte": "Budget je Byte",
  "Times the size of the packet in hand; thousandths are kept.":
    "Mal die Größe des Pakets in der Hand; Tausendstel bleiben erhalten.",
  "Checksum per byte": "Prüfsumme je Byte",
  "Left out where the packet's NIC has checksum offload.":
    "Entfällt, wo die Karte des Pakets die Prüfsumme übernimmt.",
  "Budget per buffer": "Budget je Puffer",
  "For each receive buffer that the packet in hand takes.":
    "Für jeden Empfangspuffer, den das Paket in der Hand belegt.",
  Profile: "Profil",
  "What the instructions of a routine look like.": "Wie die Instruktionen einer Routine aussehen.",
  "Instruction mix": "Instruktionsmix",
  "Weights; only their ratio counts.": "Gewichte; nur ihr Verhältnis zählt.",
  Arithmetic: "Arithmetik",
  "Weight beside those of the others.": "Gewicht neben denen der anderen.",
  Loads: "Ladezugriffe",
  Stores: "Speicherzugriffe",
  Branches: "Sprünge",
  Multiplications: "Multiplikationen",
  Prefetches: "Prefetches", // the same
  "Taken branches": "Genommene Sprünge",
  "Of all branches.": "Von allen Sprüngen.",
  "Dependent operands": "Abhängige Operanden",
  "Instructions that read the result of the one just before.":
    "Instruktionen, die das Ergebnis der direkt davor lesen.",
  "Loop body": "Schleifenrumpf",
  "Length of the generated code; it is repeated until the budget is used.":
    "Länge des erzeugten Codes; er wird wiederholt, bis das Budget verbraucht ist.",
  "Prefetch ahead": "Prefetch voraus",
  "A prefetch brings the line of the access that so many others come before. 0 = the next.":
    "Ein Prefetch bringt die Zeile des Zugriffs, vor dem so viele andere kommen. 0 = des nächsten.",
  Data: "Daten",
  "Where its loads and stores go; counts only where there are caches.":
    "Wohin die Lade- und Speicherzugriffe gehen; zählt nur, wo es Caches gibt.",
  Address: "Adresse",
  "auto: the data of routines lie one after another.": "auto: Die Daten der Routinen liegen hintereinander.",
  Footprint: "Umfang",
  "Hot part": "Heißer Teil",
  "The begin of the footprint, where most accesses go.":
    "Der Anfang des Umfangs, wohin die meisten Zugriffe gehen.",
  "Accesses to the hot part": "Zugriffe auf den heißen Teil",
  "Accesses to the packet": "Zugriffe auf das Paket",
  "Word after word through the packet in hand.": "Wort für Wort durch das Paket in der Hand.",
  "Accesses to device registers": "Zugriffe auf Geräteregister",
  Sharing: "Teilung",
  "thread: each thread that runs the routine has such data of its own. shared: all work on the same. auto: thread; shared where an address is given and for the routines of a lock.":
    "thread: Jeder Thread, der die Routine ausführt, hat eigene solche Daten. shared: Alle arbeiten auf denselben. auto: thread; shared, wo eine Adresse angegeben ist, und für die Routinen einer Sperre.",
  Pinned: "Festgehalten",
  "Its code and data are pinned: they fill the pinned ways of the caches, and only those, or stay as pinned lines.":
    "Ihr Code und ihre Daten werden festgehalten: Sie füllen die festgehaltenen Wege der Caches, und nur diese, oder bleiben als festgehaltene Zeilen.",
  "Code address": "Codeadresse",
  "auto: routines lie one after another.": "auto: Routinen liegen hintereinander.",
  Cycles: "Takte",
  "A timed layer: holds the pipeline for its budget. The profile only illustrates it.":
    "Eine zeitlich festgelegte Schicht: belegt die Pipeline für ihr Budget. Das Profil veranschaulicht sie nur.",
  Instructions: "Instruktionen",
  "Generated instructions that go through the pipeline.":
    "Erzeugte Instruktionen, die durch die Pipeline gehen.",
  Sequence: "Folge",
  'One instruction a line: "alu r3, r1, r2" and "multiply r3, r1, r2" (r3 from r1 and r2), "load r2, r1" (r2 from the address in r1), "store r2, r1" (r2 to the address in r1), "branch r1, r2", "branch r1 taken", "prefetch r1 [0x40]" (brings the line of that address). r0 = none.':
    "Eine Instruktion je Zeile: „alu r3, r1, r2“ und „multiply r3, r1, r2“ (r3 aus r1 und r2), „load r2, r1“ (r2 von der Adresse in r1), „store r2, r1“ (r2 an die Adresse in r1), „branch r1, r2“, „branch r1 taken“, „prefetch r1 [0x40]“ (bringt die Zeile dieser Adresse). r0 = keines.",
  Repeated: "Wiederholt",
  "Times.": "Mal.",
  "Exactly these instructions, in this order.": "Genau diese Instruktionen, in dieser Reihenfolge.",
  Assembly: "Assembler",
  "RV32IM_Zicsr: .text and .data, labels, the usual pseudo-instructions and directives.":
    "RV32IM_Zicsr: .text und .data, Marken, die üblichen Pseudoinstruktionen und Direktiven.",
  "Linked file": "Gelinkte Datei",
  "Instead of assembly: an ELF executable for RV32 in base64, as gcc or clang link it with scenarios/programs/c; its addresses, symbols and lines are those of the file.":
    "Statt Assembler: eine ausführbare ELF-Datei für RV32 in Base64, wie gcc oder clang sie mit scenarios/programs/c linken; Adressen, Symbole und Zeilen sind die der Datei.",
  Sources: "Quelltexte",
  File: "Datei",
  "What the linked file was compiled from, to be read beside it (irqscope embed); the machine does not ask for it.":
    "Woraus die gelinkte Datei übersetzt ist, zum Lesen daneben (irqscope embed); die Maschine fragt nicht danach.",
  "The whole file.": "Die ganze Datei.",
  "As the line table of the linked file names it.": "Wie die Zeilentabelle der gelinkten Datei sie nennt.",
  "Machine code": "Maschinencode",
  Lengths: "Längen",
  Bytes: "Bytes", // the same
  "Instead of assembly: the code word by word.": "Statt Assembler: der Code Wort für Wort.",
  Architecture: "Architektur",
  "Which instructions it has beside Zicsr and Zifencei: a those that are atomic, c those of 16 bits; left out: rv32im, of a linked file what it has.":
    "Welche Instruktionen es außer Zicsr und Zifencei hat: a die atomaren, c die von 16 Bit; weggelassen: rv32im, bei einer gelinkten Datei, was sie hat.",
  Program: "Programm",
  "Data address": "Datenadresse",
  "Where .data begins; auto: the data of programs lie one after another.":
    "Wo .data beginnt; auto: Die Daten der Programme liegen hintereinander.",
  "Machine code that is executed. It begins with the packet in hand in a0 (address) and a1 (bytes) and ends with ecall, ebreak, mret or a return.":
    "Maschinencode, der ausgeführt wird. Er beginnt mit dem Paket in der Hand in a0 (Adresse) und a1 (Bytes) und endet mit ecall, ebreak, mret oder einem Rücksprung.",
  Routine: "Routine", // the same
  Locks: "Sperren",
  Order: "Reihenfolge",
  "any: who looks first when it is free. fifo: a ticket lock. priority: the most urgent.":
    "any: wer zuerst nachsieht, wenn sie frei ist. fifo: ein Ticket-Lock. priority: der Dringlichste.",
  "Name of a routine.": "Name einer Routine.",
  "Spin lock": "Spin-Lock",
  "Who waits runs `poll` until it sees the lock free, then tries again; without `poll` it runs `acquire` again.":
    "Wer wartet, führt `poll` aus, bis er die Sperre frei sieht, und versucht es dann erneut; ohne `poll` führt er wieder `acquire` aus.",
  "Who is woken and has it then: the one that waits longest, or the most urgent.":
    "Wer geweckt wird und sie dann hat: der am längsten wartet oder der Dringlichste.",
  Protocol: "Protokoll",
  "inherit: who has it is as urgent as the most urgent of those that wait for it (PTHREAD_PRIO_INHERIT). none: by its own priority alone.":
    "inherit: Wer sie hat, ist so dringlich wie der Dringlichste, der auf sie wartet (PTHREAD_PRIO_INHERIT). none: nur nach eigener Priorität.",
  "Sleeping lock": "Schlafende Sperre",
  "Who waits gives its context away.": "Wer wartet, gibt seinen Kontext ab.",
  Lock: "Sperre",
  "`acquire` runs before each attempt, `release` before the lock is free.":
    "`acquire` läuft vor jedem Versuch, `release`, bevor die Sperre frei ist.",
  Programs: "Programme",
  "Memory of programs": "Speicher der Programme",
  "Shared by all of them, from 0x20000000 on; auto: data and stacks.":
    "Von allen geteilt, ab 0x20000000; auto: Daten und Stapel.",
  "Stack of a thread": "Stapel eines Threads",
  "Stacks lie at the end of the memory, that of the first thread last.":
    "Stapel liegen am Ende des Speichers, der des ersten Threads zuletzt.",
  "Writable code": "Beschreibbarer Code",
  "Programs may store to their code and execute what lies in their memory; left out: those in machine mode may, others may not.":
    "Programme dürfen in ihren Code schreiben und ausführen, was in ihrem Speicher liegt; weggelassen: die im Maschinenmodus dürfen es, andere nicht.",
  Scheduler: "Scheduler", // the same
  "Of threads that always live; handlers go before.": "Von Threads, die immer leben; Handler gehen vor.",
  Policy: "Verfahren",
  "none: at most one thread lives always on a context. priority: the most urgent one runs until it waits. round-robin: those of the same priority take turns.":
    "none: Höchstens ein Thread lebt immer auf einem Kontext. priority: Der dringlichste läuft, bis er wartet. round-robin: Die derselben Priorität wechseln sich ab.",
  "Time slice": "Zeitscheibe",
  "round-robin: how long a thread may run while others of its priority want to.":
    "round-robin: wie lange ein Thread laufen darf, während andere seiner Priorität wollen.",
  Switch: "Wechsel",
  "Of the kernel when a context goes to another thread, beside save and restore.":
    "Des Kernels, wenn ein Kontext an einen anderen Thread geht, neben Sichern und Wiederherstellen.",
  Tick: "Tick", // the same
  "Slices and sleeps end only at its multiples; 0: at any cycle.":
    "Zeitscheiben und Schlaf enden nur bei seinen Vielfachen; 0: bei jedem Takt.",
  "Work of a tick": "Arbeit eines Ticks",
  "Of the kernel, at each tick on each context that runs something; less than a tick.":
    "Des Kernels, bei jedem Tick auf jedem Kontext, der etwas ausführt; weniger als ein Tick.",
  Layer: "Schicht",
  "The layer that its cycles are accounted to.": "Wem seine Takte zugerechnet werden.",
  "The core it runs on, from 0.": "Der Kern, auf dem er läuft, ab 0.",
  Context: "Kontext",
  "The hardware context of that core it runs on, from 0; any: each time it is started, where most is free; one that always lives: when the machine is made.":
    "Der Hardwarekontext dieses Kerns, auf dem er läuft, ab 0; any: bei jedem Start, wo am meisten frei ist; einer, der immer lebt: wenn die Maschine entsteht.",
  "Interrupts enabled": "Interrupts freigegeben",
  "While it runs. Off: nothing preempts it.": "Während er läuft. Aus: Nichts verdrängt ihn.",
  "Machine mode": "Maschinenmodus",
  "It is a hart: its program takes traps itself (mtvec, mepc, mcause), reads and writes control and status registers, and never ends. It always lives, has a context of its own, and its one step executes a program.":
    "Er ist ein Hart: Sein Programm behandelt Traps selbst (mtvec, mepc, mcause), liest und schreibt Kontroll- und Statusregister und endet nie. Er lebt immer, hat einen eigenen Kontext, und sein einziger Schritt führt ein Programm aus.",
  Budget: "Budget", // the same
  "That one activation may take before budget-left fails; 0 = no bound.":
    "Das eine Aktivierung nehmen darf, bevor budget-left scheitert; 0 = keine Grenze.",
  "Time budget": "Zeitbudget",
  "After so many since its activation budget-left fails, too; 0 = no bound.":
    "Nach so vielen seit seiner Aktivierung scheitert budget-left ebenfalls; 0 = keine Grenze.",
  "A goal, counted and listed: from when it could start (its line, its raise, or what it waited for) to its end or its next wait. 0 = none.":
    "Ein Ziel, gezählt und aufgelistet: von da an, wo er beginnen könnte (seine Leitung, seine Anforderung oder worauf er wartete), bis zu seinem Ende oder seinem nächsten Warten. 0 = keines.",
  Always: "Immer",
  "Lives from cycle 0 and starts again when it ends.": "Lebt ab Takt 0 und beginnt neu, wenn er endet.",
  "Name of a NIC.": "Name einer Netzwerkkarte.",
  "Ring number": "Ringnummer",
  "Of the NIC's receive rings; 0 is its first.": "Der Empfangsringe der Karte; 0 ist ihr erster.",
  "Started by an interrupt line: by its name, or by the NIC that drives it.":
    "Durch eine Interrupt-Leitung gestartet: durch ihren Namen oder durch die Karte, die sie treibt.",
  "System call": "Systemaufruf",
  "Its soft interrupt is a system call: see systemCallSavesFrame.":
    "Sein Soft-Interrupt ist ein Systemaufruf: siehe systemCallSavesFrame.",
  "Soft interrupt": "Soft-Interrupt",
  "Started by a raise, once for each.": "Durch ein Auslösen gestartet, einmal für jedes.",
  "Started by": "Gestartet durch",
  "What makes the thread run.": "Was den Thread laufen lässt.",
  Steps: "Schritte",
  Thread: "Thread", // the same
  Traffic: "Verkehr",
  "Open loop": "Offener Kreis",
  "Events fall due at their times, whatever the machine does.":
    "Ereignisse werden zu ihren Zeiten fällig, was immer die Maschine tut.",
  "Send path": "Sendeweg",
  "A packet to send is put in the queue and the soft thread is raised.":
    "Ein zu sendendes Paket kommt in die Warteschlange, und der Soft-Thread wird ausgelöst.",
  "Name of a queue.": "Name einer Warteschlange.",
  "Name of a thread.": "Name eines Threads.",
  "Starts at": "Beginnt bei",
  Direction: "Richtung",
  "receive: frames come from the wire. send: packets go out.":
    "receive: Frames kommen von der Leitung. send: Pakete gehen hinaus.",
  "Frame size": "Frame-Größe",
  Weight: "Gewicht",
  "How often, beside the other sizes.": "Wie oft, neben den anderen Größen.",
  Sizes: "Größen",
  "Drawn by weight; simple IMIX: 64, 594 and 1518 as 7:4:1.":
    "Nach Gewicht gezogen; einfaches IMIX: 64, 594 und 1518 wie 7:4:1.",
  "Without preamble and gap.": "Ohne Präambel und Lücke.",
  Flows: "Flows", // the same
  "Connections the frames belong to, drawn for each; a NIC with several rings parts them by it.":
    "Verbindungen, zu denen die Frames gehören, für jeden gezogen; eine Karte mit mehreren Ringen verteilt sie danach.",
  "Number of frames": "Anzahl der Frames",
  "0 = no end.": "0 = kein Ende.",
  Bursts: "Bursts", // the same
  "The rate is that within a burst.": "Die Rate ist die innerhalb eines Bursts.",
  "Of a burst.": "Eines Bursts.",
  Pause: "Pause", // the same
  "Added to the gap after each burst.": "Zur Lücke nach jedem Burst hinzugefügt.",
  "Frames per second": "Frames in der Sekunde",
  "Bits per second": "Bits in der Sekunde",
  "Of the frames themselves, without preamble and gap.": "Der Frames selbst, ohne Präambel und Lücke.",
  Interval: "Abstand",
  "From frame to frame.": "Von Frame zu Frame.",
  Rate: "Rate", // the same
  "Constant rate": "Konstante Rate",
  "Closed loop": "Geschlossener Kreis",
  "One event at a time: the next waits until the work of the one before is done.":
    "Ein Ereignis zurzeit: Das nächste wartet, bis die Arbeit des vorigen erledigt ist.",
  "Think time": "Denkzeit",
  "From the end of the work of one frame to the offer of the next.":
    "Vom Ende der Arbeit an einem Frame bis zum Angebot des nächsten.",
  Body: "Inhalt",
  "What programs that serve the card read of received frames. udp: a datagram to port 9. echo-request: an ICMP echo request (ping).":
    "Was Programme, die die Karte bedienen, von empfangenen Frames lesen. udp: ein Datagramm an Port 9. echo-request: eine ICMP-Echo-Anfrage (Ping).",
  "Work ends": "Arbeit endet",
  "return: when what finished the frame has returned. packet: when the frame is delivered, or its answer is sent and reaped.":
    "return: wenn zurückgekehrt ist, was mit dem Frame fertig wurde. packet: wenn der Frame zugestellt oder seine Antwort gesendet und abgeräumt ist.",
  "Tail shape": "Form des Schwanzes",
  "Frames and pause are the least; each is drawn from a Pareto distribution of this shape: mean = least × shape / (shape - 1), heavy tails up to 2.":
    "Frames und Pause sind die kleinsten; beide werden aus einer Pareto-Verteilung dieser Form gezogen: Mittel = kleinster Wert × Form / (Form - 1), schwere Schwänze bis 2.",
  Window: "Fenster",
  "So many are under way at most, each of a connection of its own; each waits for its own work.":
    "So viele sind höchstens unterwegs, jeder von einer eigenen Verbindung; jeder wartet auf seine eigene Arbeit.",
  "Time scale": "Zeitmaßstab",
  "All times × this / 1000: 500 is twice as fast.": "Alle Zeiten × dies / 1000: 500 ist doppelt so schnell.",
  "Resample in blocks": "In Blöcken neu ziehen",
  "As many events as recorded, in blocks that the seed chooses: another sample each.":
    "So viele Ereignisse wie aufgezeichnet, in Blöcken, die der Seed wählt: jedes Mal eine andere Stichprobe.",
  "So many events in a row stay together, with the gaps between them.":
    "So viele Ereignisse hintereinander bleiben zusammen, mit den Abständen zwischen ihnen.",
  "One after another": "Einer nach dem anderen",
  Poisson: "Poisson", // the same
  "Exponential gaps with this mean rate.": "Exponentielle Abstände mit dieser mittleren Rate.",
  Times: "Zeiten",
  "From the start of the traffic; never falling.": "Vom Beginn des Verkehrs an; nie fallend.",
  "Frame sizes": "Frame-Größen",
  Directions: "Richtungen",
  "One letter an event: r = receive, s = send.": "Ein Buchstabe je Ereignis: r = empfangen, s = senden.",
  "Which connection each belongs to; left out: all to one.":
    "Zu welcher Verbindung jedes gehört; weggelassen: alle zu einer.",
  "How many bytes of each event are known, from its first on; 0: none.":
    "Wie viele Bytes jedes Ereignisses bekannt sind, vom ersten an; 0: keine.",
  "Of all events one behind the other, in base64, at most 262144 of a scenario together.":
    "Aller Ereignisse hintereinander, in Base64, höchstens 262144 eines Szenarios zusammen.",
  "Bytes of frames": "Bytes der Frames",
  "What received frames consist of, for programs that serve their card; bytes that are not known are made by a rule.":
    "Woraus empfangene Frames bestehen, für Programme, die ihre Karte bedienen; unbekannte Bytes entstehen nach einer Regel.",
  Events: "Ereignisse",
  "Columns of the same length, a row for each event.": "Spalten gleicher Länge, eine Zeile je Ereignis.",
  Trace: "Aufzeichnung",
  "Recorded events at their recorded times.": "Aufgezeichnete Ereignisse zu ihren aufgezeichneten Zeiten.",
  "Think times": "Denkzeiten",
  "From the end of the work of the event before.": "Vom Ende der Arbeit des vorigen Ereignisses an.",
  "Trace, closed loop": "Aufzeichnung, geschlossener Kreis",
  "A slower machine stretches the trace.": "Eine langsamere Maschine dehnt die Aufzeichnung.",
  "irqscope scenario": "irqscope-Szenario",
  "A machine, its software and its traffic.": "Eine Maschine, ihre Software und ihr Verkehr.",
  "The layer that its cycles are accounted to; left out: the thread's, inside a system call system-call.":
    "Wem seine Takte zugerechnet werden; weggelassen: wem die des Threads, in einem Systemaufruf system-call.",
  "Run a routine": "Routine ausführen",
  "The step that takes time.": "Der Schritt, der Zeit braucht.",
  "Name of a lock.": "Name einer Sperre.",
  "Take a lock": "Sperre nehmen",
  "Waits, spinning or asleep, until the thread has it.":
    "Wartet, aktiv oder schlafend, bis der Thread sie hat.",
  "Give a lock back": "Sperre zurückgeben",
  "Does nothing when the thread has not got it.": "Tut nichts, wenn der Thread sie nicht hat.",
  "The steps run in the kernel, accounted to system-call; `enter` runs before and `exit` behind them.":
    "Die Schritte laufen im Kernel, system-call zugerechnet; `enter` läuft vor und `exit` nach ihnen.",
  "Status bits": "Statusbits",
  "Bits of the NIC's status register.": "Bits im Statusregister der Karte.",
  Acknowledge: "Quittieren",
  "Clear status bits of the NIC.": "Statusbits der Karte löschen.",
  "Take a frame": "Frame nehmen",
  "From the NIC; returns when there is none.": "Von der Karte; kehrt zurück, wenn keiner da ist.",
  "Give the frame": "Frame übergeben",
  "To the NIC's transmit queue; full: dropped.": "An die Sendewarteschlange der Karte; voll: verworfen.",
  "Reap sent frames": "Gesendete Frames einsammeln",
  "Their slots are free and they count as delivered.":
    "Ihre Plätze sind frei, und sie zählen als zugestellt.",
  "When full": "Wenn voll",
  "drop: the packet is lost. wait: for room; only in threads that always live.":
    "drop: Das Paket ist verloren. wait: auf Platz; nur in Threads, die immer leben.",
  "Put in queue": "In Warteschlange legen",
  "Take from queue": "Aus Warteschlange nehmen",
  "Returns when there is none.": "Kehrt zurück, wenn nichts da ist.",
  "Raise a thread": "Thread auslösen",
  "A soft interrupt starts; one that always lives wakes from its wait for a raise.":
    "Ein Soft-Interrupt beginnt; einer, der immer lebt, erwacht aus seinem Warten auf ein Auslösen.",
  "Mask the line": "Leitung maskieren",
  "Unmask the line": "Maskierung der Leitung aufheben",
  Deliver: "Zustellen",
  "The packet in hand has arrived at its end.": "Das Paket in der Hand ist am Ende angekommen.",
  Length: "Länge",
  "Which cache": "Welcher Cache",
  "Of the core that it runs on.": "Des Kerns, auf dem er läuft.",
  "Drawn cycles": "Gezogene Takte",
  "Added to the fixed budget, drawn with the seed each time the routine runs.":
    "Kommen zum festen Budget hinzu, bei jedem Lauf der Routine mit dem Startwert gezogen.",
  Quantiles: "Quantile",
  "Evenly spaced, from the least to the greatest, never falling; between two the cycles are drawn evenly.":
    "In gleichen Abständen vom kleinsten zum größten, nie fallend; zwischen zweien werden die Takte gleichmäßig gezogen.",
  "A list of measured values in their order.": "Eine geordnete Liste gemessener Werte.",
  "Per cent": "Prozent",
  "So many of the runs take no more; from 0 to 100, rising.":
    "So viele der Läufe brauchen nicht mehr; von 0 bis 100, steigend.",
  Percentiles: "Perzentile",
  "The first is that of 0 %, the last that of 100 %; between two it is linear.":
    "Das erste ist das von 0 %, das letzte das von 100 %; dazwischen ist es linear.",
  "Such as median, p90, p99.": "Etwa Median, p90, p99.",
  "How often, beside the other values.": "Wie oft, neben den anderen Werten.",
  "One of them is drawn, by weight.": "Einer davon wird gezogen, nach Gewicht.",
  "An empirical distribution.": "Eine empirische Verteilung.",
  "Disable interrupts": "Interrupts sperren",
  "Begin of a critical section: nothing preempts the thread until it enables them, or ends.":
    "Beginn eines kritischen Abschnitts: Nichts verdrängt den Thread, bis er sie freigibt oder endet.",
  "Enable interrupts": "Interrupts freigeben",
  "What waits and is more urgent comes at once.": "Was wartet und dringlicher ist, kommt sofort.",
  "Unlock the cache": "Cache freigeben",
  "Ends the locks of all its pinned lines.": "Hebt die Sperren all seiner festgehaltenen Zeilen auf.",
  "Copy to queue": "In Warteschlange kopieren",
  "A copy is a frame of its own; full: it is dropped.":
    "Eine Kopie ist ein eigener Frame; voll: Sie wird verworfen.",
  Drop: "Verwerfen",
  "The packet in hand is filtered.": "Das Paket in der Hand wird ausgefiltert.",
  "Wait for the queue": "Auf die Warteschlange warten",
  "Only in threads that always live.": "Nur in Threads, die immer leben.",
  "Wait for a raise": "Auf ein Auslösen warten",
  "Of this thread; one for each. Only in threads that always live.":
    "Dieses Threads; einmal für jedes. Nur in Threads, die immer leben.",
  For: "Dauer",
  Sleep: "Schlafen",
  Yield: "Abgeben",
  "Go behind the others of the same priority.": "Hinter die anderen derselben Priorität treten.",
  Return: "Rückkehr",
  "Frames wait in the receive ring": "Frames warten im Empfangsring",
  "Sent frames wait to be reaped": "Gesendete Frames warten auf das Einsammeln",
  "Packets wait in the queue": "Pakete warten in der Warteschlange",
  "The queue has room": "Die Warteschlange hat Platz",
  "A status bit is set": "Ein Statusbit ist gesetzt",
  "Any of the bits, in the NIC's status register. To look clears nothing.":
    "Eines der Bits, im Statusregister der Karte. Das Nachsehen löscht nichts.",
  "The status bits are clear": "Die Statusbits sind gelöscht",
  "All of the bits, in the NIC's status register.": "Alle diese Bits, im Statusregister der Karte.",
  "Budget left": "Budget übrig",
  "This activation has taken fewer packets than the thread's budget.":
    "Diese Aktivierung hat weniger Pakete genommen als das Budget des Threads.",
  Conditions: "Bedingungen",
  "All of these": "Alle davon",
  Condition: "Bedingung",
  "Tested each time.": "Jedes Mal geprüft.",
  While: "Solange",
  "Repeat the steps as long as the condition holds.": "Die Schritte wiederholen, solange die Bedingung gilt.",
  Repeat: "Wiederholen",
  "Run the steps, then again as long as the condition holds when they are done.":
    "Die Schritte ausführen, danach erneut, solange die Bedingung nach ihnen gilt.",
  Else: "Sonst",
  "Run when the condition does not hold.": "Ausgeführt, wenn die Bedingung nicht gilt.",
  If: "Wenn",
  "The steps when the condition holds, else the others.":
    "Die Schritte, wenn die Bedingung gilt, sonst die anderen.",
  Knobs: "Stellgrößen",
  Knob: "Stellgröße",
  "The least value.": "Der kleinste Wert.",
  "The greatest value.": "Der größte Wert.",
  "From one value to the next.": "Von einem Wert zum nächsten.",
  "Fields that are worth trying; the page offers them beside the metrics. No part of the machine.":
    "Felder, die auszuprobieren sich lohnt; die Seite bietet sie neben den Metriken an. Kein Teil der Maschine.",
  'Path of a field of this scenario, or the end of it that no other field has: "rxRingFrames", "eth0.rxRingFrames".':
    "Pfad eines Feldes dieses Szenarios, oder dessen Ende, das kein anderes Feld hat: „rxRingFrames“, „eth0.rxRingFrames“.",
  "To choose from, in the order in which they are offered.":
    "Zur Auswahl, in der Reihenfolge, in der sie angeboten werden.",
  "Instead of values, for a number.": "Statt der Werte, für eine Zahl.",
  "What the page calls it; left out: the title of the field.":
    "Wie die Seite sie nennt; weggelassen: der Titel des Feldes.",
  "One text": "Ein Text",
  "In both languages": "In beiden Sprachen",
  Values: "Werte",
  Word: "Wort",
  Step: "Schrittweite",
} as const;
