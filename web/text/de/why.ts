/** Why something was lost or late, and what would help. */
export const WHY = {
  "Why?": "Warum?",
  "Why was it lost?": "Warum ging es verloren?",
  "Previous loss": "Vorheriger Verlust",
  "Next loss": "Nächster Verlust",
  "Searching the run for the causes …": "Die Ursachen werden im Lauf gesucht …",
  "No packet has been lost here so far.": "Hier ging bisher kein Paket verloren.",
  "No press has been lost here so far.": "Hier ging bisher kein Druck verloren.",
  "It has not ended yet, or it became part of another packet.":
    "Es ist noch nicht zu Ende oder wurde Teil eines anderen Pakets.",
  "Show this period": "Diesen Zeitraum zeigen",
  "What happened in these {cycles} cycles": "Was in diesen {cycles} Takten geschah",
  "What would help?": "Was würde helfen?",
  "Each change on its own, over the whole run. Currently {lost} lost, latency (p99) {latency}.":
    "Jede Änderung für sich, über den ganzen Lauf. Derzeit {lost} verloren, Latenz (p99) {latency}.",
  "could not be run": "ließ sich nicht ausführen",
  "running …": "läuft …",
  "Apply: {change}": "Anwenden: {change}",
  "makes it worse": "verschlechtert es",
  "makes no difference": "ändert nichts",
  "Why lost, why late?": "Warum verloren, warum spät?",
  "Packet {number} was lost in cycle {cycle}.": "Paket {number} ging in Takt {cycle} verloren.",
  "Packet {number} took {length} from its arrival to its delivery.":
    "Paket {number} brauchte {length} von der Ankunft bis zur Zustellung.",
  "Packet {number} took {length} until it was sent.":
    "Paket {number} brauchte {length}, bis es gesendet war.",
  "The packet spent {length} waiting in the card and going out over the wire.":
    "Das Paket wartete in der Karte und ging auf die Leitung: {length}.",
  "Interrupt {number} ({line}) waited {length} for the first instruction of {thread}.":
    "Interrupt {number} ({line}) wartete {length} auf die erste Instruktion von {thread}.",
  "A press of {button} was lost in cycle {cycle}: the previous press had not been acknowledged.":
    "Ein Druck auf {button} ging in Takt {cycle} verloren: Der vorige Druck war noch nicht quittiert.",
  "{thread} could have run from cycle {from} on, but hardly did.":
    "{thread} hätte ab Takt {from} laufen können, lief aber kaum.",
  "Only the last {length} are shown.": "Gezeigt sind nur die letzten {length}.",
  "This interrupt is not pending here.": "Dieser Interrupt steht hier nicht an.",
  "No wait was found here.": "Hier wurde kein Warten gefunden.",
  "The receive ring of {name} had been full ({held} of {capacity}) for {length}.":
    "Der Empfangsring von {name} war bis dahin {length} lang voll ({held} von {capacity}).",
  "The queue {name} had been full ({held} of {capacity}) for {length}.":
    "Die Warteschlange {name} war bis dahin {length} lang voll ({held} von {capacity}).",
  "The transmit queue of {name} had been full ({held} of {capacity}) for {length}.":
    "Die Sendewarteschlange von {name} war bis dahin {length} lang voll ({held} von {capacity}).",
  "The receive ring of {name} was full.": "Der Empfangsring von {name} war voll.",
  "The queue {name} was full.": "Die Warteschlange {name} war voll.",
  "The transmit queue of {name} was full.": "Die Sendewarteschlange von {name} war voll.",
  "The FIFO of {name} had no room.": "Im FIFO von {name} war kein Platz.",
  "The machine's packet table was full.": "Die Pakettabelle der Maschine war voll.",
  "Software discarded it on purpose.": "Die Software hat es absichtlich verworfen.",
  "A thread took another packet before it passed this one on.":
    "Ein Thread nahm ein anderes Paket, bevor er dieses weitergegeben hatte.",
  "An exception ended the program that held it.": "Eine Ausnahme beendete das Programm, das es hatte.",
  "The card had to send the next byte before that byte had arrived.":
    "Die Karte musste das nächste Byte senden, bevor es da war.",
  "The card had requested an interrupt {length} earlier.":
    "Die Karte hatte {length} zuvor einen Interrupt angefordert.",
  "It was last empty {length} earlier.": "Zuletzt leer war der Platz {length} früher.",
  "It had not been empty for a long time. Only the last {length} are shown.":
    "Der Platz war lange nicht leer. Gezeigt sind nur die letzten {length}.",
  "The previous press came {length} earlier.": "Der vorige Druck kam {length} früher.",
  "{thread} ran for {length}.": "{thread} lief: {length}.",
  "{threads} took turns for {length}.": "{threads} wechselten sich ab: {length}.",
  "{thread} itself ran for {length}.": "{thread} selbst lief: {length}.",
  "{thread} was still handling the previous interrupt for {length}.":
    "{thread} behandelte noch den vorigen Interrupt: {length}.",
  "{thread} spent {length} on earlier work.": "{thread} arbeitete {length} an Früherem.",
  "{thread} spent {length} on the previous press.": "{thread} arbeitete {length} am vorigen Druck.",
  "Nothing ran for {length}.": "Nichts lief: {length}.",
  "The frame was on the wire for {length}.": "Der Frame war auf der Leitung: {length}.",
  "The frame waited in the card for {length}.": "Der Frame wartete in der Karte: {length}.",
  "The card held its interrupt back for {length} (coalescing).":
    "Die Karte hielt ihren Interrupt zurück: {length} (Coalescing).",
  "The pipeline drained for {length}.": "Die Pipeline lief leer: {length}.",
  "The entry steps took {length}.": "Die Eintrittsschritte dauerten {length}.",
  "Registers were saved for {length}.": "Register wurden gesichert: {length}.",
  "The first instruction of the handler took {length}.":
    "Die erste Instruktion des Handlers dauerte {length}.",
  "{thread} reached this packet after {length}.": "{thread} kam {length} später zu diesem Paket.",
  "The packet took {length} to cross the bus into memory.":
    "Das Paket ging über den Bus in den Speicher: {length}.",
  "The card spent {length} moving its frames over the bus into memory.":
    "Die Karte brachte ihre Frames über den Bus in den Speicher: {length}.",
  "The card was sending at its line rate, for {length}.":
    "Die Karte sendete mit ihrer Leitungsrate: {length}.",
  "{thread} worked on this packet for {length}.": "{thread} bearbeitete dieses Paket: {length}.",
  "Software held the packet for {length}.": "Die Software hatte das Paket: {length}.",
  "Its priority {own} outranks priority {waiting} of {waitingThread} (a lower number is more urgent).":
    "Seine Priorität {own} geht vor Priorität {waiting} von {waitingThread} (kleiner ist dringender).",
  "Its priority {own} is the same as that of {waitingThread}.":
    "Seine Priorität {own} ist dieselbe wie die von {waitingThread}.",
  "Interrupt {number} ({line}) took {length} until {thread} had answered it.":
    "Interrupt {number} ({line}) dauerte {length}, bis {thread} ihn beantwortet hatte.",
  "Timer interrupt {number} took {length} until {thread} had answered it.":
    "Der Interrupt {number} des Timers dauerte {length}, bis {thread} ihn beantwortet hatte.",
  "Software interrupt {number} took {length} until {thread} had answered it.":
    "Der Software-Interrupt {number} dauerte {length}, bis {thread} ihn beantwortet hatte.",
  "Interrupts were off for {length}: MIE was 0, since {instruction} at {where}.":
    "Interrupts waren {length} lang gesperrt: MIE war 0, seit {instruction} bei {where}.",
  "Interrupt {number} ({line}) waited {length} up to cycle {cycle}, without an answer.":
    "Interrupt {number} ({line}) wartete {length} bis Takt {cycle}, ohne Antwort.",
  "Timer interrupt {number} was taken, and had no answer for {length} up to cycle {cycle}.":
    "Der Interrupt {number} des Timers wurde angenommen und blieb {length} bis Takt {cycle} ohne Antwort.",
  "Software interrupt {number} was taken, and had no answer for {length} up to cycle {cycle}.":
    "Der Software-Interrupt {number} wurde angenommen und blieb {length} bis Takt {cycle} ohne Antwort.",
  "Interrupt {number} ({line}) waited {length}. Then its line went down, without an answer.":
    "Interrupt {number} ({line}) wartete {length}. Dann fiel seine Leitung ab, ohne Antwort.",
  "Interrupt {number} ({line}) waited {length} for its handler {thread}, which had not acknowledged it by cycle {cycle}.":
    "Interrupt {number} ({line}) wartete {length} auf seinen Handler {thread}, der ihn bis Takt {cycle} nicht bestätigt hatte.",
  "The timer interrupt of {thread} waited {length} up to cycle {cycle}, and was not taken.":
    "Der Timer-Interrupt von {thread} wartete {length} bis Takt {cycle} und wurde nicht angenommen.",
  "The software interrupt of {thread} waited {length} up to cycle {cycle}, and was not taken.":
    "Der Software-Interrupt von {thread} wartete {length} bis Takt {cycle} und wurde nicht angenommen.",
  "{thread} claimed it at the PLIC without a trap of its own.":
    "{thread} holte ihn ohne eigenen Trap am PLIC ab.",
  "Its deadline of {length} has passed. Misses count answered interrupts only, so this is not counted as a miss.":
    "Seine Frist von {length} ist vorbei. Verfehlte Fristen zählen nur bei beantworteten Interrupts, also zählt diese nicht mit.",
  "Interrupts were off for {length}: MIE was 0, since an MRET with MPIE 0 returned to {where}.":
    "Interrupts waren {length} lang gesperrt: MIE war 0, seit ein MRET mit MPIE 0 nach {where} zurückkehrte.",
  "Interrupts were off for {length}: MIE was 0, since the start of the run.":
    "Interrupts waren {length} lang gesperrt: MIE war 0, seit dem Beginn des Laufs.",
  "Interrupts were off for {length}: MIE was 0.": "Interrupts waren {length} lang gesperrt: MIE war 0.",
  "The handler of the timer interrupt ran for {length}, with interrupts off.":
    "Der Handler des Timer-Interrupts lief {length} lang mit gesperrten Interrupts.",
  "The handler of the software interrupt ran for {length}, with interrupts off.":
    "Der Handler des Software-Interrupts lief {length} lang mit gesperrten Interrupts.",
  "The handler of an external interrupt ran for {length}, with interrupts off.":
    "Der Handler eines externen Interrupts lief {length} lang mit gesperrten Interrupts.",
  "The handler of {line} ran for {length}, with interrupts off.":
    "Der Handler von {line} lief {length} lang mit gesperrten Interrupts.",
  "The handler of an exception (mcause {code}) ran for {length}, with interrupts off.":
    "Der Handler einer Ausnahme (mcause {code}) lief {length} lang mit gesperrten Interrupts.",
  "Bit {bit} of mie was 0 for {length}, since {instruction} at {where}.":
    "Bit {bit} von mie war {length} lang 0, seit {instruction} bei {where}.",
  "Bit {bit} of mie was 0 for {length}.": "Bit {bit} von mie war {length} lang 0.",
  "Bit {bit} of mie was 0 for {length}, since the start of the run.":
    "Bit {bit} von mie war {length} lang 0, seit dem Beginn des Laufs.",
  "For {length}, {line} did not reach {thread}: mline did not bind it, and source {source} was not enabled in the PLIC.":
    "{length} lang erreichte {line} {thread} nicht: mline band die Leitung nicht, und Quelle {source} war im PLIC nicht freigegeben.",
  "For {length}, {line} was masked in the controller.":
    "{length} lang war {line} im Interrupt-Controller maskiert.",
  "For {length}, {line} was masked in the controller, since the start of the run.":
    "{length} lang war {line} im Interrupt-Controller maskiert, seit dem Beginn des Laufs.",
  "For {length}, {line} was masked in the controller, since step {step} of {thread}.":
    "{length} lang war {line} im Interrupt-Controller maskiert, seit Schritt {step} von {thread}.",
  "Source {source} was claimed at the PLIC, but not completed, for {length}.":
    "Quelle {source} war am PLIC {length} lang abgeholt und nicht abgeschlossen.",
  "For {length}, priority {priority} of source {source} was not above the PLIC's threshold {threshold}.":
    "{length} lang lag Priorität {priority} von Quelle {source} nicht über der Schwelle {threshold} des PLIC.",
  "The current instruction had to finish first, which took {length}.":
    "Die laufende Instruktion wurde zuerst beendet: {length}.",
  "{thread} had stopped for {length}: its program had ended, or a trap had no handler.":
    "{thread} stand {length} lang still: Sein Programm war zu Ende, oder ein Trap hatte keinen Handler.",
  "For {length}, {count} reasons followed each other, mainly these.":
    "{length} lang lösten {count} Gründe einander ab, vor allem diese.",
  "The handler ran for {length} until it had answered.":
    "Der Handler lief {length} lang, bis er geantwortet hatte.",
  "The handler ran for {length} and returned without an answer.":
    "Der Handler lief {length} lang und kehrte ohne Antwort zurück.",
  "The handler ran for {length}.": "Der Handler lief {length} lang.",
  "By function, in cycles: {functions}.": "Nach Funktionen, in Takten: {functions}.",
  "It runs with interrupts off.": "Er läuft mit gesperrten Interrupts.",
  "The interrupt was masked.": "Der Interrupt war maskiert.",
  "For {length} of that time, the core saved or restored registers or ran the entry steps, and could not recognise an interrupt.":
    "Davon {length}, in denen der Kern Register sicherte, wiederherstellte oder die Eintrittsschritte ausführte: Dann erkennt er keinen Interrupt.",
  "After a return, one instruction executes first.": "Nach einer Rückkehr kommt zuerst eine Instruktion.",
  "It delivered one packet.": "Ein Paket wurde zugestellt.",
  "It delivered {count} packets.": "{count} Pakete wurden zugestellt.",
  "It took one frame from the ring of {name}.": "Ein Frame wurde aus dem Ring von {name} genommen.",
  "It took {count} frames from the ring of {name}.":
    "{count} Frames wurden aus dem Ring von {name} genommen.",
  "They delivered one packet.": "Ein Paket wurde zugestellt.",
  "They delivered {count} packets.": "{count} Pakete wurden zugestellt.",
  "They took one frame from the ring of {name}.": "Ein Frame wurde aus dem Ring von {name} genommen.",
  "They took {count} frames from the ring of {name}.":
    "{count} Frames wurden aus dem Ring von {name} genommen.",
  "Meanwhile one frame entered the ring of {name}.": "Ein Frame kam inzwischen in den Ring von {name}.",
  "Meanwhile {count} frames entered the ring of {name}.":
    "{count} Frames kamen inzwischen in den Ring von {name}.",
  "The queue {name} went from {from} to {to} packets.":
    "Die Warteschlange {name} ging von {from} auf {to} Pakete.",
  "The queue {name} held {to} packets before and after.":
    "Die Warteschlange {name} enthielt davor und danach {to} Pakete.",
  "Receive ring of {frames} frames instead of {before}": "Empfangsring mit {frames} statt {before} Frames",
  "Queue {name} of {packets} packets instead of {before}":
    "Warteschlange {name} mit {packets} statt {before} Paketen",
  "Transmit queue of {frames} frames instead of {before}":
    "Sendewarteschlange mit {frames} statt {before} Frames",
  "Clock one and a half times as fast": "Takt anderthalbmal so schnell",
  "Memory answers in {length} instead of {before}": "Speicherzugriff {length} statt {before}",
  "Let {waiting} interrupt {thread}": "{waiting} darf {thread} unterbrechen",
  "A context for each thread: nothing to save": "Ein Kontext für jeden Thread: nichts zu sichern",
  "One interrupt for {frames} frames": "Ein Interrupt für {frames} Frames",
  "The queue {name} now loses {after} packets instead of {before}.":
    "Die Warteschlange {name} verliert jetzt {after} statt {before} Pakete.",
  "The card now loses {after} packets instead of {before}.":
    "Die Karte verliert jetzt {after} statt {before} Pakete.",
  "Saving and restoring take {after} cycles per packet instead of {before}.":
    "Sichern und Wiederherstellen brauchen je Paket {after} statt {before} Takte.",
  "On average a packet waits {after} cycles instead of {before} until the card requests an interrupt (coalescing).":
    "Im Mittel wartet ein Paket {after} statt {before} Takte, bis die Karte einen Interrupt anfordert (Coalescing).",
  "On average a packet waits {after} cycles instead of {before} until its interrupt is taken.":
    "Im Mittel wartet ein Paket {after} statt {before} Takte, bis sein Interrupt angenommen wird.",
  "On average a packet waits {after} cycles instead of {before} until the handler reaches it.":
    "Im Mittel wartet ein Paket {after} statt {before} Takte, bis der Handler zu ihm kommt.",
  "On average a packet waits {after} cycles instead of {before} for {thread}.":
    "Im Mittel wartet ein Paket {after} statt {before} Takte auf {thread}.",
  "On average the work on a packet takes {after} cycles instead of {before}.":
    "Im Mittel braucht die Arbeit an einem Paket {after} statt {before} Takte.",
  "On average the transfer into memory takes {after} cycles instead of {before}.":
    "Im Mittel braucht die Übertragung in den Speicher {after} statt {before} Takte.",
  "On average entry and saving together take {after} cycles instead of {before}.":
    "Im Mittel brauchen Eintritt und Sichern zusammen {after} statt {before} Takte.",
  "On average an interrupt waits {after} cycles instead of {before} until it is taken.":
    "Im Mittel wartet ein Interrupt {after} statt {before} Takte, bis er angenommen wird.",
  "An interrupt covers {after} packets on average instead of {before}, and the next interrupt waits until they are taken.":
    "Ein Interrupt gilt im Mittel {after} statt {before} Paketen, und der nächste wartet, bis sie genommen sind.",
  "The mean falls from {before} to {after} cycles; only the slowest take longer.":
    "Der Mittelwert fällt von {before} auf {after} Takte; nur die langsamsten dauern länger.",
  "makes hardly any difference": "macht kaum einen Unterschied",
  "Causes and remedies": "Ursachen und Abhilfe",
} as const;
