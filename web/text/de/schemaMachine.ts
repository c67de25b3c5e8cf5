/** Titles and explanations of fields: the machine. */
export const SCHEMA_MACHINE = {
  Pipeline: "Pipeline", // the same
  NIC: "Netzwerkkarte",
  Name: "Name", // the same
  "Unique among its kind; references use it.": "Eindeutig unter seinesgleichen; Verweise benutzen ihn.",
  Description: "Beschreibung",
  "For readers: what this is and what to look at.": "Für Lesende: was das ist und worauf man achten soll.",
  Source: "Quelle",
  "Where the machine and its numbers come from.": "Woher die Maschine und ihre Zahlen stammen.",
  Document: "Dokument",
  "Number or name of the paper or manual.": "Nummer oder Name des Artikels oder Handbuchs.",
  Place: "Stelle",
  "Section, figure or table in it.": "Abschnitt, Abbildung oder Tabelle darin.",
  Note: "Anmerkung",
  "What was taken from it, and what not.": "Was daraus entnommen wurde und was nicht.",
  Seed: "Seed", // the same
  "Of every random draw; the same seed gives the same run.":
    "Jeder zufälligen Ziehung; derselbe Seed ergibt denselben Lauf.",
  "Run length": "Länge des Laufs",
  "Where the run ends.": "Wo der Lauf endet.",
  Machine: "Maschine",
  Clock: "Taktfrequenz",
  Core: "Kern",
  "Context selection": "Kontextauswahl",
  "single: one context, interrupts save and restore it in software. on-event: an interrupt, soft interrupt or return switches the context pointer. The others choose in each cycle who issues, among contexts that are not stalled: in turns, by priority, by weight within groups; smt: several in one cycle.":
    "single: ein Kontext, Interrupts sichern ihn in Software und stellen ihn wieder her. on-event: Ein Interrupt, Soft-Interrupt oder eine Rückkehr schaltet den Kontextzeiger um. Die anderen wählen in jedem Takt, wer ausgibt, unter Kontexten ohne Stall: reihum, nach Priorität, nach Gewicht innerhalb von Gruppen; smt: mehrere in einem Takt.",
  Cores: "Kerne",
  "All alike; together they have at most 32 contexts.":
    "Alle gleich; zusammen haben sie höchstens 32 Kontexte.",
  "Hardware contexts": "Hardwarekontexte",
  "Register contexts of each core: PC, status and registers in hardware.":
    "Registerkontexte jedes Kerns: Befehlszähler, Status und Register in Hardware.",
  "Switch from a blocked context": "Wechsel von einem blockierten Kontext",
  "In which nothing issues when contexts take turns and the one that issued last waits for an operand while another could issue.":
    "In denen nichts ausgegeben wird, wenn Kontexte sich abwechseln und der, der zuletzt an der Reihe war, auf einen Operanden wartet, während ein anderer könnte.",
  "Issue width": "Ausgabebreite",
  "smt: instructions issued in a cycle, at most one of each context.":
    "smt: in einem Takt ausgegebene Instruktionen, höchstens eine je Kontext.",
  "Context priorities": "Kontextprioritäten",
  "By context, core after core; small = high. fixed-priority chooses by them, else they are only shown. Left out: the highest priority of its threads.":
    "Je Kontext, Kern nach Kern; klein = hoch. fixed-priority wählt danach, sonst werden sie nur gezeigt. Weggelassen: die höchste Priorität seiner Threads.",
  "Context weights": "Kontextgewichte",
  "weighted-round-robin: issues of a context in a round of its group; left out: 1.":
    "weighted-round-robin: Ausgaben eines Kontexts in einer Runde seiner Gruppe; weggelassen: 1.",
  "Context groups": "Kontextgruppen",
  "weighted-round-robin: a group issues only in cycles in which no lower one can; left out: 0.":
    "weighted-round-robin: Eine Gruppe gibt nur in Takten aus, in denen es keine niedrigere kann; weggelassen: 0.",
  "In order, one instruction a cycle (smt: several).":
    "In Reihenfolge, eine Instruktion je Takt (smt: mehrere).",
  Stages: "Stufen",
  "From fetch to write-back; the one before EX issues.":
    "Vom Holen bis zum Zurückschreiben; die vor EX gibt aus.",
  Execution: "Ausführung",
  "The stage in which an instruction needs its operands.":
    "Die Stufe, in der eine Instruktion ihre Operanden braucht.",
  "Memory access": "Speicherzugriff",
  "The stage in which loads and stores access memory.":
    "Die Stufe, in der Lade- und Speicherzugriffe an den Speicher gehen.",
  "Branch resolved in": "Sprung entschieden in",
  "When a branch leaves this stage its target is fetched: of IF ID EX MEM WB a taken one costs one cycle in ID, two in EX, three in MEM.":
    "Wenn ein Sprung diese Stufe verlässt, wird sein Ziel geholt: Bei IF ID EX MEM WB kostet ein genommener in ID einen Takt, in EX zwei, in MEM drei.",
  "Target known in": "Ziel bekannt in",
  "When a branch predicted taken leaves this stage its target is fetched, unless the table of targets has it; left out: the second stage.":
    "Wenn ein als genommen vorhergesagter Sprung diese Stufe verlässt, wird sein Ziel geholt, wenn es nicht in der Tabelle der Ziele steht; weggelassen: die zweite Stufe.",
  "Branch compares": "Sprung vergleicht",
  "Resolved in the stage that issues (ID), a branch that compares registers waits a cycle longer for them than an instruction in EX; condition-codes (SPARC): it does not.":
    "In der ausgebenden Stufe (ID) entschieden, wartet ein Sprung, der Register vergleicht, einen Takt länger auf sie als eine Instruktion in EX; condition-codes (SPARC): Das entfällt.",
  Forwarding: "Forwarding", // the same
  "full: a result goes to where it is needed. none: it is read from the registers, in the cycle of its write-back at the earliest.":
    "full: Ein Ergebnis geht dorthin, wo es gebraucht wird. none: Es wird aus den Registern gelesen, frühestens im Takt seines Zurückschreibens.",
  "Forwarding of stored values": "Forwarding gespeicherter Werte",
  "A store needs the value that it stores in the memory access only, not in EX.":
    "Ein Speicherzugriff braucht den Wert, den er speichert, erst beim Zugriff, nicht schon in EX.",
  "Load-use delay": "Load-Use-Verzögerung",
  "Bubbles when the next instruction needs the result of a load.":
    "Blasen, wenn die nächste Instruktion das Ergebnis eines Ladezugriffs braucht.",
  Multiply: "Multiplikation",
  "Cycles a multiplication stays in EX.": "Takte, die eine Multiplikation in EX bleibt.",
  Divide: "Division",
  "Cycles a division of a program stays in EX; left out: as a multiplication.":
    "Takte, die eine Division eines Programms in EX bleibt; weggelassen: wie eine Multiplikation.",
  "Store in EX": "Speicherzugriff in EX",
  "Cycles a store stays in EX before its access (LEON2: 2).":
    "Takte, die ein Speicherzugriff vor seinem Zugriff in EX bleibt (LEON2: 2).",
  "Jump in EX": "Sprung in EX",
  "Cycles a jump stays in EX (LEON2: 2).": "Takte, die ein unbedingter Sprung in EX bleibt (LEON2: 2).",
  "Compare, then branch": "Vergleich, dann Sprung",
  "A branch right behind the instruction whose result it reads waits so long (LEON2 icchold: 1).":
    "So lange wartet ein Sprung direkt hinter der Instruktion, deren Ergebnis er liest (LEON2 icchold: 1).",
  "Cycles a load or store stays in MEM; it needs the bus in those cycles.":
    "Takte, die ein Lade- oder Speicherzugriff in MEM bleibt; in diesen Takten braucht er den Bus.",
  "Branch prediction": "Sprungvorhersage",
  "Rightly predicted as not taken, a branch costs nothing; as taken, the cycles until its target is known, unless the table of targets has it.":
    "Richtig als nicht genommen vorhergesagt, kostet ein Sprung nichts; als genommen kostet er die Takte, bis sein Ziel bekannt ist, wenn er nicht in der Tabelle der Ziele steht.",
  "Not taken": "Nicht genommen",
  Targets: "Ziele",
  "Entries of the table of targets: a branch or jump that has one is known when it is fetched; 0 = none.":
    "Einträge der Tabelle der Ziele: Ein Sprung, der dort steht, ist beim Holen bekannt; 0 = keine.",
  "Return stack": "Rücksprungstapel",
  "Return addresses of calls; 0 = none.": "Rücksprungadressen von Aufrufen; 0 = keine.",
  "Backward taken": "Rückwärts genommen",
  Counters: "Zähler",
  "Of 2 bits each, picked by the address of the branch.":
    "Zu je 2 Bits, ausgewählt durch die Adresse des Sprungs.",
  Bimodal: "Bimodal", // the same
  "2-bit counters by the address of the branch.": "2-Bit-Zähler nach der Adresse des Sprungs.",
  Interrupts: "Interrupts", // the same
  "Entry sequence": "Eintrittsfolge",
  "Steps after the pipeline has drained; a step of 0 cycles is left out.":
    "Schritte nach dem Leerlaufen der Pipeline; ein Schritt mit 0 Takten entfällt.",
  "Push SR": "SR ablegen",
  "Push the status register.": "Das Statusregister auf den Stapel legen.",
  "Clear enable": "Freigabe löschen",
  "Clear the interrupt-enable bit.": "Das Interrupt-Freigabebit löschen.",
  "Push PC": "PC ablegen",
  "Push the program counter.": "Den Befehlszähler auf den Stapel legen.",
  "Vector + acknowledge": "Vektor + Quittung",
  "Get the vector and acknowledge the controller.": "Den Vektor holen und dem Controller quittieren.",
  "Vector to address": "Vektor zu Adresse",
  "Turn the vector into the handler's address.": "Aus dem Vektor die Adresse des Handlers machen.",
  "Load PC": "PC laden",
  "Load the handler's address into the PC.": "Die Adresse des Handlers in den Befehlszähler laden.",
  "Save and restore": "Sichern und Wiederherstellen",
  "Paid when the context an activity starts on already holds a live one.":
    "Zu zahlen, wenn der Kontext, auf dem eine Aktivität beginnt, schon eine lebende enthält.",
  Save: "Sichern",
  Restore: "Wiederherstellen",
  "Fixed cycles": "Feste Takte",
  "Source 000 gives the sum of both, 186 cycles.": "Quelle 000 nennt die Summe beider, 186 Takte.",
  Words: "Wörter",
  "Real stores and loads that go through the pipeline.":
    "Wirkliche Speicher- und Ladezugriffe, die durch die Pipeline gehen.",
  "Tail chaining": "Tail-Chaining",
  "A line pending at return is taken at once, without restore and save between.":
    "Eine bei der Rückkehr anstehende Leitung wird sofort angenommen, ohne Wiederherstellen und Sichern dazwischen.",
  "System calls save registers": "Systemaufrufe sichern Register",
  "A system call pays save and restore even when its context is free.":
    "Ein Systemaufruf zahlt Sichern und Wiederherstellen auch, wenn sein Kontext frei ist.",
  Lines: "Leitungen",
  "Lines that have names; a device may also bring its own.":
    "Leitungen mit eigenem Namen; ein Gerät kann auch seine eigene mitbringen.",
  Priority: "Priorität",
  "Small = high.": "Klein = hoch.",
  Trigger: "Auslösung",
  "level: pending while a status bit is set. edge: pending when one rises. message: pending with each event, also while the bit is still set.":
    "level: anstehend, solange ein Statusbit gesetzt ist. edge: anstehend, wenn eines gesetzt wird. message: anstehend mit jedem Ereignis, auch während das Bit noch gesetzt ist.",
  "Masked at start": "Anfangs maskiert",
  "Masked in the interrupt controller at cycle 0.": "Bei Takt 0 im Interrupt-Controller maskiert.",
  Deadline: "Frist",
  "A goal, counted and listed: from the line's assertion to the handler's first acknowledge. 0 = none.":
    "Ein Ziel, gezählt und aufgelistet: von der Aktivierung der Leitung bis zur ersten Quittung des Handlers. 0 = keines.",
  "Loses edges while masked": "Verliert Flanken, während sie maskiert ist",
  "An edge or message that comes while the line is masked is not remembered.":
    "Eine Flanke oder Nachricht, die kommt, während die Leitung maskiert ist, wird nicht gemerkt.",
  "Steered to core": "Zugeordneter Kern",
  "The core on which the thread that answers runs; any: the thread's own.":
    "Der Kern, auf dem der antwortende Thread läuft; any: der des Threads selbst.",
  "Steered to context": "Zugeordneter Kontext",
  "The context on which the thread that answers runs; any: the thread's own.":
    "Der Kontext, auf dem der antwortende Thread läuft; any: der des Threads selbst.",
  "Interrupt line": "Interrupt-Leitung",
  Memory: "Speicher",
  "Without caches a load or store takes its cycles on the bus.":
    "Ohne Caches braucht ein Lade- oder Speicherzugriff seine Takte auf dem Bus.",
  "L1 instruction cache": "L1-Instruktionscache",
  "Of each core.": "Je Kern.",
  Size: "Größe",
  "Ways × lines × line size; the number of lines in a way is a power of two.":
    "Wege × Zeilen × Zeilengröße; die Anzahl der Zeilen eines Weges ist eine Zweierpotenz.",
  Ways: "Wege",
  "Lines of one set: how many places in the cache an address may go to.":
    "Zeilen eines Satzes: an wie viele Plätze im Cache eine Adresse gehen darf.",
  Line: "Zeile",
  "Sub-block": "Teilblock",
  "What a miss brings: the line, or a part of it with a valid bit of its own (LEON2: 4 bytes; code is streamed to the end of the line).":
    "Was ein Fehlzugriff bringt: die Zeile oder einen Teil davon mit eigenem Gültigkeitsbit (LEON2: 4 Bytes; Code wird bis zum Ende der Zeile nachgeladen).",
  "A miss goes on": "Nach einem Fehlzugriff weiter",
  "whole-line: when all of the line has come. early-restart: when its word has come, in the order of addresses. critical-word-first: the same, and the missed word comes first. Of L1 caches without sub-blocks.":
    "whole-line: wenn die ganze Zeile da ist. early-restart: wenn sein Wort da ist, in der Reihenfolge der Adressen. critical-word-first: ebenso, und das verfehlte Wort kommt zuerst. Von L1-Caches ohne Teilblöcke.",
  Replacement: "Ersetzung",
  "lru: least recently used. lrr: least recently replaced. random: drawn.":
    "lru: am längsten nicht benutzt. lrr: am längsten nicht ersetzt. random: gezogen.",
  Writes: "Schreiben",
  "write-back: to the next level when the line is replaced. write-through: at once.":
    "write-back: an die nächste Ebene, wenn die Zeile ersetzt wird. write-through: sofort.",
  "Write miss brings the line": "Schreib-Fehlzugriff bringt die Zeile",
  "Off: the store goes to the next level alone.": "Aus: Nur der Speicherzugriff geht an die nächste Ebene.",
  "Pinned ways": "Festgehaltene Wege",
  "Ways that only pinned routines and lines of pinned ranges may fill; others fill the rest.":
    "Wege, die nur festgehaltene Routinen und Zeilen festgehaltener Bereiche füllen dürfen; andere füllen den Rest.",
  "Pinned lines": "Festgehaltene Zeilen",
  "Instead of ways: so many lines of a set at most stay once a pinned routine has used them, or anybody those of pinned ranges; the oldest is let go for one more. The rest serves everybody.":
    "Statt Wegen: Höchstens so viele Zeilen eines Satzes bleiben, sobald eine festgehaltene Routine sie benutzt hat, oder irgendwer die festgehaltener Bereiche; für eine weitere wird die älteste freigegeben. Der Rest dient allen.",
  "Pinned lines stay": "Festgehaltene Zeilen bleiben",
  "mark: until the oldest makes room for one more. lock: until software unlocks the cache (unlock-cache); beyond the limit a pin is refused.":
    "mark: bis die älteste für eine weitere Platz macht. lock: bis Software den Cache freigibt (unlock-cache); über die Grenze hinaus wird ein Festhalten abgelehnt.",
  "Pinned ranges": "Festgehaltene Bereiche",
  "Lines of this cache that begin there are pinned, whoever accesses them.":
    "Zeilen dieses Caches, die dort beginnen, werden festgehalten, wer immer auf sie zugreift.",
  From: "Von",
  "First address of it.": "Seine erste Adresse.",
  To: "Bis",
  "First address after it.": "Erste Adresse dahinter.",
  Range: "Bereich",
  "Pinned sets": "Festgehaltene Sätze",
  "Ways or lines are pinned in the sets below this one.":
    "In den Sätzen unterhalb dieses werden Wege oder Zeilen festgehalten.",
  "L1 data cache": "L1-Datencache",
  "L2 cache": "L2-Cache",
  "Shared by the cores, or one of each (l2PerCore).":
    "Von den Kernen geteilt, oder einer je Kern (l2PerCore).",
  "An L2 of each core": "Ein L2 je Kern",
  "Lines move between them as between L1 data caches. Needs an L1 data cache.":
    "Zeilen wandern zwischen ihnen wie zwischen L1-Datencaches. Braucht einen L1-Datencache.",
  "Uncached ranges": "Bereiche ohne Cache",
  "Loads and stores there go around caches and TLB, in the time of a device register; multiples of 256. Device registers (from 0xf0000000 on) always do.":
    "Lade- und Speicherzugriffe dort umgehen Caches und TLB, in der Zeit eines Geräteregisters; Vielfache von 256. Für Geräteregister (ab 0xf0000000) gilt das immer.",
  "Addresses without caches": "Adressen ohne Caches",
  "Every access goes to memory by its address, although there is no cache.":
    "Jeder Zugriff geht mit seiner Adresse an den Speicher, obwohl es keinen Cache gibt.",
  "Memory latency": "Speicherlatenz",
  "From the begin of a read on the bus to its first beat; CPU cycles, whatever the clock ratio.":
    "Vom Beginn eines Lesens auf dem Bus bis zu seinem ersten Beat; CPU-Takte, unabhängig vom Taktverhältnis.",
  "L2 access": "L2-Zugriff",
  "An L1 miss that the L2 answers; also its part of one that it does not.":
    "Ein L1-Fehlzugriff, den der L2 beantwortet; auch sein Teil an einem, den er nicht beantwortet.",
  "Device register": "Geräteregister",
  "An access that goes around the caches.": "Ein Zugriff, der die Caches umgeht.",
  "Device register on the bus": "Geräteregister auf dem Bus",
  "So long an access to a device register holds the bus, then the device answers; 0 = all of its time.":
    "So lange belegt ein Zugriff auf ein Geräteregister den Bus, dann antwortet das Gerät; 0 = seine ganze Zeit.",
  "Posted device writes": "Gepufferte Geräteschreibzugriffe",
  "Stores to device registers go through the store buffer, if there is one.":
    "Speicherzugriffe auf Geräteregister gehen durch den Schreibpuffer, wenn es einen gibt.",
  "Store on the bus": "Speicherzugriff auf dem Bus",
  "Instruction cache return": "Rückkehr des Instruktionscaches",
  "So long no instruction leaves fetch behind the fill of a line of code.":
    "So lange verlässt nach dem Füllen einer Codezeile keine Instruktion die Holstufe.",
  Request: "Anforderung",
  "From the moment at which a core needs the bus until it asks for it: 1 where the request is registered. CPU cycles, also with inBusClocks.":
    "Vom Zeitpunkt, zu dem ein Kern den Bus braucht, bis zu seiner Anforderung: 1, wo sie durch ein Register geht. CPU-Takte, auch mit inBusClocks.",
  "Cache to cache": "Cache zu Cache",
  "To the first beat of a line that another core has written.":
    "Bis zum ersten Beat einer Zeile, die ein anderer Kern geschrieben hat.",
  Claim: "Anspruch",
  "A write to a line that other cores share invalidates their copies first.":
    "Ein Schreiben in eine Zeile, die andere Kerne teilen, macht zuerst deren Kopien ungültig.",
  "Store buffer": "Schreibpuffer",
  "Stores to the bus that nobody waits for, of each core.":
    "Speicherzugriffe auf den Bus, auf die niemand wartet, je Kern.",
  "Non-blocking": "Nicht blockierend",
  "A miss holds up who needs its data and the context's next access; off: everybody behind it.":
    "Ein Fehlzugriff hält den auf, der seine Daten braucht, und den nächsten Zugriff des Kontexts; aus: alle dahinter.",
  "DMA writes": "DMA-Schreibzugriffe",
  "What they do to cached lines.": "Was sie mit Zeilen im Cache machen.",
  TLB: "TLB", // the same
  "Of each core, for code and data.": "Je Kern, für Code und Daten.",
  Entries: "Einträge",
  Page: "Seite",
  "lru: the page least recently used goes. random: any.":
    "lru: Die am längsten nicht benutzte Seite weicht. random: irgendeine.",
  Miss: "Fehlzugriff",
  "By hardware: by so many the access is delayed. By software: so long the exception takes, in which other contexts run.":
    "Durch Hardware: Um so viele verzögert sich der Zugriff. Durch Software: So lange dauert die Ausnahme, während der andere Kontexte laufen.",
  "Refill by software": "Nachladen durch Software",
  "Instructions of the refill routine, which its context issues; 0 = hardware refills.":
    "Instruktionen der Nachladeroutine, die ihr Kontext ausgibt; 0 = Hardware lädt nach.",
  "Unmapped ranges": "Bereiche ohne Übersetzung",
  "Addresses there need no entry; multiples of 256. MIPS: kseg0.":
    "Adressen dort brauchen keinen Eintrag; Vielfache von 256. MIPS: kseg0.",
  Bus: "Bus", // the same
  "Clock ratio": "Taktverhältnis",
  "CPU cycles a bus clock. It only aligns: where there are addresses, a transaction begins at its multiples. Every duration (latency, beats, stores, device registers) stays in CPU cycles and is not multiplied by it, unless inBusClocks says so.":
    "CPU-Takte je Bustakt. Es richtet nur aus: Wo es Adressen gibt, beginnt eine Transaktion bei seinen Vielfachen. Jede Dauer (Latenz, Beats, Speicherzugriffe, Geräteregister) bleibt in CPU-Takten und wird nicht damit multipliziert, wenn inBusClocks es nicht sagt.",
  "Durations in bus clocks": "Dauern in Bustakten",
  "What passes on the bus (cycles per beat, gap between bursts, memory latency, stores, device registers, cache to cache, claim) is given in bus clocks: multiplied by the clock ratio.":
    "Was auf dem Bus geschieht (Takte je Beat, Lücke zwischen Bursts, Speicherlatenz, Speicherzugriffe, Geräteregister, Cache zu Cache, Anspruch), ist in Bustakten angegeben: mit dem Taktverhältnis multipliziert.",
  "Bytes per beat": "Bytes je Beat",
  "Of line fills and write-backs, where DMA is instant. Where dma is an object, its bytes and cycles per beat hold for them too and these two count nowhere: it is one bus.":
    "Von Zeilenfüllungen und Rückschreibungen, wo DMA sofort geschieht. Wo dma ein Objekt ist, gelten dessen Bytes und Takte je Beat auch für sie, und diese beiden zählen nirgends: Es ist ein Bus.",
  "Cycles per beat": "Takte je Beat",
  "CPU cycles, whatever the clock ratio (on a bus at half the clock a beat a bus clock is 2), or bus clocks with inBusClocks.":
    "CPU-Takte, unabhängig vom Taktverhältnis (auf einem Bus mit halbem Takt ist ein Beat je Bustakt 2), oder Bustakte mit inBusClocks.",
  DMA: "DMA", // the same
  "instant: data moves in no time (source 000). Else it takes bus cycles from the CPU.":
    "instant: Daten wandern ohne Zeit (Quelle 000). Sonst nimmt es der CPU Bustakte weg.",
  "Beats per burst": "Beats je Burst",
  "The bus is arbitrated once per burst.": "Der Bus wird einmal je Burst vergeben.",
  "Gap between bursts": "Lücke zwischen Bursts",
  "Cycles the bus stays free for the CPU.": "Takte, die der Bus für die CPU frei bleibt.",
  "Cycle stealing": "Cycle-Stealing",
  NICs: "Netzwerkkarten",
  "Line rate": "Leitungsrate",
  "ideal: a frame takes no time on the wire.": "ideal: Ein Frame braucht auf der Leitung keine Zeit.",
  "Frame overhead": "Frame-Zusatz",
  "Preamble and gap between frames, on the wire only.":
    "Präambel und Lücke zwischen Frames, nur auf der Leitung.",
  "Receive mode": "Empfangsmodus",
  "ring: DMA puts frames in host memory before the interrupt. remote: frames stay in the NIC until the driver takes them.":
    "ring: DMA legt Frames vor dem Interrupt in den Hauptspeicher. remote: Frames bleiben in der Karte, bis der Treiber sie nimmt.",
  "Receive ring": "Empfangsring",
  "Transmit queue": "Sendewarteschlange",
  "Bytes of the transmit queue": "Bytes der Sendewarteschlange",
  "Limit on the total buffers of its frames; 0 = none.":
    "Obergrenze der Puffer aller ihrer Frames; 0 = keine.",
  "Transmit descriptors": "Sendedeskriptoren",
  "Buffer descriptors that the frames of the transmit queue may hold; 0 = no bound.":
    "Pufferdeskriptoren, die die Frames der Sendewarteschlange belegen dürfen; 0 = keine Grenze.",
  "Transmit buffer": "Sendepuffer",
  "A frame takes as many descriptors as it fills buffers; 0 = any frame fits into one.":
    "Ein Frame belegt so viele Deskriptoren, wie er Puffer füllt; 0 = jeder Frame passt in einen.",
  "Name of a line.": "Name einer Leitung.",
  "Raised by": "Ausgelöst durch",
  "Status bits that drive the line.": "Statusbits, die die Leitung treiben.",
  "A line of its own": "Eine eigene Leitung",
  "Buffers of the ring": "Puffer des Rings",
  Coalescing: "Coalescing", // the same
  "The first of these that comes asks for an interrupt.":
    "Das erste davon, das eintritt, verlangt einen Interrupt.",
  Frames: "Frames", // the same
  "Unsignalled frames that ask for an interrupt; 1: each does; 0: frames do not.":
    "Ungemeldete Frames, die einen Interrupt verlangen; 1: jeder; 0: Frames verlangen keinen.",
  "Absolute timer": "Absoluter Timer",
  "Runs from the first unsignalled frame on and is not restarted; 0 = none.":
    "Läuft ab dem ersten ungemeldeten Frame und wird nicht neu gestartet; 0 = keiner.",
  "Packet timer": "Pakettimer",
  "Restarted by every frame; 0 = none.": "Von jedem Frame neu gestartet; 0 = keiner.",
  Throttle: "Drosselung",
  "Least time between two interrupts; 0 = none.": "Kürzeste Zeit zwischen zwei Interrupts; 0 = keine.",
  Host: "Gegenstelle",
  "Behind the wire of a card that programs serve: it answers ARP and ICMP echo requests, and what comes over the wire is asked by it, so that latencies of requests end with the program's answers.":
    "Hinter der Leitung einer Karte, die Programme bedienen: Sie beantwortet ARP und ICMP-Echo-Anfragen. Was über die Leitung kommt, fragt sie; Latenzen von Anfragen enden mit den Antworten des Programms.",
  "Answers after": "Antwortet nach",
  "From the last bit of a request to the begin of its answer on the wire, or its wait for it.":
    "Vom letzten Bit einer Anfrage bis zum Beginn ihrer Antwort auf der Leitung oder ihres Wartens darauf.",
  "Shortest frame": "Kürzester Frame",
  "A shorter one is padded on the wire; Ethernet: 64.":
    "Ein kürzerer wird auf der Leitung aufgefüllt; Ethernet: 64.",
  Cells: "Zellen",
  "Frames are cut into cells on the wire (ATM).": "Frames werden auf der Leitung in Zellen zerlegt (ATM).",
  Cell: "Zelle",
  Payload: "Nutzdaten",
  Trailer: "Anhang",
  "Added to a frame before it is cut; AAL5: 8.": "An einen Frame angefügt, bevor er zerlegt wird; AAL5: 8.",
  "Stuffed bits": "Stopfbits",
  "Added to the bits of a frame; HDLC with random data: 16.":
    "Zu den Bits eines Frames hinzugefügt; HDLC mit zufälligen Daten: 16.",
  Slots: "Zeitschlitze",
  "A frame waits for the next slot of this length on the wire (USB: 1,000,000); 0 = none.":
    "Ein Frame wartet auf den nächsten Zeitschlitz dieser Länge auf der Leitung (USB: 1 000 000); 0 = keine.",
  FIFO: "FIFO", // the same
  "On the card, in front of the rings; full: dropped. 0 = none.":
    "Auf der Karte, vor den Ringen; voll: verworfen. 0 = keiner.",
  "Receive buffer": "Empfangspuffer",
  "A frame takes as many buffers as it needs; 0 = any frame fits into one.":
    "Ein Frame belegt so viele Puffer, wie er braucht; 0 = jeder Frame passt in einen.",
  "Flow control": "Flusskontrolle",
  "The sender waits while the card has no room for its next frame.":
    "Der Sender wartet, solange die Karte keinen Platz für seinen nächsten Frame hat.",
  Offloads: "Offloads", // the same
  "Served by": "Bedient von",
  "steps: threads take and give frames. program: programs find its registers, and rings of descriptors in their memory; frames have bytes.":
    "steps: Threads nehmen und geben Frames. program: Programme finden ihre Register und Ringe von Deskriptoren in ihrem Speicher; Frames haben Bytes.",
  "Status by": "Status nach",
  "event: a bit is set by what happens and is clear from the acknowledge on. fill: it stays set until no frame waits (16550 UART).":
    "event: Ein Bit wird gesetzt durch das, was geschieht, und ist ab dem Quittieren gelöscht. fill: Es bleibt gesetzt, bis kein Frame mehr wartet (UART 16550).",
  "event: a bit is set by what happens and is clear from the acknowledge on. fill: it stays set until no completed request waits (16550 UART).":
    "event: Ein Bit wird gesetzt durch das, was geschieht, und ist ab dem Quittieren gelöscht. fill: Es bleibt gesetzt, bis kein erledigter Auftrag mehr wartet (UART 16550).",
  Checksum: "Prüfsumme",
  "Routines do without the checksum part of their budget.":
    "Routinen kommen ohne den Prüfsummenteil ihres Budgets aus.",
  Segmentation: "Segmentierung",
  "What is sent goes onto the wire in frames of at most this; 0 = off.":
    "Was gesendet wird, geht in Frames von höchstens dieser Größe auf die Leitung; 0 = aus.",
  "Receive merge": "Zusammenfassen beim Empfang",
  "Frames of a flow that follow each other become one packet up to this size; 0 = off.":
    "Aufeinanderfolgende Frames eines Flows werden zu einem Paket bis zu dieser Größe; 0 = aus.",
  "Merge time": "Zeit zum Zusammenfassen",
  "A packet waits no longer than this for more frames.": "Länger wartet ein Paket nicht auf weitere Frames.",
  "Send coalescing": "Coalescing beim Senden",
  "The same for frames that were sent; acknowledging tx clears it.":
    "Dasselbe für gesendete Frames; Quittieren von tx setzt es zurück.",
  "Receive cut-through": "Cut-Through beim Empfang",
  "DMA into the ring begins when so many bytes of a frame have come, not only at its last bit; where there is no room then, it waits for the last bit. Receive mode ring, no receive merge. 0 = store and forward.":
    "DMA in den Ring beginnt, wenn so viele Bytes eines Frames gekommen sind, nicht erst mit seinem letzten Bit; ist dann kein Platz, wartet es auf das letzte Bit. Empfangsmodus ring, kein Zusammenfassen. 0 = Store-and-forward.",
  "Send cut-through": "Cut-Through beim Senden",
  "A frame goes onto the wire when so many of its bytes are on the card; when the others come too late it is lost. 0 = store and forward.":
    "Ein Frame geht auf die Leitung, wenn so viele seiner Bytes auf der Karte sind; kommen die anderen zu spät, ist er verloren. 0 = Store-and-forward.",
  "More receive rings": "Weitere Empfangsringe",
  "Rings 1, 2, .. beside the NIC's own, ring 0; a flow's frames all go to one of them.":
    "Ringe 1, 2, .. neben dem eigenen der Karte, Ring 0; alle Frames eines Flows gehen an einen davon.",
  "Hash seed": "Hash-Seed",
  "Which flow goes to which ring.": "Welcher Flow an welchen Ring geht.",
  Buffer: "Puffer",
  Queue: "Warteschlange",
} as const;
