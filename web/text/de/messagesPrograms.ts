/** What the assembler finds wrong in a program (see messages.ts), and what registers of devices are, for programs. */
export const MESSAGES_OF_PROGRAMS = {
  "comes from the linked file and must be omitted":
    "steht in der gelinkten Datei: Der Wert muss weggelassen werden",
  "lies over {name} at 0x{address}": "liegt über {name} bei 0x{address}",
  "belong to a linked file (elf)": "gehören zu einer gelinkten Datei (elf)",
  "no line comes from it: the line table of the linked file names {files}":
    "keine Zeile stammt daraus: Die Zeilentabelle der gelinkten Datei nennt {files}",
  "no file": "keine Datei",
  "is not base64": "ist kein Base64",
  "all linked files of a scenario together may have {limit} bytes":
    "alle gelinkten Dateien eines Szenarios zusammen dürfen {limit} Bytes haben",
  "has no instruction": "hat keine Instruktion",
  "scenarios/programs/c/program.ld links it as it has to lie":
    "scenarios/programs/c/program.ld linkt sie, wie sie liegen muss",
  "p_vaddr: code begins at {begin}, at most {limit} bytes, and data at {base}; this image is linked to {address}; {hint}":
    "p_vaddr: Code beginnt bei {begin}, höchstens {limit} Bytes, und Daten bei {base}; dieses Abbild ist nach {address} gelinkt; {hint}",
  "p_memsz: code reaches from {from} to {to}, at most {limit} bytes; {hint}":
    "p_memsz: Code reicht von {from} bis {to}, höchstens {limit} Bytes; {hint}",
  "p_flags: {address} is written to, and lies where code is; {hint}":
    "p_flags: {address} wird beschrieben und liegt, wo Code liegt; {hint}",
  "p_flags: {address} is executed, and lies where data are; {hint}":
    "p_flags: {address} wird ausgeführt und liegt, wo Daten liegen; {hint}",
  "p_vaddr: {from} to {to} is not in the memory of programs, {begin} to {end}; {hint}":
    "p_vaddr: {from} bis {to} liegt nicht im Speicher der Programme, {begin} bis {end}; {hint}",
  "p_memsz: more data than there is memory": "p_memsz: mehr Daten, als Speicher da ist",
  "e_entry: is {entry}, and a program begins at its first instruction, {begin}; {hint}":
    "e_entry: ist {entry}, und ein Programm beginnt mit seiner ersten Instruktion, {begin}; {hint}",
  "names a file: the command irqscope reads it (irqscope embed), a page cannot":
    "nennt eine Datei: Der Befehl irqscope liest sie (irqscope embed), eine Seite kann es nicht",
  "must be a linked file in base64": "muss eine gelinkte Datei in Base64 sein",
  "there is no instruction": "es gibt keine Instruktion",
  "a line has at most {count} characters": "eine Zeile hat höchstens {count} Zeichen",
  "is not an instruction: {text}": "ist keine Instruktion: {text}",
  "is not a name for a label: {text}": "ist kein Name für eine Marke: {text}",
  "is a register: {text}": "ist ein Register: {text}",
  "is defined twice: {text}": "ist zweimal definiert: {text}",
  "is not a directive here: {text}": "ist hier keine Direktive: {text}",
  "makes the {section} longer than {limit} bytes": "macht {section} länger als {limit} Bytes",
  "makes the {section} longer than {limit} bytes: what follows begins at a multiple of {pitch} bytes":
    "macht {section} länger als {limit} Bytes: Was folgt, beginnt an einem Vielfachen von {pitch} Bytes",
  'sections are .text, .data, .rodata and .bss, others with flags, as in .section .x,"ax"':
    'Abschnitte sind .text, .data, .rodata und .bss, andere mit Kennzeichen, wie in .section .x,"ax"',
  "is not an instruction of RV32, but {what}: {text}":
    "ist keine Instruktion von RV32, sondern {what}: {text}",
  "needs the extension {extension}, not in {architecture}: {text}":
    "braucht die Erweiterung {extension}, die {architecture} nicht hat: {text}",
  "needs the extension {extension}, which an .option took away: {text}":
    "braucht die Erweiterung {extension}, die eine .option weggenommen hat: {text}",
  "is not a known architecture: write rv32i, and any of m, a, c, _zicsr, _zifencei":
    "ist hier keine Architektur: rv32i und von m, a, c, _zicsr, _zifencei, was gemeint ist",
  "no option was pushed": "es liegt keine Option auf dem Stapel",
  "is deeper than {limit} options": "ist tiefer als {limit} Optionen",
  "is not an option: {text}": "ist keine Option: {text}",
  "is below 0: {value}": "ist kleiner als 0: {value}",
  "has the offset {offset}: an atomic access takes none":
    "hat den Abstand {offset}: Ein atomarer Zugriff nimmt keinen",
  "{name} has no room for these operands: the instruction without c. has":
    "{name} hat für diese Operanden keinen Platz: Die Instruktion ohne c. hat ihn",
  "comes out otherwise than it was placed": "fällt anders aus, als Platz dafür gelassen ist",
  "of 64 bits": "eine für 64 Bits",
  "of floating point": "eine für Gleitkommazahlen",
  "of vectors": "eine für Vektoren",
  "of another privilege level": "eine anderer Privilegstufen",
  "is not an octal number: {text}; one that begins with 0 is octal":
    "ist keine Oktalzahl: {text}; eine Zahl, die mit 0 beginnt, ist oktal",
  "is not a number: {text}": "ist keine Zahl: {text}",
  "takes too long to assemble: all programs of a scenario together may have {limit} characters, macros and repetitions written out":
    "braucht zu lange zum Assemblieren: Alle Programme eines Szenarios zusammen dürfen {limit} Zeichen haben, Makros und Wiederholungen ausgeschrieben",
  "%pcrel_lo needs the label of an auipc with %pcrel_hi":
    "%pcrel_lo braucht die Marke eines auipc mit %pcrel_hi",
  "the address of {name}, {value}, does not fit: {minimum} to {maximum}":
    "die Adresse von {name}, {value}, passt nicht: {minimum} bis {maximum}",
  "is not a name of a place: {value}(zero) is an address":
    "ist kein Name einer Stelle: Eine Adresse schreibt man {value}(zero)",
  "is not a CSR: {text}": "ist kein CSR: {text}",
  "is not a set of accesses, such as rw or iorw": "ist keine Menge von Zugriffen wie rw oder iorw",
  "is a number: a branch goes to a label or to . and a distance":
    "ist eine Zahl: Ein Sprung führt zu einer Marke oder zu . und einem Abstand",
  "{csr} is out of reach of a program: it can read cycle, time, instret, mcycle, minstret and mhartid":
    "{csr} ist für ein Programm unerreichbar: Lesen kann es cycle, time, instret, mcycle, minstret und mhartid",
  '{csr} is out of reach of a program: it can read cycle, time, instret, mcycle, minstret and mhartid; a thread with "machineMode": true has it, and irqscope asm --machine-mode assembles for one':
    '{csr} ist für ein Programm unerreichbar: Lesen kann es cycle, time, instret, mcycle, minstret und mhartid; ein Thread mit "machineMode": true hat es, und irqscope asm --machine-mode assembliert für einen solchen',
  '{csr} can only be read; a thread with "machineMode": true has it, and irqscope asm --machine-mode assembles for one':
    '{csr} kann nur gelesen werden; ein Thread mit "machineMode": true kann es schreiben, und irqscope asm --machine-mode assembliert für einen solchen',
  "this machine has no {csr}": "diese Maschine hat kein {csr}",
  "{csr} can only be read": "{csr} kann nur gelesen werden",
  "goes to {target}, out of the code from {begin} to {end}: use a label, or . and a distance":
    "führt nach {target}, aus dem Code von {begin} bis {end} hinaus: gemeint ist eine Marke oder . und ein Abstand",
  "{address} is not a multiple of {pitch}: {bytes} bytes lie at one":
    "{address} ist kein Vielfaches von {pitch}: {bytes} Bytes liegen an einem",
  "nothing can be loaded from {address}": "von {address} kann nichts geladen werden",
  "nothing can be stored at {address}": "bei {address} kann nichts gespeichert werden",
  "goes back: {size} bytes of the section exist, not {target}":
    "führt zurück: Der Abschnitt hat schon {size} Bytes, nicht {target}",
  "no section was pushed": "es liegt kein Abschnitt auf dem Stapel",
  "there is no previous section": "es gibt keinen vorigen Abschnitt",
  "is deeper than {limit} sections": "ist tiefer als {limit} Abschnitte",
  "there is no subsection but 0: {value}": "es gibt keinen Unterabschnitt außer 0: {value}",
  "'\\0' is 0 here and the digit, 48, in GNU as: 0 is the same in both":
    "'\\0' ist hier 0 und in GNU as die Ziffer, 48: 0 ist in beiden dasselbe",
  "sections grow without end": "Abschnitte wachsen ohne Ende",
  "a text in double quotes is missing here": "hier fehlt ein Text in Anführungszeichen",
  "has an unknown escape: {text}": "enthält eine unbekannte Escape-Sequenz: {text}",
  "{text} is not known; known are %hi, %lo, %pcrel_hi, %pcrel_lo, %got_pcrel_hi":
    "{text} ist unbekannt: Von Stellen gibt es %hi, %lo, %pcrel_hi, %pcrel_lo, %got_pcrel_hi",
  "is not a whole number: {text}": "ist keine ganze Zahl: {text}",
  "is not a number for .float or .double: {text}": "ist keine Zahl für .float oder .double: {text}",
  "is not an instruction of 4 bytes: its lowest bits are 11, and the three above not 111":
    "ist keine Instruktion aus 4 Bytes: Ihre untersten Bits sind 11 und die drei darüber nicht 111",
  "is not an opcode: {value}; its lowest bits are 11, and the three above not 111":
    "ist kein Opcode: {value}; dessen unterste Bits sind 11 und die drei darüber nicht 111",
  "are no 4 bytes: {value}": "sind keine 4 Bytes: {value}",
  "is not a format of .insn: {name}; there are r, r4, i, s, b, u and j":
    "ist kein Format von .insn: {name}; es gibt r, r4, i, s, b, u und j",
  "{name} belongs to a privilege level that this machine does not have: it has only the machine level":
    "{name} gehört zu einer Privilegstufe, die diese Maschine nicht hat: Sie hat nur die Maschinenstufe",
  "is an error that the source raises": "ist ein Fehler, den das Programm selbst feststellt",
  "is an error that the source raises: {text}": "ist ein Fehler, den das Programm selbst feststellt: {text}",
  "is not a macro: {name}": "ist kein Makro: {name}",
  "a name is missing here": "hier fehlt ein Name",
  "is not a number of bytes: {value}": "ist keine Anzahl von Bytes: {value}",
  "is not an alignment: {value}; 0 to {most} are possible, .align 2 for a multiple of 4 bytes, and .balign takes bytes":
    "ist keine Ausrichtung: {value}; gemeint ist 0 bis {most}, .align 2 für ein Vielfaches von 4 Bytes, und .balign nimmt Bytes",
  "is not an alignment: {value}; expected a number of bytes that is a power of two up to {most}":
    "ist keine Ausrichtung: {value}; gemeint ist eine Anzahl von Bytes, eine Zweierpotenz bis {most}",
  "instructions belong into .text": "Instruktionen gehören nach .text",
  "is not at a multiple of {pitch}: .align {power} is missing":
    "steht nicht an einem Vielfachen von {pitch}: .align {power} fehlt",
  "a value is missing here": "hier fehlt ein Wert",
  "{value} does not fit in {bits} bits": "{value} passt nicht in {bits} Bits",
  "gives too large a number": "ergibt eine zu große Zahl",
  "divides by zero": "teilt durch null",
  "shifts by {amount}, 0 to {bits} are allowed": "schiebt um {amount}, erlaubt sind 0 bis {bits}",
  "is nested too deep": "ist zu tief verschachtelt",
  "is too large a number": "ist eine zu große Zahl",
  "names nothing: {text}": "benennt nichts: {text}",
  "a register is missing": "ein Register fehlt",
  "operand {number} of {name} is missing": "Operand {number} von {name} fehlt",
  "operand {number} of {name} is missing: {form}": "Operand {number} von {name} fehlt: {form}",
  "is not a register: {text}": "ist kein Register: {text}",
  "{value} does not fit in 32 bits": "{value} passt nicht in 32 Bits",
  "goes to an odd address": "führt zu einer ungeraden Adresse",
  "is {distance} bytes away, the instruction reaches {reach}":
    "ist {distance} Bytes entfernt, die Instruktion reicht {reach} weit",
  "{value} does not fit: {minimum} to {maximum}": "{value} passt nicht: {minimum} bis {maximum}",
  "{message} (in macro {macro}, called from line {line})":
    "{message} (im Makro {macro}, aufgerufen in Zeile {line})",
  "{message} (repeated from line {line})": "{message} (wiederholt ab Zeile {line})",
  "has no {end}": "hat kein {end}",
  "has no block to end: {text}": "hat keinen Block zu beenden: {text}",
  "is a directive: {text}": "ist eine Direktive: {text}",
  "is not a name for a macro: {text}": "ist kein Name für ein Makro: {text}",
  "is not a name for an argument: {text}": "ist kein Name für ein Argument: {text}",
  "takes 1 argument, not {found}": "erwartet 1 Argument, nicht {found}",
  "takes {count} arguments, not {found}": "erwartet {count} Argumente, nicht {found}",
  "passes the argument {name} twice": "hat sein Argument zweimal: {name}",
  "has nothing for its argument {name}": "hat nichts für sein Argument {name}",
  "is not a number of repetitions: {value}": "ist keine Anzahl von Wiederholungen: {value}",
  "belongs to no .if: {text}": "gehört zu keinem .if: {text}",
  "stands behind .else: {text}": "steht hinter .else: {text}",
  "makes more than {limit} characters": "ergibt mehr als {limit} Zeichen",
  "is nested deeper than {limit} blocks": "ist tiefer als {limit} Blöcke verschachtelt",
  "address of its next instruction": "Adresse seines nächsten Befehls",
  "instructions of this run of its program": "Befehle in diesem Lauf seines Programms",
  "a register, unsigned": "ein Register, ohne Vorzeichen",
  "contents of memory, unsigned": "was im Speicher steht, ohne Vorzeichen",
  "an address": "eine Adresse",
  "a frame was received": "ein Frame wurde empfangen",
  "a frame was sent": "ein Frame wurde gesendet",
  "a frame was lost because no slot was free": "ein Frame ging verloren, weil kein Platz frei war",
  "Receive rings of a NIC that steps serve": "Empfangsringe einer Netzkarte, die Schritte bedienen",
  "status bits of the ring: 1 received, 2 sent": "Statusbits des Rings: 1 empfangen, 2 gesendet",
  "frames that wait in the ring": "Frames im Ring, die darauf warten, entnommen zu werden",
  "NIC with descriptor rings in memory": "Netzkarte mit Deskriptorringen im Speicher",
  "address of the receive descriptors, 16 bytes each": "Adresse der Empfangsdeskriptoren zu je 16 Byte",
  "slots of the receive ring; 0: the card receives nothing":
    "Plätze des Empfangsrings; 0: die Karte empfängt nichts",
  "frames received so far; the card fills slot RXHEAD modulo RXSIZE next":
    "bisher empfangene Frames: Platz RXHEAD modulo RXSIZE wird als Nächster gefüllt",
  "slots given to the card so far; when a slot is given back, its frame counts as delivered":
    "Plätze, die die Karte bisher bekam; bekommt sie einen zurück, gilt sein Frame als ausgeliefert",
  "address of the transmit descriptors, 16 bytes each": "Adresse der Sendedeskriptoren zu je 16 Byte",
  "slots of the transmit ring; 0: the card sends nothing":
    "Plätze des Senderings; 0: die Karte sendet nichts",
  "frames sent so far": "bisher gesendete Frames",
  "frames given to the card so far": "Frames, die die Karte bisher bekam",
  "what has happened since it was cleared; storing a 1 clears a bit":
    "was geschah, seit es gelöscht wurde; eine 1 zu schreiben löscht ein Bit",
  "which bits of ICR raise the line": "welche Bits von ICR die Leitung setzen",
  "what the card is doing": "womit die Karte beschäftigt ist",
  "a frame is on its way into memory": "ein Frame ist auf dem Weg in den Speicher",
  "not all frames given to the card are sent": "noch sind nicht alle Frames gesendet, die sie bekam",
  "bytes of a receive buffer, initially 2048; a longer frame is truncated":
    "Bytes eines Empfangspuffers, anfangs 2048; was nicht hineinpasst, wird abgeschnitten",
  "Console, as the 16550": "Konsole, wie der 16550",
  "the next received character; reading removes it": "nächstes Zeichen, das kam; es wird entnommen",
  "a character to send": "ein Zeichen, das gesendet werden soll",
  "what raises the line": "was die Leitung setzt",
  "a character has arrived": "ein Zeichen ist da",
  "no character is left to send": "keines ist mehr zu senden",
  "a character was lost": "ein Zeichen ging verloren",
  "why the line is up: 0xc6 lost, 0xc4 received, 0xc2 all sent; 0xc1 if it is down":
    "warum die Leitung gesetzt ist: 0xc6 verloren, 0xc4 empfangen, 0xc2 alles gesendet, 0xc1 sie ist es nicht",
  "empties FIFOs": "leert FIFOs",
  "the FIFO of received characters": "den der Zeichen, die kamen",
  "the FIFO of characters to send": "den der Zeichen, die gesendet werden sollen",
  "stored; with bit 7 set, offsets 0 and 1 are the divisor, which is stored too":
    "wird behalten; mit Bit 7 sind die Abstände 0 und 1 der Teiler, der auch behalten wird",
  "offsets 0 and 1 are the divisor": "die Abstände 0 und 1 sind der Teiler",
  "what the console contains; reading it clears OE": "was die Konsole hält; es zu lesen löscht OE",
  "a character was lost because the FIFO was full": "ein Zeichen ging verloren, weil der FIFO voll war",
  "the FIFO of characters to send is empty": "der FIFO der Zeichen, die gesendet werden sollen, ist leer",
  "and the last character has been sent": "und das letzte ist gesendet",
  "1: a request is done; storing a 1 clears it, like acknowledge":
    "1: ein Auftrag ist fertig; eine 1 zu schreiben löscht das, wie quittieren",
  "a request is done": "ein Auftrag ist fertig",
  "requests in the disk's queue": "Aufträge, die die Platte hält",
  "completed requests that wait to be taken": "Aufträge, die fertig und nicht entnommen sind",
  "requests a read of this many blocks": "verlangt, dass so viele Blöcke gelesen werden",
  "requests a write of this many blocks": "verlangt, dass so viele Blöcke geschrieben werden",
  "takes a completed request: 1, or 0 if there is none": "nimmt einen, der fertig ist: 1; 0, wo keiner ist",
  "1: it was pressed; storing a 1 clears it, like acknowledge":
    "1: er wurde gedrückt; eine 1 zu schreiben löscht das, wie quittieren",
  "it was pressed": "er wurde gedrückt",
  "presses so far": "bisher gedrückt",
  "Timer and software interrupts of the harts": "Zeitgeber- und Software-Interrupts der Harts",
  "bit 0: the hart's software interrupt is pending": "Bit 0: der Software-Interrupt des Harts steht an",
  "low half of the cycle from which its timer interrupt is pending":
    "untere Hälfte des Takts, ab dem sein Zeitgeber-Interrupt ansteht",
  "high half of it": "dessen obere Hälfte",
  "low half of the time in cycles; a store sets it for all harts":
    "untere Hälfte der Zeit in Takten; ein Store setzt sie für alle Harts",
  "Interrupt controller; source = number of the line + 1":
    "Interrupt-Controller; Quelle = Nummer der Leitung + 1",
  "0 to 7; 0: it never interrupts": "0 bis 7; 0: sie unterbricht nie",
  "bit s modulo 32 of word s / 32: source s is pending": "Bit s modulo 32 von Wort s / 32: Quelle s steht an",
  "likewise: source s interrupts the hart; sources from 32 on at + 4 and + 8":
    "ebenso: Quelle s unterbricht den Hart; Quellen ab 32 bei + 4 und + 8",
  "only higher priorities interrupt the hart": "nur höhere Prioritäten unterbrechen den Hart",
  "a load claims the most urgent source, or gives 0 if there is none; a store completes it":
    "gelesen: nimmt die dringendste Quelle, 0, wo keine ist; geschrieben: schließt sie ab",
} as const;
