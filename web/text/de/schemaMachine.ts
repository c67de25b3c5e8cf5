/** Titles and explanations of fields: the machine. */
export const SCHEMA_MACHINE = {
  Pipeline: "Pipeline", // the same
  NIC: "Netzwerkkarte",
  Name: "Name", // the same
  "Must be unique among things of the same kind; references use this name.":
    "Muss unter Dingen derselben Art eindeutig sein; Verweise benutzen ihn.",
  Description: "Beschreibung",
  "What this scenario shows and where to look.": "Was dieses Szenario zeigt und wohin man schauen sollte.",
  Source: "Quelle",
  "Where the machine and its numbers come from.": "Woher die Maschine und ihre Zahlen stammen.",
  Document: "Dokument",
  "Number or name of the paper or manual.": "Nummer oder Name des Artikels oder Handbuchs.",
  Place: "Stelle",
  "Section, figure or table in the document.": "Abschnitt, Abbildung oder Tabelle darin.",
  Note: "Anmerkung",
  "What was taken from it and what was not.": "Was daraus entnommen wurde und was nicht.",
  Seed: "Seed", // the same
  "Starts all random draws; the same seed gives the same run.":
    "Beginnt alle zufälligen Ziehungen; derselbe Seed ergibt denselben Lauf.",
  "Run length": "Länge des Laufs",
  "The run ends at this cycle.": "Der Lauf endet in diesem Takt.",
  Machine: "Maschine",
  Clock: "Taktfrequenz",
  Core: "Kern",
  "one context, saved by software": "ein Kontext, von Software gesichert",
  "switches at interrupts": "wechselt bei Interrupts",
  "in turns": "reihum",
  "by priority": "nach Priorität",
  "by weight": "nach Gewicht",
  "several at once": "mehrere zugleich",
  "Context selection": "Kontextauswahl",
  "single: one context, which interrupts save and restore in software. on-event: an interrupt, a soft interrupt or a return switches the context pointer. The other policies choose in each cycle which of the contexts that are not stalled issues: round-robin takes turns, fixed-priority goes by priority, weighted-round-robin by weight within groups, and smt lets several issue in one cycle.":
    "single: ein Kontext, den Interrupts in Software sichern und wiederherstellen. on-event: Ein Interrupt, ein Soft-Interrupt oder eine Rückkehr schaltet den Kontextzeiger um. Die anderen Regeln wählen in jedem Takt, welcher der Kontexte ohne Stall ausgibt: round-robin reihum, fixed-priority nach Priorität, weighted-round-robin nach Gewicht innerhalb von Gruppen, und smt lässt mehrere in einem Takt ausgeben.",
  Cores: "Kerne",
  "All alike; together they have at most 32 contexts.":
    "Alle gleich; zusammen haben sie höchstens 32 Kontexte.",
  "Hardware contexts": "Hardwarekontexte",
  "Number of register contexts per core. A context is a PC, a status register and general registers in hardware.":
    "Zahl der Registerkontexte je Kern. Ein Kontext ist ein Befehlszähler, ein Statusregister und ein Registersatz in Hardware.",
  "What blocks a context": "Was einen Kontext blockiert",
  "wait: a context that waits for any operand is blocked, and a switch away from it costs the cycles if it issued last. miss: only a cache miss blocks it, and each miss costs the cycles once.":
    "wait: Ein Kontext, der auf irgendeinen Operanden wartet, ist blockiert, und der Wechsel von ihm weg kostet die Takte, wenn er zuletzt ausgegeben hat. miss: Nur ein Cache-Fehlzugriff blockiert ihn, und jeder Fehlzugriff kostet die Takte einmal.",
  "Switch from a blocked context": "Wechsel von einem blockierten Kontext",
  "Cycles lost when the core switches away from a blocked context.":
    "Verlorene Takte, wenn der Kern von einem blockierten Kontext wegwechselt.",
  "Issue width": "Ausgabebreite",
  "smt: number of instructions issued per cycle, at most one per context.":
    "smt: Zahl der Instruktionen, die in einem Takt ausgegeben werden, höchstens eine je Kontext.",
  "Context priorities": "Kontextprioritäten",
  "One priority per context, core after core; a lower number is more urgent. Only fixed-priority chooses by them. Default: the highest priority of its threads.":
    "Eine Priorität je Kontext, Kern nach Kern; eine kleinere Zahl ist dringender. Nur fixed-priority wählt danach. Vorgabe: die höchste Priorität seiner Threads.",
  "Context weights": "Kontextgewichte",
  "weighted-round-robin: how often a context issues in one round of its group. Default: 1.":
    "weighted-round-robin: wie oft ein Kontext in einer Runde seiner Gruppe ausgibt. Vorgabe: 1.",
  "Context groups": "Kontextgruppen",
  "weighted-round-robin: a group issues only in cycles in which no group with a lower number can. Default: 0.":
    "weighted-round-robin: Eine Gruppe gibt nur in Takten aus, in denen es keine Gruppe mit kleinerer Nummer kann. Vorgabe: 0.",
  "In order, one instruction per cycle (smt: several).":
    "In Reihenfolge, eine Instruktion je Takt (smt: mehrere).",
  Stages: "Stufen",
  "From fetch to the last one; the stage before EX issues. Short pipelines: IF EX, IF ID EX (Cortex-M3), IF ID EX WB. Their memory access is in EX.":
    "Vom Holen bis zur letzten; die Stufe vor EX gibt aus. Kurze Pipelines: IF EX, IF ID EX (Cortex-M3), IF ID EX WB. Ihr Speicherzugriff liegt in EX.",
  Execution: "Ausführung",
  "The stage that needs an instruction's operands.":
    "Die Stufe, in der eine Instruktion ihre Operanden braucht.",
  "Memory access": "Speicherzugriff",
  "The stage in which loads and stores access memory: EX, or a stage after it that is not the last.":
    "Die Stufe, in der Lade- und Speicherzugriffe an den Speicher gehen: EX oder eine Stufe danach, die nicht die letzte ist.",
  "Branch resolved in": "Sprung entschieden in",
  "The core fetches a branch's target when the branch leaves this stage. With IF ID EX MEM WB, a taken branch costs one cycle in ID, two in EX, three in MEM.":
    "Der Kern holt das Ziel eines Sprungs, wenn der Sprung diese Stufe verlässt. Bei IF ID EX MEM WB kostet ein genommener Sprung in ID einen Takt, in EX zwei, in MEM drei.",
  "Target known in": "Ziel bekannt in",
  "The core fetches the target of a branch predicted taken when the branch leaves this stage, unless the target table already has it. Default: the second stage, with two stages the first.":
    "Der Kern holt das Ziel eines als genommen vorhergesagten Sprungs, wenn der Sprung diese Stufe verlässt, außer die Tabelle der Ziele hat es schon. Vorgabe: die zweite Stufe, bei zwei Stufen die erste.",
  "Branch compares": "Sprung vergleicht",
  "registers: a branch resolved in the issuing stage (ID) waits one cycle longer for its registers than an instruction in EX. condition-codes (SPARC): it does not.":
    "registers: Ein Sprung, der in der ausgebenden Stufe (ID) entschieden wird, wartet einen Takt länger auf seine Register als eine Instruktion in EX. condition-codes (SPARC): nicht.",
  Forwarding: "Forwarding", // the same
  "full: a result goes straight to where it is needed. none: instructions read it from the registers, in the cycle of its write-back at the earliest.":
    "full: Ein Ergebnis geht direkt dorthin, wo es gebraucht wird. none: Instruktionen lesen es aus den Registern, frühestens im Takt seines Zurückschreibens.",
  "Forwarding of stored values": "Forwarding gespeicherter Werte",
  "A store needs its value only at the memory access, not in EX.":
    "Ein Speicherzugriff braucht den Wert, den er speichert, erst beim Zugriff, nicht schon in EX.",
  "Load-use delay": "Load-Use-Verzögerung",
  "Number of bubbles when the next instruction needs the result of a load.":
    "Zahl der Blasen, wenn die nächste Instruktion das Ergebnis eines Ladezugriffs braucht.",
  Multiply: "Multiplikation",
  "Cycles a multiplication stays in EX.": "Takte, die eine Multiplikation in EX bleibt.",
  Divide: "Division",
  "Cycles a division of a program stays in EX. Default: the same as a multiplication.":
    "Takte, die eine Division eines Programms in EX bleibt. Vorgabe: wie eine Multiplikation.",
  "Store in EX": "Speicherzugriff in EX",
  "Cycles a store stays in EX (LEON2: 2).": "Takte, die ein Speicherzugriff in EX bleibt (LEON2: 2).",
  "Jump in EX": "Sprung in EX",
  "Cycles a jump stays in EX (LEON2: 2).": "Takte, die ein unbedingter Sprung in EX bleibt (LEON2: 2).",
  "Compare, then branch": "Vergleich, dann Sprung",
  "Cycles that a branch waits if it comes right after the instruction whose result it reads (LEON2 icchold: 1).":
    "Takte, die ein Sprung wartet, der direkt auf die Instruktion folgt, deren Ergebnis er liest (LEON2 icchold: 1).",
  "Cycles that the access of a load or store takes; it needs the bus in those cycles.":
    "Takte, die der Zugriff eines Lade- oder Speicherbefehls braucht; in diesen Takten braucht er den Bus.",
  "Branch prediction": "Sprungvorhersage",
  "A branch correctly predicted as not taken costs nothing. A branch correctly predicted as taken costs the cycles until its target is known, unless the target table has it.":
    "Ein richtig als nicht genommen vorhergesagter Sprung kostet nichts. Ein richtig als genommen vorhergesagter kostet die Takte, bis sein Ziel bekannt ist, außer die Tabelle der Ziele hat es.",
  "Not taken": "Nicht genommen",
  Targets: "Ziele",
  "Entries of the target table. The target of a branch or jump in the table is known at fetch; 0 = no table.":
    "Einträge der Tabelle der Ziele. Das Ziel eines Sprungs, der darin steht, ist beim Holen bekannt; 0 = keine Tabelle.",
  "Return stack": "Rücksprungstapel",
  "Number of return addresses of calls; 0 = no stack.":
    "Zahl der Rücksprungadressen von Aufrufen; 0 = kein Stapel.",
  "Backward taken": "Rückwärts genommen",
  Counters: "Zähler",
  "Number of 2-bit counters; the address of the branch selects one.":
    "Zahl der 2-Bit-Zähler; die Adresse des Sprungs wählt einen aus.",
  Bimodal: "Bimodal", // the same
  "2-bit counters, selected by the address of the branch.": "2-Bit-Zähler nach der Adresse des Sprungs.",
  Interrupts: "Interrupts", // the same
  "Entry sequence": "Eintrittsfolge",
  "Steps that run after the pipeline has drained; a step of 0 cycles is skipped.":
    "Schritte, die nach dem Leerlaufen der Pipeline ablaufen; ein Schritt mit 0 Takten entfällt.",
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
  "Cost when an activity starts on a context that another live activity already occupies.":
    "Kosten, wenn eine Aktivität auf einem Kontext beginnt, den schon eine andere lebende belegt.",
  Save: "Sichern",
  Restore: "Wiederherstellen",
  "Fixed cycles": "Feste Takte",
  "Source 000 gives the sum of both, 186 cycles.": "Quelle 000 nennt die Summe beider, 186 Takte.",
  "Save beside the entry": "Sichern neben dem Eintritt",
  "Fetch beside save and restore": "Holen neben Sichern und Laden",
  "The first instruction of the handler is fetched while registers are saved, and the one that is resumed while they are restored (Armv7-M).":
    "Die erste Instruktion des Handlers wird geholt, während Register gesichert werden, und die, bei der es weitergeht, während sie geladen werden (Armv7-M).",
  "The save runs beside the entry steps, and the handler begins when both are over (Armv7-M).":
    "Das Sichern läuft neben den Eintrittsschritten, und der Handler beginnt, wenn beides vorbei ist (Armv7-M).",
  Words: "Wörter",
  "Real stores and loads, which go through the pipeline.":
    "Wirkliche Speicher- und Ladezugriffe, die durch die Pipeline gehen.",
  "Tail chaining": "Tail-Chaining",
  "On return the core takes a pending line at once, without a restore and a save in between.":
    "Bei der Rückkehr nimmt der Kern eine anstehende Leitung sofort an, ohne Wiederherstellen und Sichern dazwischen.",
  "Late arrival": "Späte Ankunft",
  "A more urgent line that comes during an entry takes it over, and registers are saved once (Armv7-M).":
    "Eine dringendere Leitung, die während eines Eintritts kommt, übernimmt ihn, und Register werden einmal gesichert (Armv7-M).",
  "Abandon instructions": "Instruktionen abbrechen",
  "An interrupt abandons instructions under way instead of letting them drain. They are executed again after the return (Armv7-M).":
    "Ein Interrupt bricht laufende Instruktionen ab, statt die Pipeline leerlaufen zu lassen. Nach der Rückkehr werden sie noch einmal ausgeführt (Armv7-M).",
  "System calls save registers": "Systemaufrufe sichern Register",
  "A system call saves and restores registers even if its context is free.":
    "Ein Systemaufruf sichert Register und stellt sie wieder her, auch wenn sein Kontext frei ist.",
  Lines: "Leitungen",
  "Lines with names of their own; a device may also bring its own line.":
    "Leitungen mit eigenem Namen; ein Gerät kann auch seine eigene mitbringen.",
  Priority: "Priorität",
  "A lower number is more urgent.": "Eine kleinere Zahl ist dringender.",
  Trigger: "Auslösung",
  "level: pending while a status bit is set. edge: pending when one rises. message: pending with each event, also while the bit is still set.":
    "level: anstehend, solange ein Statusbit gesetzt ist. edge: anstehend, wenn eines gesetzt wird. message: anstehend mit jedem Ereignis, auch während das Bit noch gesetzt ist.",
  "Masked at start": "Anfangs maskiert",
  "Masked in the interrupt controller at cycle 0.": "Bei Takt 0 im Interrupt-Controller maskiert.",
  Deadline: "Frist",
  "A goal; the page counts and lists misses. Time from the line's assertion to the handler's first acknowledge. 0 = no deadline.":
    "Ein Ziel; die Seite zählt und nennt verfehlte. Zeit von der Aktivierung der Leitung bis zur ersten Quittung des Handlers. 0 = keine Frist.",
  "Loses edges while masked": "Verliert Flanken, während sie maskiert ist",
  "The controller forgets an edge or message that arrives while the line is masked.":
    "Der Controller vergisst eine Flanke oder Nachricht, die kommt, während die Leitung maskiert ist.",
  "Steered to core": "Zugeordneter Kern",
  'The core on which the answering thread runs. With "any" the line is not steered, and the thread runs on its own core.':
    "Der Kern, auf dem der antwortende Thread läuft. Bei „any“ ist die Leitung nicht zugeordnet, und der Thread läuft auf seinem eigenen Kern.",
  "Steered to context": "Zugeordneter Kontext",
  'The context on which the answering thread runs. With "any" the line is not steered, and the thread runs on its own context.':
    "Der Kontext, auf dem der antwortende Thread läuft. Bei „any“ ist die Leitung nicht zugeordnet, und der Thread läuft auf seinem eigenen Kontext.",
  "Interrupt line": "Interrupt-Leitung",
  Memory: "Speicher",
  "Without caches, each load or store spends its cycles on the bus.":
    "Ohne Caches verbringt jeder Lade- oder Speicherzugriff seine Takte auf dem Bus.",
  "L1 instruction cache": "L1-Instruktionscache",
  "One per core.": "Einer je Kern.",
  Size: "Größe",
  "Ways × lines × line size; the number of lines in a way is a power of two.":
    "Wege × Zeilen × Zeilengröße; die Anzahl der Zeilen eines Weges ist eine Zweierpotenz.",
  Ways: "Wege",
  "Lines per set: the number of places in the cache for one address.":
    "Zeilen je Satz: die Zahl der Plätze im Cache für eine Adresse.",
  Line: "Zeile",
  "Sub-block": "Teilblock",
  "What a miss fetches: the whole line, or a part of it with its own valid bit (LEON2: 4 bytes; code is streamed to the end of the line).":
    "Was ein Fehlzugriff holt: die ganze Zeile oder einen Teil davon mit eigenem Gültigkeitsbit (LEON2: 4 Bytes; Code wird bis zum Ende der Zeile nachgeladen).",
  "A miss continues": "Nach einem Fehlzugriff weiter",
  "whole-line: when the whole line has arrived. early-restart: when its word has arrived; words arrive in order of address. critical-word-first: the same, but the missed word arrives first. Only for L1 caches without sub-blocks.":
    "whole-line: wenn die ganze Zeile da ist. early-restart: wenn das verlangte Wort da ist; Wörter kommen in der Reihenfolge der Adressen. critical-word-first: ebenso, aber das verlangte Wort kommt zuerst. Nur für L1-Caches ohne Teilblöcke.",
  Replacement: "Ersetzung",
  "lru: least recently used. lrr: least recently replaced. random: drawn.":
    "lru: am längsten nicht benutzt. lrr: am längsten nicht ersetzt. random: gezogen.",
  Writes: "Schreiben",
  "write-back: the cache writes to the next level when the line is replaced. write-through: at once.":
    "write-back: Der Cache schreibt an die nächste Ebene, wenn die Zeile ersetzt wird. write-through: sofort.",
  "Write miss fetches the line": "Schreib-Fehlzugriff bringt die Zeile",
  "Off: only the store goes to the next level.": "Aus: Nur der Speicherzugriff geht an die nächste Ebene.",
  "Pinned ways": "Festgehaltene Wege",
  "Ways reserved for pinned routines and lines of pinned ranges; all others fill the rest.":
    "Wege, die festgehaltenen Routinen und Zeilen festgehaltener Bereiche vorbehalten sind; alle anderen füllen den Rest.",
  "Pinned lines": "Festgehaltene Zeilen",
  "Instead of ways: the number of lines per set that may stay once a pinned routine has used them, or once any code has used lines of pinned ranges. Another pinned line replaces the oldest one. All code shares the remaining lines.":
    "Statt Wegen: die Zahl der Zeilen je Satz, die bleiben dürfen, sobald eine festgehaltene Routine sie benutzt hat oder irgendein Code Zeilen festgehaltener Bereiche. Eine weitere festgehaltene Zeile ersetzt die älteste. Die übrigen Zeilen teilt sich aller Code.",
  "Pinned lines stay": "Festgehaltene Zeilen bleiben",
  "mark: until another pinned line replaces the oldest one. lock: until software unlocks the cache (unlock-cache); beyond the limit the cache refuses a pin.":
    "mark: bis eine weitere festgehaltene Zeile die älteste ersetzt. lock: bis Software den Cache freigibt (unlock-cache); über die Grenze hinaus lehnt der Cache ein Festhalten ab.",
  "Pinned ranges": "Festgehaltene Bereiche",
  "Lines of this cache that begin in these ranges are pinned, whichever code accesses them.":
    "Zeilen dieses Caches, die in diesen Bereichen beginnen, werden festgehalten, gleich welcher Code auf sie zugreift.",
  From: "Von",
  "First address of the range.": "Erste Adresse des Bereichs.",
  To: "Bis",
  "First address after the range.": "Erste Adresse hinter dem Bereich.",
  Range: "Bereich",
  "Pinned sets": "Festgehaltene Sätze",
  "Pins ways or lines only in sets below this number.":
    "Hält Wege oder Zeilen nur in Sätzen unter dieser Nummer fest.",
  "L1 data cache": "L1-Datencache",
  "L2 cache": "L2-Cache",
  "Shared by the cores, or one per core (l2PerCore).":
    "Von den Kernen geteilt, oder einer je Kern (l2PerCore).",
  "One L2 per core": "Ein L2 je Kern",
  "Lines move between them as between L1 data caches. Needs an L1 data cache.":
    "Zeilen wandern zwischen ihnen wie zwischen L1-Datencaches. Braucht einen L1-Datencache.",
  "Uncached ranges": "Bereiche ohne Cache",
  "Loads and stores in these ranges bypass caches and TLB and take the time of a device register. Bounds are multiples of 256. Device registers (from 0xf0000000 on) always bypass them.":
    "Lade- und Speicherzugriffe in diesen Bereichen umgehen Caches und TLB und brauchen die Zeit eines Geräteregisters. Grenzen sind Vielfache von 256. Für Geräteregister (ab 0xf0000000) gilt das immer.",
  "Addresses without caches": "Adressen ohne Caches",
  "Every access goes to memory by its address, although there is no cache.":
    "Jeder Zugriff geht mit seiner Adresse an den Speicher, obwohl es keinen Cache gibt.",
  "Memory latency": "Speicherlatenz",
  "From the start of a read on the bus to its first beat, in CPU cycles whatever the clock ratio.":
    "Vom Beginn eines Lesens auf dem Bus bis zu seinem ersten Beat; CPU-Takte, unabhängig vom Taktverhältnis.",
  "L2 access": "L2-Zugriff",
  "Time for an L1 miss that hits in the L2; an L2 miss takes this time too.":
    "Zeit für einen L1-Fehlzugriff, der im L2 trifft; ein L2-Fehlzugriff braucht sie auch.",
  "Device register": "Geräteregister",
  "An access that bypasses the caches.": "Ein Zugriff, der die Caches umgeht.",
  "Device register on the bus": "Geräteregister auf dem Bus",
  "How long an access to a device register holds the bus before the device answers; 0 = for the whole access.":
    "Wie lange ein Zugriff auf ein Geräteregister den Bus belegt, bevor das Gerät antwortet; 0 = für den ganzen Zugriff.",
  "Posted device writes": "Gepufferte Geräteschreibzugriffe",
  "Stores to device registers go through the store buffer, if there is one.":
    "Speicherzugriffe auf Geräteregister gehen durch den Schreibpuffer, wenn es einen gibt.",
  "Store on the bus": "Speicherzugriff auf dem Bus",
  "Instruction cache return": "Rückkehr des Instruktionscaches",
  "How long no instruction leaves fetch after a line of code has been filled.":
    "Wie lange nach dem Füllen einer Codezeile keine Instruktion die Holstufe verlässt.",
  Request: "Anforderung",
  "From the moment a core needs the bus until it requests it: 1 if the request is registered. CPU cycles, also with inBusClocks.":
    "Vom Zeitpunkt, zu dem ein Kern den Bus braucht, bis zu seiner Anforderung: 1, wo sie durch ein Register geht. CPU-Takte, auch mit inBusClocks.",
  "Cache to cache": "Cache zu Cache",
  "To the first beat of a line that another core has written.":
    "Bis zum ersten Beat einer Zeile, die ein anderer Kern geschrieben hat.",
  Claim: "Anspruch",
  "A write to a line that other cores share invalidates their copies first.":
    "Ein Schreiben in eine Zeile, die andere Kerne teilen, macht zuerst deren Kopien ungültig.",
  "Store buffer": "Schreibpuffer",
  "Number of stores per core that can wait for the bus while the core continues.":
    "Zahl der Speicherzugriffe je Kern, die auf den Bus warten können, während der Kern weiterläuft.",
  "Non-blocking": "Nicht blockierend",
  "A miss delays only instructions that need its data and the context's next access. Off: it delays every later instruction.":
    "Ein Fehlzugriff verzögert nur Instruktionen, die seine Daten brauchen, und den nächsten Zugriff des Kontexts. Aus: Er verzögert jede spätere Instruktion.",
  "DMA writes": "DMA-Schreibzugriffe",
  "What they do to cached lines.": "Was sie mit Zeilen im Cache machen.",
  TLB: "TLB", // the same
  "One per core, for code and data.": "Einer je Kern, für Code und Daten.",
  Entries: "Einträge",
  Page: "Seite",
  "lru: replaces the least recently used page. random: replaces any page.":
    "lru: ersetzt die am längsten nicht benutzte Seite. random: ersetzt irgendeine Seite.",
  Miss: "Fehlzugriff",
  "Refill by hardware: how long it delays the access. Refill by software: how long the exception takes, during which other contexts run.":
    "Nachladen durch Hardware: wie lange es den Zugriff verzögert. Nachladen durch Software: wie lange die Ausnahme dauert, während der andere Kontexte laufen.",
  "Refill by software": "Nachladen durch Software",
  "Number of instructions of the refill routine, which the context itself issues; 0 = hardware refills.":
    "Zahl der Instruktionen der Nachladeroutine, die der Kontext selbst ausgibt; 0 = Hardware lädt nach.",
  "Unmapped ranges": "Bereiche ohne Übersetzung",
  "Addresses in these ranges need no entry. Bounds are multiples of 256. MIPS: kseg0.":
    "Adressen in diesen Bereichen brauchen keinen Eintrag. Grenzen sind Vielfache von 256. MIPS: kseg0.",
  Bus: "Bus", // the same
  "Clock ratio": "Taktverhältnis",
  "CPU cycles per bus clock. It only aligns: if accesses have addresses, a transaction begins at a multiple of it. Every duration (latency, beats, stores, device registers) stays in CPU cycles and is not multiplied by it, unless inBusClocks is on.":
    "CPU-Takte je Bustakt. Es richtet nur aus: Wo es Adressen gibt, beginnt eine Transaktion bei seinen Vielfachen. Jede Dauer (Latenz, Beats, Speicherzugriffe, Geräteregister) bleibt in CPU-Takten und wird nicht damit multipliziert, wenn inBusClocks es nicht sagt.",
  "Durations in bus clocks": "Dauern in Bustakten",
  "Durations on the bus (cycles per beat, gap between bursts, memory latency, stores, device registers, cache to cache, claim) are in bus clocks: they are multiplied by the clock ratio.":
    "Dauern auf dem Bus (Takte je Beat, Lücke zwischen Bursts, Speicherlatenz, Speicherzugriffe, Geräteregister, Cache zu Cache, Anspruch) sind in Bustakten angegeben: Sie werden mit dem Taktverhältnis multipliziert.",
  "Bytes per beat": "Bytes je Beat",
  "For line fills and write-backs if DMA is instant. If dma is an object, its bytes and cycles per beat apply to them instead, because there is only one bus.":
    "Für Zeilenfüllungen und Rückschreibungen, wenn DMA sofort geschieht. Ist dma ein Objekt, gelten dafür dessen Bytes und Takte je Beat, denn es gibt nur einen Bus.",
  "Cycles per beat": "Takte je Beat",
  "CPU cycles whatever the clock ratio (on a bus at half the clock, one beat per bus clock is 2), or bus clocks with inBusClocks.":
    "CPU-Takte, unabhängig vom Taktverhältnis (auf einem Bus mit halbem Takt ist ein Beat je Bustakt 2), oder Bustakte mit inBusClocks.",
  DMA: "DMA", // the same
  "instant: data moves in no time (source 000). Otherwise it takes bus cycles from the CPU.":
    "instant: Daten wandern ohne Zeit (Quelle 000). Sonst nimmt es der CPU Bustakte weg.",
  "Beats per burst": "Beats je Burst",
  "The bus is arbitrated once per burst.": "Der Bus wird einmal je Burst vergeben.",
  "Gap between bursts": "Lücke zwischen Bursts",
  "Cycles for which the bus stays free for the CPU.": "Takte, die der Bus für die CPU frei bleibt.",
  "Cycle stealing": "Cycle-Stealing",
  NICs: "Netzwerkkarten",
  "Line rate": "Leitungsrate",
  "ideal: a frame takes no time on the wire.": "ideal: Ein Frame braucht auf der Leitung keine Zeit.",
  "Frame overhead": "Frame-Zusatz",
  "Preamble and gap between frames, on the wire only.":
    "Präambel und Lücke zwischen Frames, nur auf der Leitung.",
  "Receive mode": "Empfangsmodus",
  "ring: DMA puts frames into memory before the interrupt. remote: frames stay in the NIC until the driver takes them.":
    "ring: DMA legt Frames vor dem Interrupt in den Hauptspeicher. remote: Frames bleiben in der Karte, bis der Treiber sie nimmt.",
  "Receive ring": "Empfangsring",
  "Transmit queue": "Sendewarteschlange",
  "Bytes of the transmit queue": "Bytes der Sendewarteschlange",
  "Limit on the total size of its frames' buffers; 0 = no limit.":
    "Grenze für die gesamte Größe der Puffer ihrer Frames; 0 = keine Grenze.",
  "Transmit descriptors": "Sendedeskriptoren",
  "Number of buffer descriptors that the frames of the transmit queue may hold; 0 = no limit.":
    "Pufferdeskriptoren, die die Frames der Sendewarteschlange belegen dürfen; 0 = keine Grenze.",
  "Transmit buffer": "Sendepuffer",
  "Size of a buffer; a frame takes one descriptor for each buffer that it fills. 0 = any frame fits into one.":
    "Größe eines Puffers; ein Frame belegt einen Deskriptor je Puffer, den er füllt. 0 = jeder Frame passt in einen.",
  "Name of a line.": "Name einer Leitung.",
  "Raised by": "Ausgelöst durch",
  "Status bits that drive the line.": "Statusbits, die die Leitung treiben.",
  "A line of its own": "Eine eigene Leitung",
  "Buffers of the ring": "Puffer des Rings",
  Coalescing: "Coalescing", // the same
  "Whichever of these happens first requests an interrupt.":
    "Was davon zuerst eintritt, fordert einen Interrupt an.",
  Frames: "Frames", // the same
  "Number of unsignalled frames that request an interrupt. 1: each frame does. 0: frames do not.":
    "Zahl ungemeldeter Frames, die einen Interrupt anfordern. 1: jeder Frame. 0: Frames fordern keinen an.",
  "Absolute timer": "Absoluter Timer",
  "Starts with the first unsignalled frame and is not restarted; 0 = no timer.":
    "Beginnt mit dem ersten ungemeldeten Frame und wird nicht neu gestartet; 0 = kein Timer.",
  "Packet timer": "Pakettimer",
  "Every frame restarts it; 0 = no timer.": "Jeder Frame startet ihn neu; 0 = kein Timer.",
  Throttle: "Drosselung",
  "Minimum time between two interrupts; 0 = no throttle.":
    "Kürzeste Zeit zwischen zwei Interrupts; 0 = keine.",
  Host: "Gegenstelle",
  "The computer at the other end of the wire, for a card that programs serve. It answers ARP and ICMP echo requests and sends the requests that arrive; the latency of a request ends with the program's answer.":
    "Der Rechner am anderen Ende der Leitung, für eine Karte, die Programme bedienen. Er beantwortet ARP und ICMP-Echo-Anfragen und sendet die Anfragen, die ankommen; die Latenz einer Anfrage endet mit der Antwort des Programms.",
  "Answers after": "Antwortet nach",
  "From the last bit of a request until its answer starts on the wire or starts to wait for it.":
    "Vom letzten Bit einer Anfrage, bis ihre Antwort auf der Leitung beginnt oder auf sie wartet.",
  "Shortest frame": "Kürzester Frame",
  "A shorter frame is padded on the wire; Ethernet: 64.":
    "Ein kürzerer wird auf der Leitung aufgefüllt; Ethernet: 64.",
  Cells: "Zellen",
  "Frames are split into cells on the wire (ATM).": "Frames werden auf der Leitung in Zellen zerlegt (ATM).",
  Cell: "Zelle",
  Payload: "Nutzdaten",
  Trailer: "Anhang",
  "Added to a frame before it is split; AAL5: 8.": "An einen Frame angefügt, bevor er zerlegt wird; AAL5: 8.",
  "Stuffed bits": "Stopfbits",
  "Added to the bits of a frame; HDLC with random data: 16.":
    "Zu den Bits eines Frames hinzugefügt; HDLC mit zufälligen Daten: 16.",
  Slots: "Zeitschlitze",
  "A frame waits for the next slot of this length on the wire (USB: 1,000,000); 0 = none.":
    "Ein Frame wartet auf den nächsten Zeitschlitz dieser Länge auf der Leitung (USB: 1 000 000); 0 = keine.",
  FIFO: "FIFO", // the same
  "On the card, in front of the rings. A frame that finds it full is lost. 0 = no FIFO.":
    "Auf der Karte, vor den Ringen. Ein Frame, der ihn voll findet, geht verloren. 0 = kein FIFO.",
  "Receive buffer": "Empfangspuffer",
  "Size of a buffer; a frame takes as many as it needs. 0 = any frame fits into one.":
    "Größe eines Puffers; ein Frame belegt so viele, wie er braucht. 0 = jeder Frame passt in einen.",
  "Flow control": "Flusskontrolle",
  "The sender waits while the card has no room for its next frame.":
    "Der Sender wartet, solange die Karte keinen Platz für seinen nächsten Frame hat.",
  Offloads: "Offloads", // the same
  "Served by": "Bedient von",
  "steps: the steps of threads take and send frames. program: programs use the card's registers and descriptor rings in their memory, and frames have bytes.":
    "steps: Schritte von Threads nehmen und senden Frames. program: Programme benutzen die Register der Karte und Deskriptorringe in ihrem Speicher, und Frames haben Bytes.",
  "Status by": "Status nach",
  "event: an event sets a bit, and the acknowledge clears it. fill: the bit stays set until no frame waits (16550 UART).":
    "event: Ein Ereignis setzt ein Bit, und die Quittung löscht es. fill: Das Bit bleibt gesetzt, bis kein Frame mehr wartet (UART 16550).",
  "event: an event sets a bit, and the acknowledge clears it. fill: the bit stays set until no completed request waits (16550 UART).":
    "event: Ein Ereignis setzt ein Bit, und die Quittung löscht es. fill: Das Bit bleibt gesetzt, bis kein erledigter Auftrag mehr wartet (UART 16550).",
  Checksum: "Prüfsumme",
  "Routines skip the checksum part of their budget.":
    "Routinen kommen ohne den Prüfsummenteil ihres Budgets aus.",
  Segmentation: "Segmentierung",
  "The card splits a packet to send into frames of at most this size; 0 = off.":
    "Die Karte zerlegt ein zu sendendes Paket in Frames von höchstens dieser Größe; 0 = aus.",
  "Receive merge": "Zusammenfassen beim Empfang",
  "The card merges consecutive frames of a flow into one packet of up to this size; 0 = off.":
    "Die Karte fasst aufeinanderfolgende Frames eines Flows zu einem Paket bis zu dieser Größe zusammen; 0 = aus.",
  "Merge time": "Zeit zum Zusammenfassen",
  "The longest time that a packet waits for more frames.":
    "So lange wartet ein Paket höchstens auf weitere Frames.",
  "Send coalescing": "Coalescing beim Senden",
  "The same for sent frames; acknowledging tx clears it.":
    "Dasselbe für gesendete Frames; Quittieren von tx setzt es zurück.",
  "Receive cut-through": "Cut-Through beim Empfang",
  "DMA into the ring starts when this many bytes of a frame have arrived, before its last bit. If there is no room by then, it waits for the last bit. Needs receive mode ring and no receive merge. 0 = store and forward.":
    "DMA in den Ring beginnt, wenn so viele Bytes eines Frames eingetroffen sind, schon vor seinem letzten Bit. Ist dann kein Platz, wartet es auf das letzte Bit. Braucht den Empfangsmodus ring und kein Zusammenfassen. 0 = Store-and-forward.",
  "Send cut-through": "Cut-Through beim Senden",
  "A frame starts on the wire when this many of its bytes are on the card. It is lost if the other bytes arrive too late. 0 = store and forward.":
    "Ein Frame beginnt auf der Leitung, wenn so viele seiner Bytes auf der Karte sind. Kommen die anderen zu spät, geht er verloren. 0 = Store-and-forward.",
  "More receive rings": "Weitere Empfangsringe",
  "Rings 1, 2, .. in addition to the NIC's own ring 0; all frames of a flow go to the same ring.":
    "Ringe 1, 2, .. neben dem eigenen der Karte, Ring 0; alle Frames eines Flows gehen an einen davon.",
  "Hash seed": "Hash-Seed",
  "Which flow goes to which ring.": "Welcher Flow an welchen Ring geht.",
  Buffer: "Puffer",
  Queue: "Warteschlange",
} as const;
