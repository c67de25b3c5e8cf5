/** What the assembler finds wrong in a program; see messages.ts. */
export const MESSAGES_OF_PROGRAMS = {
  "is that of the linked file: it must be left out":
    "steht in der gelinkten Datei: Der Wert muss weggelassen werden",
  "lies over {name} at 0x{address}": "liegt über {name} bei 0x{address}",
  "belong to a linked file (elf)": "gehören zu einer gelinkten Datei (elf)",
  "no line comes from it: the line table of the linked file names {files}":
    "keine Zeile stammt daraus: Die Zeilentabelle der gelinkten Datei nennt {files}",
  "no file": "keine Datei",
  "is no base64": "ist kein Base64",
  "all linked files of a scenario together may have {limit} characters of base64":
    "alle gelinkten Dateien eines Szenarios zusammen dürfen {limit} Zeichen Base64 haben",
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
  "is no instruction: {text}": "ist keine Instruktion: {text}",
  "is no name for a label: {text}": "ist kein Name für eine Marke: {text}",
  "is a register: {text}": "ist ein Register: {text}",
  "is defined twice: {text}": "ist zweimal definiert: {text}",
  "is no directive here: {text}": "ist hier keine Direktive: {text}",
  "makes the {section} longer than {limit} bytes": "macht {section} länger als {limit} Bytes",
  "makes the {section} longer than {limit} bytes: what follows begins at a multiple of {pitch} bytes":
    "macht {section} länger als {limit} Bytes: Was folgt, beginnt an einem Vielfachen von {pitch} Bytes",
  'sections are .text, .data, .rodata and .bss, others with flags, as in .section .x,"ax"':
    'Abschnitte sind .text, .data, .rodata und .bss, andere mit Kennzeichen, wie in .section .x,"ax"',
  "is no instruction of RV32, but {what}: {text}": "ist keine Instruktion von RV32, sondern {what}: {text}",
  "needs the extension {extension}, not in {architecture}: {text}":
    "braucht die Erweiterung {extension}, die {architecture} nicht hat: {text}",
  "needs the extension {extension}, which an .option took away: {text}":
    "braucht die Erweiterung {extension}, die eine .option weggenommen hat: {text}",
  "is no architecture here: rv32i and of m, a, c, _zicsr, _zifencei what is meant":
    "ist hier keine Architektur: rv32i und von m, a, c, _zicsr, _zifencei, was gemeint ist",
  "no option was pushed": "es liegt keine Option auf dem Stapel",
  "is deeper than {limit} options": "ist tiefer als {limit} Optionen",
  "is no option: {text}": "ist keine Option: {text}",
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
  "is no octal number: {text}; one that begins with 0 is octal":
    "ist keine Oktalzahl: {text}; eine Zahl, die mit 0 beginnt, ist oktal",
  "is no number: {text}": "ist keine Zahl: {text}",
  "takes too long to assemble: all programs of a scenario together may have {limit} characters, macros and repetitions written out":
    "braucht zu lange zum Assemblieren: Alle Programme eines Szenarios zusammen dürfen {limit} Zeichen haben, Makros und Wiederholungen ausgeschrieben",
  "%pcrel_lo needs the label of an auipc with %pcrel_hi":
    "%pcrel_lo braucht die Marke eines auipc mit %pcrel_hi",
  "the address of {name}, {value}, does not fit: {minimum} to {maximum}":
    "die Adresse von {name}, {value}, passt nicht: {minimum} bis {maximum}",
  "is no name of a place: {value}(zero) is an address":
    "ist kein Name einer Stelle: Eine Adresse schreibt man {value}(zero)",
  "is no CSR: {text}": "ist kein CSR: {text}",
  "is no set of accesses, such as rw or iorw": "ist keine Menge von Zugriffen wie rw oder iorw",
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
  "goes to {target}, out of the code from {begin} to {end}: a label or . and a distance is meant":
    "führt nach {target}, aus dem Code von {begin} bis {end} hinaus: gemeint ist eine Marke oder . und ein Abstand",
  "{address} is no multiple of {pitch}: {bytes} bytes lie at one":
    "{address} ist kein Vielfaches von {pitch}: {bytes} Bytes liegen an einem",
  "nothing can be loaded from {address}": "von {address} kann nichts geladen werden",
  "nothing can be stored at {address}": "bei {address} kann nichts gespeichert werden",
  "goes back: {size} bytes of the section are there, not {target}":
    "führt zurück: Der Abschnitt hat schon {size} Bytes, nicht {target}",
  "no section was pushed": "es liegt kein Abschnitt auf dem Stapel",
  "there is no previous section": "es gibt keinen vorigen Abschnitt",
  "is deeper than {limit} sections": "ist tiefer als {limit} Abschnitte",
  "there is no subsection but 0: {value}": "es gibt keinen Unterabschnitt außer 0: {value}",
  "'\\0' is 0 here and the digit, 48, in GNU as: 0 is the same in both":
    "'\\0' ist hier 0 und in GNU as die Ziffer, 48: 0 ist in beiden dasselbe",
  "sections grow without end": "Abschnitte wachsen ohne Ende",
  "a text in double quotes is missing here": "hier fehlt ein Text in Anführungszeichen",
  "has an escape that is none: {text}": "enthält eine unbekannte Escape-Sequenz: {text}",
  "{text} is not known: of places there are %hi, %lo, %pcrel_hi, %pcrel_lo, %got_pcrel_hi":
    "{text} ist unbekannt: Von Stellen gibt es %hi, %lo, %pcrel_hi, %pcrel_lo, %got_pcrel_hi",
  "is no whole number: {text}": "ist keine ganze Zahl: {text}",
  "is no number for .float or .double: {text}": "ist keine Zahl für .float oder .double: {text}",
  "is no instruction of 4 bytes: its lowest bits are 11, and the three above not 111":
    "ist keine Instruktion aus 4 Bytes: Ihre untersten Bits sind 11 und die drei darüber nicht 111",
  "is no opcode: {value}; its lowest bits are 11, and the three above not 111":
    "ist kein Opcode: {value}; dessen unterste Bits sind 11 und die drei darüber nicht 111",
  "are no 4 bytes: {value}": "sind keine 4 Bytes: {value}",
  "is no format of .insn: {name}; there are r, r4, i, s, b, u and j":
    "ist kein Format von .insn: {name}; es gibt r, r4, i, s, b, u und j",
  "{name} belongs to a privilege level that this machine does not have: it has the machine level alone":
    "{name} gehört zu einer Privilegstufe, die diese Maschine nicht hat: Sie hat nur die Maschinenstufe",
  "is an error that the source itself finds": "ist ein Fehler, den das Programm selbst feststellt",
  "is an error that the source itself finds: {text}":
    "ist ein Fehler, den das Programm selbst feststellt: {text}",
  "is no macro: {name}": "ist kein Makro: {name}",
  "a name is missing here": "hier fehlt ein Name",
  "is no number of bytes: {value}": "ist keine Anzahl von Bytes: {value}",
  "is no alignment: {value}; 0 to {most} are meant, .align 2 for a multiple of 4 bytes, and .balign takes bytes":
    "ist keine Ausrichtung: {value}; gemeint ist 0 bis {most}, .align 2 für ein Vielfaches von 4 Bytes, und .balign nimmt Bytes",
  "is no alignment: {value}; a number of bytes is meant, a power of two up to {most}":
    "ist keine Ausrichtung: {value}; gemeint ist eine Anzahl von Bytes, eine Zweierpotenz bis {most}",
  "instructions belong into .text": "Instruktionen gehören nach .text",
  "is at no multiple of {pitch}: .align {power} is missing":
    "steht nicht an einem Vielfachen von {pitch}: .align {power} fehlt",
  "a value is missing here": "hier fehlt ein Wert",
  "{value} does not fit in {bits} bits": "{value} passt nicht in {bits} Bits",
  "gives too large a number": "ergibt eine zu große Zahl",
  "divides by zero": "teilt durch null",
  "shifts by {amount}, 0 to {bits} make sense": "schiebt um {amount}, sinnvoll sind 0 bis {bits}",
  "is nested too deep": "ist zu tief verschachtelt",
  "is too large a number": "ist eine zu große Zahl",
  "names nothing: {text}": "benennt nichts: {text}",
  "a register is missing": "ein Register fehlt",
  "is no register: {text}": "ist kein Register: {text}",
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
  "is no name for a macro: {text}": "ist kein Name für ein Makro: {text}",
  "is no name for an argument: {text}": "ist kein Name für ein Argument: {text}",
  "takes 1 argument, not {found}": "erwartet 1 Argument, nicht {found}",
  "takes {count} arguments, not {found}": "erwartet {count} Argumente, nicht {found}",
  "has its argument twice: {name}": "hat sein Argument zweimal: {name}",
  "has nothing for its argument {name}": "hat nichts für sein Argument {name}",
  "is no number of repetitions: {value}": "ist keine Anzahl von Wiederholungen: {value}",
  "belongs to no .if: {text}": "gehört zu keinem .if: {text}",
  "stands behind .else: {text}": "steht hinter .else: {text}",
  "makes more than {limit} characters": "ergibt mehr als {limit} Zeichen",
  "is nested deeper than {limit} blocks": "ist tiefer als {limit} Blöcke verschachtelt",
  "address of its next instruction": "Adresse seines nächsten Befehls",
  "instructions of this run of its program": "Befehle in diesem Lauf seines Programms",
  "a register, without its sign": "ein Register, ohne Vorzeichen",
  "what lies in memory, without its sign": "was im Speicher steht, ohne Vorzeichen",
  "an address": "eine Adresse",
} as const;
