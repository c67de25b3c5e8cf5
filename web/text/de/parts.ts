/** Parts of the stage: what they are called and what they are for. */
export const PARTS = {
  "Parts of the machine": "Teile der Maschine",
  "About {name}": "Über {name}",
  "Follow a packet": "Ein Paket verfolgen",
  "Follow packet {number}": "Paket {number} verfolgen",
  "Run to: {what}": "Laufen bis: {what}",
  "Always stop there": "Dort immer anhalten",
  "Change…": "Ändern …",
  "wire of {name}": "Leitung von {name}",
  "Frames come in here one after another, at most at the line rate.":
    "Hier kommen Frames herein, einer nach dem anderen, höchstens mit der Leitungsrate.",
  "next frame in {cycles} cycles": "nächster Frame in {cycles} Takten",
  "The card puts frames in, the driver takes them out. A frame that finds it full is lost.":
    "Die Karte legt Frames hinein, der Treiber nimmt sie heraus. Ein Frame, der ihn voll findet, geht verloren.",
  "{fill} of {capacity} frames": "{fill} von {capacity} Frames",
  "Frames wait here until the wire is free.": "Hier warten Frames, bis die Leitung frei ist.",
  "network card {name}": "Netzwerkkarte {name}",
  "It writes received frames into memory without the processor and then requests an interrupt.":
    "Sie schreibt empfangene Frames ohne den Prozessor in den Speicher und fordert dann einen Interrupt an.",
  "{delivered} of {offered} packets delivered": "{delivered} von {offered} Paketen zugestellt",
  "losses of {name}": "Verluste von {name}",
  "Frames that found no room in the card or its ring.":
    "Frames, die in der Karte oder ihrem Ring keinen Platz fanden.",
  "device {name}": "Gerät {name}",
  "interrupt line {name}": "Interruptleitung {name}",
  "While it is up, its device asks for the processor. How urgent that is, its priority says: small is high.":
    "Solange sie aktiv ist, verlangt ihr Gerät nach dem Prozessor. Wie dringend, sagt ihre Priorität: klein ist hoch.",
  "interrupt controller": "Interrupt-Controller",
  "It tells the processor of the most urgent line that is up and not masked.":
    "Er meldet dem Prozessor die dringendste Leitung, die aktiv und nicht maskiert ist.",
  "entry sequence": "Eintrittsfolge",
  "Level: it stays up until its device was served.": "Pegel: Sie bleibt aktiv, bis ihr Gerät bedient ist.",
  "Edge: each time it rises is one request.": "Flanke: Jeder Anstieg ist eine Anfrage.",
  "What the processor does before the handler: it drains its pipeline, puts status (SR) and place (PC) away, shuts out other interrupts (clear enable), finds the handler (vector), saves registers.":
    "Was der Prozessor vor dem Handler tut: Er lässt die Pipeline leerlaufen, legt Status (SR) und Stelle (PC) ab, sperrt andere Interrupts (Freigabe löschen), findet den Handler (Vektor) und sichert Register.",
  "A set of registers in hardware. Masked: what runs in it is not interrupted.":
    "Ein Registersatz in Hardware. Maskiert: Was darin läuft, wird nicht unterbrochen.",
  "A soft interrupt: software asks for it, and it runs when nothing more urgent wants the processor.":
    "Ein Soft-Interrupt: Software verlangt ihn, und er läuft, wenn nichts Dringenderes den Prozessor will.",
  "core {name}": "Kern {name}",
  "It runs one thread at a time in its pipeline, or alternates between a few.":
    "Er führt in seiner Pipeline einen Thread aus oder wechselt zwischen einigen.",
  "pipeline of core {name}": "Pipeline von Kern {name}",
  "Instructions move one stage a cycle. Hatched: one waits, for an operand or for memory.":
    "Instruktionen rücken je Takt eine Stufe vor. Schraffiert: eine wartet auf einen Operanden oder auf Speicher.",
  "context {name}": "Kontext {name}",
  "A set of registers in hardware. A thread whose context it is needs no saving.":
    "Ein Registersatz in Hardware. Ein Thread, dem er gehört, muss nicht gesichert werden.",
  "saved registers": "gesicherte Register",
  "holds {thread}": "hält {thread}",
  "What was interrupted waits here, in memory, until its registers are loaded again.":
    "Was unterbrochen wurde, wartet hier im Speicher, bis seine Register wieder geladen werden.",
  "{count} set": "{count} Satz",
  "{count} sets": "{count} Sätze",
  "thread {name}": "Thread {name}",
  "A piece of software with a priority of its own: small is high.":
    "Ein Stück Software mit eigener Priorität: klein ist hoch.",
  "priority {priority}": "Priorität {priority}",
  "queue {name}": "Warteschlange {name}",
  "One thread puts packets in, another takes them out. A packet that finds it full is lost.":
    "Ein Thread stellt Pakete hinein, ein anderer nimmt sie heraus. Ein Paket, das sie voll findet, geht verloren.",
  "{fill} of {capacity} packets": "{fill} von {capacity} Paketen",
  "lock {name}": "Sperre {name}",
  "One thread has it at a time; the others wait.": "Ihn hat immer nur ein Thread; die anderen warten.",
  "held by {thread}": "gehört {thread}",
  "cache {name}": "Cache {name}",
  "Its colours say which layer brought the lines. What an interrupt pushes out has to be fetched again.":
    "Seine Farben sagen, welche Schicht die Zeilen gebracht hat. Was ein Interrupt verdrängt, muss neu geholt werden.",
  "memory bus": "Speicherbus",
  "Processor and cards reach memory over it, one at a time.":
    "Über ihn erreichen Prozessor und Karten den Speicher, immer nur einer.",
  "a card has it": "eine Karte hat ihn",
  "the processor has it": "der Prozessor hat ihn",
  "Packets that a driver has taken from its card and still holds.":
    "Pakete, die ein Treiber von seiner Karte genommen hat und noch hält.",
} as const;
