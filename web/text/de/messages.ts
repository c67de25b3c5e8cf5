/** Messages of the schema, the machine and the readers of files: the English patterns of lib and scenarios, with gaps.
 * What fills a gap is translated too where it is a message or a word of this table. Names of fields, values and
 * quoted texts stay. */
export const MESSAGES_OF_SCENARIOS = {
  // ---- the shape of a scenario ----
  "is not a known field": "ist kein bekanntes Feld",
  "is not a known field; did you mean {guess}?": "ist kein bekanntes Feld; ist {guess} gemeint?",
  "is not a known field; known here: {names}": "ist kein bekanntes Feld; bekannt sind hier: {names}",
  "{message}; did you mean {guess}?": "{message}; ist {guess} gemeint?",
  "{message}; there is {names}": "{message}; vorhanden: {names}",
  "must be {one} or {other}, not {value}": "muss {one} oder {other} sein, nicht {value}",
  "must be a number or {other}, not {value}": "muss eine Zahl oder {other} sein, nicht {value}",
  none: "nichts",
  "is missing": "fehlt",
  "is missing: {wanted}": "fehlt: {wanted}",
  "one of {list}": "eines von {list}",
  "must be {type}, not {value}": "muss {type} sein, nicht {value}",
  "a whole number": "eine ganze Zahl",
  "a number": "eine Zahl",
  "a text": "ein Text",
  "true or false": "true oder false",
  "a list": "eine Liste",
  "an object": "ein Objekt",
  "must be at most {limit}": "darf höchstens {limit} sein",
  "must be at least {limit}": "muss mindestens {limit} sein",
  "must have at most 1 entry, not {found}": "darf höchstens einen Eintrag haben, nicht {found}",
  "must have at most {count} entries, not {found}": "darf höchstens {count} Einträge haben, nicht {found}",
  "must have at least 1 entry, not {found}": "muss mindestens einen Eintrag haben, nicht {found}",
  "must have at least {count} entries, not {found}": "muss mindestens {count} Einträge haben, nicht {found}",
  "must have at most 1 character": "darf höchstens ein Zeichen haben",
  "must have at most {count} characters": "darf höchstens {count} Zeichen haben",
  "must have at most {count} bytes": "darf höchstens {count} Bytes haben",
  "must have at least 1 character": "muss mindestens ein Zeichen haben",
  "must have at least {count} characters": "muss mindestens {count} Zeichen haben",
  "may have at most three decimals": "darf höchstens drei Nachkommastellen haben",
  "must be a multiple of {divisor}": "muss ein Vielfaches von {divisor} sein",
  "must be a power of two": "muss eine Zweierpotenz sein",
  "must be above from": "muss über from liegen",
  "must be a list of whole numbers": "muss eine Liste ganzer Zahlen sein",
  "must be a whole number from {minimum} to {maximum}":
    "muss eine ganze Zahl von {minimum} bis {maximum} sein",
  "holds a control character": "enthält ein Steuerzeichen",
  "never asks for an interrupt: needs frames or a timer":
    "verlangt nie einen Interrupt: braucht eine Zahl von Frames oder einen Timer",
  "needs a payload between an eighth of the cell and all of it":
    "braucht Nutzdaten zwischen einem Achtel der Zelle und der ganzen",
  "needs a shortest seek that is not above the longest":
    "braucht eine kürzeste Suche, die nicht über der längsten liegt",
  "needs either source or words or elf": "braucht entweder source oder words oder elf",
  "needs exactly one of framesPerSecond, bitPerSecond, intervalCycles":
    "braucht genau eines von framesPerSecond, bitPerSecond, intervalCycles",
  "may hold only the letters r and s": "darf nur die Buchstaben r und s enthalten",
  'is not an instruction such as "load r2, r1"': "ist keine Instruktion wie „load r2, r1“",
  "must be the name of a stage: a capital letter, then at most 4 capital letters or digits":
    "muss der Name einer Stufe sein: ein Großbuchstabe, dann höchstens 4 Großbuchstaben oder Ziffern",
  "must be 16 of the digits 0 to 9 and a to f": "muss aus 16 der Ziffern 0 bis 9 und a bis f bestehen",
  "must be another word: this one is reserved": "muss ein anderes Wort sein: Dieses ist vergeben",
  "must be small letters, digits and hyphens, a letter first":
    "muss aus Kleinbuchstaben, Ziffern und Bindestrichen bestehen, ein Buchstabe zuerst",

  // ---- JSON ----
  "is larger than {limit} MB": "ist größer als {limit} MB",
  "has an object of more than {limit} fields": "hat ein Objekt mit mehr als {limit} Feldern",
  "is nested more than {limit} deep": "ist mehr als {limit}-fach verschachtelt",
  "has {count} fields, at most {limit} are allowed": "hat {count} Felder, höchstens {limit} sind erlaubt",
  "cannot be read": "lässt sich nicht lesen",
  "cannot be read: {reason}": "lässt sich nicht lesen: {reason}",
  "is not JSON: {place}: {reason}": "ist kein JSON: {place}: {reason}",
  "line {line}, column {column}": "Zeile {line}, Spalte {column}",
  "is given twice: {first} and {second}": "ist zweimal angegeben: {first} und {second}",
  "{what} where {expected} is expected": "{what}, erwartet wird {expected}",
  "the text ends": "der Text endet",
  "found {character}": "{character} gefunden",
  "the end of the text": "das Ende des Textes",
  "a value": "ein Wert",
  "a field name in double quotes": "ein Feldname in doppelten Anführungszeichen",
  "an escape such as \\n": "eine Escape-Sequenz wie \\n",
  "the end of the quoted text": "das Ende des Textes in Anführungszeichen",
  '"," or {close}': "„,“ oder {close}",

  // ---- versions of the format ----
  "must be an object": "muss ein Objekt sein",
  'must be "{format}": this is {kind}': "muss „{format}“ sein: Das ist {kind}",
  "not an irqscope scenario": "kein Szenario von irqscope",
  "a lab, which Labs opens": "eine Übung, die „Übungen“ öffnet",
  "a study, which Sweep opens": "eine Studie, die „Sweep“ öffnet",
  "a lab that was handed in, which Labs grades": "eine abgegebene Übung, die „Übungen“ bewertet",
  "the progress of a lab, which its report opens": "der Stand einer Übung, den ihr Bericht öffnet",
  "own scenarios, which the gallery adds": "eigene Szenarien, die die Galerie hinzufügt",
  "must be a whole number from 1": "muss eine ganze Zahl ab 1 sein",
  "the base {name} has no such place": "die Basis {name} hat keine solche Stelle",
  "{name} is not a scenario here": "{name} ist hier kein Szenario",
  "is for files: here the whole scenario is needed": "ist für Dateien: Hier ist das ganze Szenario nötig",
  "{version} was made by a newer irqscope; this one reads up to {current}":
    "{version} stammt von einem neueren irqscope; dieses liest bis {current}",
  "{version} cannot be read any more": "{version} lässt sich nicht mehr lesen",

  // ---- names and references ----
  "names no {kind}: {name}": "verweist ins Leere: {kind} {name} gibt es nicht",
  line: "Leitung",
  lock: "Sperre",
  nic: "Karte",
  queue: "Warteschlange",
  routine: "Routine",
  thread: "Thread",
  "is also the name of {field}[{index}]": "ist auch der Name von {field}[{index}]",

  // ---- software ----
  "gives more than 4,294,967,295 instructions": "ergibt mehr als 4 294 967 295 Instruktionen",
  "needs a weight above 0": "braucht ein Gewicht über 0",
  "have {count} explicit instructions in total, but the limit is {limit}":
    "haben zusammen {count} vorgegebene Instruktionen, höchstens {limit}",
  "must be less than a tick, {cycles} cycles": "muss kürzer als ein Tick sein, {cycles} Takte",
  "must be below the number of contexts, {contexts}": "muss unter der Zahl der Kontexte liegen, {contexts}",
  "must be below the number of cores, {cores}": "muss unter der Zahl der Kerne liegen, {cores}",
  "of a permanent thread need an exec, a wait or a sleep; otherwise the thread would loop without using a cycle":
    "eines Threads, der immer lebt, brauchen exec, wait oder sleep, sonst dreht er sich, ohne dass Zeit vergeht",
  "has while, repeat or if inside one another more than {limit} deep":
    "hat while, repeat oder if mehr als {limit}-fach ineinander",
  "only a permanent thread may {step}; this one starts on {start}":
    "nur ein Thread, der immer lebt, darf {step}; dieser startet bei {start}",
  "only a permanent thread may sleep for a lock; this one starts on {start}":
    "nur ein Thread, der immer lebt, darf auf eine Sperre schlafend warten; dieser startet bei {start}",
  "names a thread that never waits for a raise: {name}":
    "nennt einen Thread, der nie auf ein raise wartet: {name}",
  "names a thread that is not started by soft interrupts: {name}":
    "nennt einen Thread, der nicht von Soft-Interrupts gestartet wird: {name}",
  "{context} already has the permanent thread {name}; threads that share a context need software.scheduler":
    "{context} hat schon einen Thread, der immer lebt: {name}; zwei brauchen software.scheduler",
  "of a thread in machine mode is always: its traps are its own":
    "eines Threads im Maschinenmodus ist always: Seine Traps behandelt er selbst",
  "of a thread in machine mode is a number: the context is its mhartid":
    "eines Threads im Maschinenmodus ist eine Zahl: Der Kontext ist seine mhartid",
  "of a thread in machine mode is true: mstatus says when traps come":
    "eines Threads im Maschinenmodus ist true: Wann Traps kommen, sagt mstatus",
  "is none where a thread is in machine mode: no other shares its context":
    "ist none, wo ein Thread im Maschinenmodus ist: Kein anderer teilt seinen Kontext",
  "of a thread in machine mode are one: an exec of a program":
    "eines Threads im Maschinenmodus sind einer: ein exec eines Programms",
  "must be omitted in machine mode: the register mlayer gives it":
    "fehlt bei einem Thread im Maschinenmodus: Das sagt sein Register mlayer",
  "is that of {name}, which is in machine mode and has its context for itself":
    "ist der von {name}, der im Maschinenmodus ist und seinen Kontext für sich hat",
  "its line already starts {name}": "seine Leitung startet schon {name}",
  "have {count} steps in total (a while counts two besides its body, the end of a thread one), but the limit is {limit}":
    "haben zusammen {count} Schritte (ein while zählt zwei neben seinem Inhalt, das Ende eines Threads einen), höchstens {limit}",
  "is missing: a spinning thread needs a routine to run, `poll` or `acquire`":
    "fehlt: Ein Thread, der aktiv wartet, braucht eine Routine dafür, `poll` oder `acquire`",
  "takes a lock that it never gives back: {lock} has no unlock in this thread":
    "nimmt eine Sperre, die er nie zurückgibt: {lock} hat kein unlock in diesem Thread",
  "gives back a lock that it never takes: {lock} has no lock in this thread":
    "gibt eine Sperre zurück, die er nie nimmt: {lock} hat kein lock in diesem Thread",

  // ---- traffic ----
  "is missing: packets to send need a queue and a thread that is raised":
    "fehlt: Zu sendende Pakete brauchen eine Warteschlange und einen Thread, der dafür gestartet wird",
  "offers more than one frame a cycle": "bietet mehr als einen Frame je Takt an",
  "offers less than one frame in {cycles} cycles": "bietet weniger als einen Frame in {cycles} Takten an",
  "is empty": "ist leer",
  "has {count} entries, {field} has {wanted}": "hat {count} Einträge, {field} hat {wanted}",
  "has {count} letters, {field} has {wanted} entries":
    "hat {count} Buchstaben, {field} hat {wanted} Einträge",
  "is earlier than the previous entry": "ist früher als der vorige Eintrag",
  "reaches {cycles} cycles, at most {limit}": "reicht bis {cycles} Takte, höchstens {limit}",
  "has {count} trace entries in total, but the limit is {limit}":
    "hat zusammen {count} Einträge von Traces, höchstens {limit}",
  "has {count} entries, sizesBytes has {wanted}": "hat {count} Einträge, sizesBytes hat {wanted}",
  "is {count}, the frame has {most} bytes without its check sequence":
    "ist {count}, der Frame hat ohne Prüfsumme {most} Bytes",
  "is of a frame that is sent: only received ones have bytes":
    "gehört zu einem gesendeten Frame: Nur empfangene haben Bytes",
  "has {held} bytes, lengthsBytes are {count} together":
    "hat {held} Bytes, lengthsBytes sind zusammen {count}",
  "has {count} bytes of frames in total, but the limit is {limit}":
    "hat zusammen {count} Bytes von Frames, höchstens {limit}",

  // ---- cores ----
  'must be 1 with policy "single" (Context selection)': "muss bei der Regel „single“ (Kontextauswahl) 1 sein",
  "have {count} contexts in total, but the limit is {limit}":
    "haben zusammen {count} Kontexte, höchstens {limit}",
  'above 1 needs policy "smt" (Context selection)': "über 1 braucht die Regel „smt“ (Kontextauswahl)",
  "has {count} entries, more than there are contexts ({contexts})":
    "hat {count} Einträge, mehr, als es Kontexte gibt ({contexts})",
  "{stage} is not one of the stages": "{stage} ist keine der Stufen",
  "name {stage} twice": "nennen {stage} zweimal",
  "needs 1 to {limit} stages before it": "braucht 1 bis {limit} Stufen davor",
  "have more than {limit} stages from the execution on": "haben ab der Ausführung mehr als {limit} Stufen",
  "must be the execution, or a stage after it that is not the last":
    "muss die Ausführung sein oder eine Stufe danach, die nicht die letzte ist",
  "must not be the stage that fetches": "darf nicht die Stufe sein, die holt",
  "needs a stage between fetch and execution (machine.core.pipeline.stages)":
    "braucht eine Stufe zwischen Holen und Ausführung (machine.core.pipeline.stages)",
  "must be the stage that issues, or one from there to the access":
    "muss die Stufe sein, die ausgibt, oder eine von dort bis zum Zugriff",
  "must be before the execution": "muss vor der Ausführung liegen",
  'needs policy "single" or "on-event": with the others a save issues instructions':
    "braucht die Regel „single“ oder „on-event“: Bei den anderen gibt das Sichern Instruktionen aus",
  'needs policy "single" or "on-event": with the others contexts share the stages':
    "braucht die Regel „single“ oder „on-event“: Bei den anderen teilen sich Kontexte die Stufen",
  "needs misses that block (machine.memory.nonBlocking)":
    "braucht blockierende Fehlzugriffe (machine.memory.nonBlocking)",
  "needs a TLB that hardware refills (machine.memory.tlb.refillInstructions)":
    "braucht einen TLB, den Hardware nachlädt (machine.memory.tlb.refillInstructions)",
  "is for a thread that an interrupt line starts": "ist für einen Thread, den eine Interrupt-Leitung startet",
  "needs saves in words (machine.interrupts.saveRestore.kind)":
    "braucht ein Sichern in Wörtern (machine.interrupts.saveRestore.kind)",
  "needs saves in cycles (machine.interrupts.saveRestore.kind)":
    "braucht ein Sichern in Takten (machine.interrupts.saveRestore.kind)",
  'needs forwarding "full"': 'braucht Forwarding "full"',

  // ---- devices ----
  "with those that devices bring along are {count}, at most {limit}":
    "sind mit denen, die Geräte mitbringen, {count}, höchstens {limit}",
  "goes with the driver steps alone": "geht nur mit dem Treiber steps",
  "is served by programs: no step takes, gives or reaps its frames":
    "wird von Programmen bedient: kein Schritt nimmt, gibt oder räumt ihre Frames",
  'needs receive mode "ring"': "braucht den Empfangsmodus „ring“",
  'needs driver "program": it answers what a program has written':
    "braucht den Treiber „program“: Die Gegenstelle antwortet auf das, was ein Programm geschrieben hat",
  "needs offloads.segmentBytes 0: it hears frames as a whole":
    "braucht offloads.segmentBytes 0: Die Gegenstelle hört Frames als Ganzes",
  "is of received frames: programs write what is sent":
    "gilt für empfangene Frames: Was gesendet wird, schreiben Programme",
  "is not read: no program serves {name}": "wird nicht gelesen: Kein Programm bedient {name}",
  "needs a line rate": "braucht eine Leitungsrate",
  "needs receive merge off": "verträgt sich nicht mit dem Zusammenfassen beim Empfang",
  "is shorter than a cycle": "ist kürzer als ein Takt",
  "{period} is shorter than a cycle of this clock; at least {least}":
    "{period} ist kürzer als ein Takt bei dieser Taktfrequenz; mindestens {least}",
  "needs exactly one of {names}": "braucht genau eines von {names}",
  "belongs to a nic": "gehört zu einer Karte (nic)",
  "must be below the number of its rings, {rings}": "muss unter der Zahl ihrer Ringe liegen, {rings}",

  // ---- memory ----
  "must be line: the L2 is filled by whole lines": "muss line sein: Der L2 wird mit ganzen Zeilen gefüllt",
  "must not be below those of the L1, {bytes}": "darf nicht kleiner sein als beim L1, {bytes}",
  "needs an L1 data cache, an L2, and DMA writes that invalidate":
    "braucht einen L1-Datencache, einen L2 und DMA-Schreibzugriffe, die ungültig machen",
  "must not be above uncachedCycles, {cycles}": "darf nicht über uncachedCycles liegen, {cycles}",
  "makes more than 1000 with packetPermille": "ergibt mit packetPermille mehr als 1000",
  "must not be above 65535 CPU cycles: times clockRatio {ratio}":
    "darf nicht über 65 535 CPU-Takten liegen: mal clockRatio {ratio}",
  "must be ways × lineBytes × a power of two, not {size}; with {ways} ways of {line}-byte lines for example {near}":
    "muss ways × lineBytes × eine Zweierpotenz sein, nicht {size}; bei {ways} Wegen und Zeilen zu {line} Bytes zum Beispiel {near}",
  "must not be above lineBytes, {bytes}": "darf nicht über lineBytes liegen, {bytes}",
  "names way {way} twice": "nennt Weg {way} zum zweiten Mal",
  "name way {way}; there are {ways}, from 0": "nennen Weg {way}; es gibt {ways}, ab 0",
  "{sets} needs pinnedWays or pinnedLines: nothing is pinned":
    "{sets} braucht pinnedWays oder pinnedLines: Nichts ist festgehalten",
  "must be at most the number of ways, {ways}": "darf höchstens die Zahl der Wege sein, {ways}",
  "must be 0 where ways are pinned: a cache pins ways or lines":
    "muss 0 sein, wo Wege festgehalten werden: Ein Cache hält Wege fest oder Zeilen",
  "must be at most the number of sets, {most}, not {sets}":
    "darf höchstens die Zahl der Sätze sein, {most}, nicht {sets}",

  // ---- programs ----
  "data and stacks take {bytes} bytes, and {limit} are allowed":
    "Daten und Stapel brauchen {bytes} Bytes, erlaubt sind {limit}",
  "is {value}, at most {limit}": "ist {value}, höchstens {limit}",
  "its data end beyond the memory of programs, {bytes} bytes":
    "seine Daten enden hinter dem Speicher der Programme, {bytes} Bytes",
  "have {count} words of programs and their data in total, but the limit is {limit}":
    "haben zusammen {count} Wörter an Programmen und ihren Daten, höchstens {limit}",
  "line {line}, column {column}: {message}": "Zeile {line}, Spalte {column}: {message}",
  "{text} does not belong here": "{text} gehört nicht hierher",
  "{text} is missing here": "{text} fehlt hier",
  "{text} is unexpected": "{text} wird hier nicht erwartet",

  // ---- what the core refuses ----
  "is refused": "wird abgelehnt",
  "is not a configuration of this machine": "ist keine Konfiguration dieser Maschine",
  "is out of range": "liegt außerhalb des Bereichs",
  "names something that does not exist": "nennt etwas, das es nicht gibt",
  "does not fit the rest of the scenario": "passt nicht zum Rest des Szenarios",
  "needs more memory than there is": "braucht mehr Speicher, als da ist",
  "is not a snapshot of this machine": "ist kein Abbild dieser Maschine",
  "is refused: {value}": "wird abgelehnt: {value}",
  "is out of range: {value}": "liegt außerhalb des Bereichs: {value}",
  "names something that does not exist: {value}": "nennt etwas, das es nicht gibt: {value}",
  "does not fit the rest of the scenario: {value}": "passt nicht zum Rest des Szenarios: {value}",

  // ---- warnings ----
  "{bytes} is more than the footprint, {footprint} bytes: all of it is hot":
    "{bytes} ist mehr als der Fußabdruck, {footprint} Bytes: Alles davon ist heiß",
  "merges no frames: a packet waits for the next one only as long as mergeNanoseconds, which is 0":
    "fasst keine Frames zusammen: Ein Paket wartet nur mergeNanoseconds lange auf das nächste, und das ist 0",
  "has no effect: without txBuffers the number of descriptors in the transmit queue is not limited":
    "begrenzt nichts: Die Sendewarteschlange hat beliebig viele Deskriptoren, weil txBuffers 0 ist",
  "waits for {frames} frames, but the {holder} holds {places} and there is no timer: no interrupt comes unless software takes frames without one":
    "wartet auf {frames} Frames, aber {holder} fasst {places}, und es gibt keinen Timer: Kein Interrupt kommt, wenn die Software nicht ohne einen Frames nimmt",
  ring: "der Ring",
  "transmit queue": "die Sendewarteschlange",
  "changes nothing: with instant DMA data move in no time":
    "ändert nichts: Bei sofortigem DMA bewegen sich Daten in null Zeit",
  'have no effect: only policy "{policy}" (Context selection) reads them':
    "sind ohne Wirkung: Nur die Regel „{policy}“ (Kontextauswahl) liest sie",
  'is never spent: policy "none" gives no context to another thread':
    "wird nie verbraucht: Die Regel „none“ gibt keinen Kontext an einen anderen Thread",
  "without caches, a TLB or memory.addressed no access has an address":
    "ohne Caches, TLB oder memory.addressed hat kein Zugriff eine Adresse",
  "are never used: {why}": "werden nie benutzt: {why}",
  "hold nothing: {why}": "enthalten nichts: {why}",
  "aligns nothing: {why}": "richtet nichts aus: {why}",
  '"place-in-l2" without an L2 works as "invalidate"': "„place-in-l2“ wirkt ohne L2 wie „invalidate“",
  "changes nothing without an L1 data cache": "ändert nichts ohne L1-Datencache",
  "changes nothing at a clock ratio of 1": "ändert nichts bei einem Taktverhältnis von 1",
  "pin nothing: the cache has neither pinnedWays nor pinnedLines":
    "halten nichts fest: Der Cache hat weder pinnedWays noch pinnedLines",
  "is never spent: {why}": "wird nie verbraucht: {why}",
  "there is no L2": "es gibt keinen L2",
  "changes nothing: no L1 cache is filled by whole lines":
    "ändert nichts: Kein L1-Cache wird mit ganzen Zeilen gefüllt",
  "there is no instruction cache": "es gibt keinen Instruktionscache",
  "changes nothing: the cache has no pinnedLines": "ändert nichts: Der Cache hat keine pinnedLines",
  "unlocks nothing: the cache has no locks (pinnedLines with pinKind lock)":
    "gibt nichts frei: Der Cache hat keine Sperren (pinnedLines mit pinKind lock)",
  "it takes several cores with L1 data caches": "dazu braucht es mehrere Kerne mit L1-Datencaches",
  "changes nothing without a store buffer": "ändert nichts ohne Schreibpuffer",
  "changes nothing: {why}": "ändert nichts: {why}",
  "changes nothing: nothing writes into an instruction cache":
    "ändert nichts: In einen Instruktionscache schreibt niemand",
  "are all ways, and no routine or range is pinned: {where}":
    "sind alle Wege, und keine Routine und kein Bereich ist festgehalten: {where}",
  "nothing stays in this cache": "in diesem Cache bleibt nichts",
  "nothing stays in its sets below {sets}": "in seinen Sätzen unter {sets} bleibt nichts",
  "pins nothing: no line of {line} bytes begins in it":
    "hält nichts fest: Keine Zeile zu {line} Bytes beginnt darin",
  "begins or ends inside a line of {line} bytes: pinned are the lines from {from} up to {to}":
    "beginnt oder endet in einer Zeile zu {line} Bytes: Festgehalten sind die Zeilen von {from} bis vor {to}",
  "overlaps range {other}": "überlappt Bereich {other}",
  "pins nothing: no cache has pinnedWays or pinnedLines":
    "hält nichts fest: Kein Cache hat pinnedWays oder pinnedLines",
  "brings no line without an L1 data cache": "holt ohne L1-Datencache keine Zeile",
  "are never spent: only contexts that take turns, one instruction a cycle, switch when one is blocked":
    "werden nie verbraucht: Nur Kontexte, die sich mit einer Instruktion je Takt abwechseln, wechseln, wenn einer blockiert ist",
  "no step takes from it: it fills, and each packet that finds it full is lost":
    "kein Schritt nimmt aus ihr: Sie wird voll, und jedes Paket, das sie voll findet, ist verloren",
  "no step reaps what was sent: after {frames} frames it is full, and each further one is lost":
    "kein Schritt sammelt ein, was gesendet ist: Nach {frames} Frames ist sie voll, und jeder weitere ist verloren",
  "waits only once: no step takes a completed request (take-disk), so one is always there then":
    "wartet nur einmal: Kein Schritt nimmt einen erledigten Auftrag (take-disk), danach ist also immer einer da",
  "has threads on {cores} cores work on the same data, whose lines go from cache to cache: sharing says whether that is meant":
    "lässt Threads auf {cores} Kernen mit denselben Daten arbeiten, deren Zeilen von Cache zu Cache wandern: sharing sagt, ob das gemeint ist",
  "have {points} points of drawn cycles in total, but the limit is {limit}":
    "haben zusammen {points} Punkte gezogener Takte, höchstens {limit}",
  "has {count} values, but {routine} of the same table has {other}":
    "hat {count} Werte, aber {routine} derselben Tabelle hat {other}",
  "has another weight in row {row} than {routine} of the same table":
    "hat in Zeile {row} ein anderes Gewicht als {routine} derselben Tabelle",
  "must not be below the previous value, {before}": "darf nicht unter dem vorigen Wert liegen, {before}",
  "must be 0, the smallest share": "muss 0 sein, der kleinste Anteil",
  "must be above the previous value": "muss über dem vorigen Wert liegen",
  "must be 100, the largest share": "muss 100 sein, der größte Anteil",
  "is more than the {count} events of the capture": "ist mehr als die {count} Ereignisse der Aufzeichnung",
  "has {count} sources (each frame of a window counts as one), but may have at most {limit}":
    "hat {count} Quellen (jeder Frame eines Fensters ist eine), höchstens {limit}",
  "changes nothing: no part of this scenario is drawn":
    "ändert nichts: Nichts an diesem Szenario wird gezogen",
  "changes no arrival, because the traffic is recorded: other seeds give the same sample of it; resample draws new ones":
    "ändert keine Ankunft: Der Verkehr ist aufgezeichnet, Läufe mit anderen Seeds sind also keine anderen Stichproben davon; resample zieht welche",
  '"smt" with an issue width of 1 works as "round-robin"':
    "„smt“ wirkt mit einer Ausgabebreite von 1 wie „round-robin“",
  "predict nothing: only programs return": "sagen nichts voraus: Nur Programme springen zurück",
  "has no effect: without forwarding every instruction waits for the write-back":
    "ist ohne Wirkung: Ohne Forwarding wartet jede Instruktion auf das Zurückschreiben",
  "adds nothing: a branch that compares registers before executeStage waits anyway":
    "fügt nichts hinzu: Ein Sprung, der in dieser Stufe Register vergleicht, wartet ohnehin",
  "has no effect: it applies only to branches resolved in the stage that issues":
    "ist ohne Wirkung: Es geht um Sprünge, die in der ausgebenden Stufe entschieden werden",

  // ---- findings ----
  "starved: {thread} was ready but did not run, from cycle {cycle} until cycle {until}":
    "Verhungern: {thread} konnte von Takt {cycle} bis Takt {until} laufen und lief nicht",
  "starved: {thread} could run from cycle {cycle} until cycle {until} and ran for {ran} cycles of that time":
    "Verhungern: {thread} konnte von Takt {cycle} bis Takt {until} laufen und lief davon {ran} Takte lang",
  "interrupt storm: {count} interrupts of {line} took {cycles} of {until} cycles, entry, save and restore included":
    "Interruptsturm: {count} Interrupts von {line} nahmen sich {cycles} von {until} Takten, samt Eintritt, Sichern und Wiederherstellen",
  "{thread} could run from cycle {cycle} until cycle {until} and ran for {ran} cycles of that time":
    "{thread} konnte von Takt {cycle} bis Takt {until} laufen und lief davon {ran} Takte lang",
  "starved of a lock: {thread} waits for {lock} from cycle {cycle} until cycle {until}, which {holder} has since cycle {since}":
    "Verhungern an einer Sperre: {thread} wartet von Takt {cycle} bis Takt {until} auf {lock}, die {holder} seit Takt {since} hat",
  "starved of a lock: {thread} waits for {lock} from cycle {cycle} until cycle {until}, which others take meanwhile, the last {taker} in cycle {taken}":
    "Verhungern an einer Sperre: {thread} wartet von Takt {cycle} bis Takt {until} auf {lock}, die indessen andere nehmen, zuletzt {taker} in Takt {taken}",
  "starved: the interrupt that starts {thread} was pending and its handler not running, from cycle {cycle} until cycle {until}":
    "Verhungern: Der Interrupt, der {thread} startet, stand von Takt {cycle} bis Takt {until} an, und sein Handler lief nicht",
  "deadlock: from cycle {cycle} on {waits}": "Deadlock: Ab Takt {cycle}: {waits}",
  "{one} waits for {lock}, which {next} has": "{one} wartet auf {lock}, die {next} hat",
  "{one} cannot run while {next} spins on its processor":
    "{one} kann nicht laufen, solange {next} auf seinem Prozessor kreisend wartet",
  "{one}; {other}": "{one}; {other}",
  "livelock: from cycle {cycle} on {wasted} frames from {nic} were taken and then lost, {delivered} delivered":
    "Livelock: Ab Takt {cycle} wurden {wasted} Frames von {nic} angenommen und dann verloren, {delivered} zugestellt",
  "livelock: from cycle {cycle} on no frame from {nic} was delivered, with {interrupts} interrupts and {taken} frames taken":
    "Livelock: Ab Takt {cycle} wurde kein Frame von {nic} zugestellt, bei {interrupts} Interrupts und {taken} angenommenen Frames",
  "lost wake-up: {times} frames waited in {nic} and nothing was going to take them, the longest time from cycle {cycle} {until}":
    "Verlorener Weckruf: {times} warteten Frames in {nic}, und nichts hätte sie geholt, am längsten ab Takt {cycle} {until}",
  once: "einmal",
  "{count} times": "{count}-mal",
  on: "und bis zum Ende",
  "for {cycles} cycles": "{cycles} Takte lang",
  "line {line}, {label}: {instruction}": "Zeile {line}, {label}: {instruction}",
  "line {line}: {instruction}": "Zeile {line}: {instruction}",
  "behind the last instruction, line {line}: ret or ecall ends a program":
    "hinter der letzten Instruktion, Zeile {line}: ret oder ecall beendet ein Programm",
  "program fault: the program {routine} of {thread} ended by {cause} at 0x{address} ({place}) in cycle {cycle}":
    "Programmfehler: Das Programm {routine} von {thread} endete durch {cause} bei 0x{address} ({place}) in Takt {cycle}",
  "program fault: the program {routine} of {thread} ended by {cause} at 0x{address} in cycle {cycle}":
    "Programmfehler: Das Programm {routine} von {thread} endete durch {cause} bei 0x{address} in Takt {cycle}",
  "{fault}, the first of {count}": "{fault}, der erste von {count}",
  "a jump to a misaligned address": "einen Sprung zu einer nicht ausgerichteten Adresse",
  "a jump out of its code": "einen Sprung aus seinem Code hinaus",
  "an illegal instruction": "eine ungültige Instruktion",
  "a misaligned load": "einen nicht ausgerichteten Ladezugriff",
  "a load from an unmapped address": "einen Ladezugriff auf eine Adresse, an der nichts ist",
  "a misaligned store": "einen nicht ausgerichteten Speicherzugriff",
  "a store to an address that cannot be written":
    "einen Speicherzugriff auf eine Adresse, an der sich nichts speichern lässt",
  "exception {cause}": "Ausnahme {cause}",
  "stands beside values: only one of the two may be there":
    "steht neben Werten: Nur eines von beiden darf da sein",
  "makes more than {count} values": "ergibt mehr als {count} Werte",
  "more than {count} instructions are in the pipeline before cycle {cycle}; a window may begin or end elsewhere":
    "vor Takt {cycle} sind mehr als {count} Instruktionen in der Pipeline; ein Fenster kann anderswo beginnen oder enden",
  "traffic[{index}] is a closed loop: when its frames fall due follows from the machine, and a capture cannot say it":
    "traffic[{index}] ist eine geschlossene Schleife: Wann ihre Frames fällig sind, folgt aus der Maschine, und ein Mitschnitt kann es nicht sagen",
  "more happened in {count} cycles than the log of events holds":
    "in {count} Takten geschah mehr, als das Protokoll der Ereignisse fasst",
} as const;
