/** Why something was lost or late, and what would help. */
export const WHY = {
  "Why?": "Warum?",
  "Why was it lost?": "Warum ging es verloren?",
  "Loss before": "Verlust davor",
  "Next loss": "Nächster Verlust",
  "The run is gone over once more …": "Der Lauf wird noch einmal durchgegangen …",
  "No packet was lost here so far.": "Hier ging bisher kein Paket verloren.",
  "No press was lost here so far.": "Hier ging bisher kein Druck verloren.",
  "It is not over yet, or became part of another packet.":
    "Es ist noch nicht zu Ende oder wurde Teil eines anderen Pakets.",
  "Show the whole of it": "Im Ganzen zeigen",
  "What happened in these {cycles} cycles": "Was in diesen {cycles} Takten geschah",
  "What would help?": "Was würde helfen?",
  "Each change by itself, over the whole run. Now: {lost} lost, {latency} latency (p99).":
    "Jede Änderung für sich, über den ganzen Lauf. Jetzt: {lost} verloren, {latency} Latenz (p99).",
  "could not be run": "ließ sich nicht ausführen",
  "runs …": "läuft …",
  "Apply: {change}": "Anwenden: {change}",
  "makes it worse": "verschlechtert es",
  "changes nothing in this": "ändert daran nichts",
  "Why lost, why late?": "Warum verloren, warum spät?",
  "Packet {number} was lost in cycle {cycle}.": "Paket {number} ging in Takt {cycle} verloren.",
  "Packet {number} took {length} from its arrival to its delivery.":
    "Paket {number} brauchte {length} von der Ankunft bis zur Zustellung.",
  "Packet {number} took {length} until it was sent.":
    "Paket {number} brauchte {length}, bis es gesendet war.",
  "The packet waited in the card and went out over the wire for {length}.":
    "Das Paket wartete in der Karte und ging auf die Leitung: {length}.",
  "Interrupt {number} ({line}) waited {length} for the first instruction of {thread}.":
    "Interrupt {number} ({line}) wartete {length} auf die erste Instruktion von {thread}.",
  "A press of {button} was lost in cycle {cycle}: the press before it was not acknowledged.":
    "Ein Druck auf {button} ging in Takt {cycle} verloren: Der Druck davor war nicht quittiert.",
  "{thread} could run from cycle {from} on and hardly did.":
    "{thread} hätte ab Takt {from} laufen können und lief kaum.",
  "These are the last {length}.": "Gezeigt sind die letzten {length}.",
  "No wait was found here.": "Hier wurde kein Warten gefunden.",
  "The receive ring of {name} was full ({held} of {capacity}) for {length}.":
    "Der Empfangsring von {name} war {length} lang voll ({held} von {capacity}).",
  "The queue {name} was full ({held} of {capacity}) for {length}.":
    "Die Warteschlange {name} war {length} lang voll ({held} von {capacity}).",
  "The transmit queue of {name} was full ({held} of {capacity}) for {length}.":
    "Die Sendewarteschlange von {name} war {length} lang voll ({held} von {capacity}).",
  "The receive ring of {name} was full.": "Der Empfangsring von {name} war voll.",
  "The queue {name} was full.": "Die Warteschlange {name} war voll.",
  "The transmit queue of {name} was full.": "Die Sendewarteschlange von {name} war voll.",
  "The FIFO of {name} had no room.": "Im FIFO von {name} war kein Platz.",
  "The table of all packets in the machine was full.": "Die Tabelle aller Pakete in der Maschine war voll.",
  "A program dropped it on purpose.": "Ein Programm hat es absichtlich verworfen.",
  "A thread took another packet before it had passed this one on.":
    "Ein Thread nahm ein anderes Paket, bevor er dieses weitergegeben hatte.",
  "The program that had it was ended by an exception.":
    "Das Programm, das es hatte, wurde durch eine Ausnahme beendet.",
  "The card had to send the next byte before it was there.":
    "Die Karte musste das nächste Byte senden, bevor es da war.",
  "The card had asked for {thread} {length} before.": "Die Karte hatte {thread} {length} zuvor angefordert.",
  "The place was empty for the last time {length} before.": "Der Platz war zuletzt {length} zuvor leer.",
  "The place had not been empty for long. These are the last {length}.":
    "Der Platz war lange nicht leer. Gezeigt sind davor {length}.",
  "The press before came {length} earlier.": "Der Druck davor kam {length} früher.",
  "{thread} ran for {length}.": "{thread} lief: {length}.",
  "{threads} ran by turns for {length}.": "{threads} liefen abwechselnd: {length}.",
  "{thread} itself ran for {length}.": "{thread} selbst lief: {length}.",
  "{thread} was still at work for the interrupt before, for {length}.":
    "{thread} arbeitete noch für den Interrupt davor: {length}.",
  "{thread} ran for {length} for what came before this packet.":
    "{thread} lief für das, was vor diesem Paket kam: {length}.",
  "{thread} ran for {length} for the press before.": "{thread} lief für den Druck davor: {length}.",
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
  "{thread} came to this packet after {length}.": "{thread} kam {length} später zu diesem Paket.",
  "The packet went over the bus into memory for {length}.":
    "Das Paket ging über den Bus in den Speicher: {length}.",
  "The card brought what it held into memory over the bus for {length}.":
    "Die Karte brachte ihren Inhalt über den Bus in den Speicher: {length}.",
  "The card sent for {length}, at the rate of its wire.":
    "Die Karte sendete mit der Rate ihrer Leitung: {length}.",
  "{thread} worked on this packet for {length}.": "{thread} bearbeitete dieses Paket: {length}.",
  "Software had the packet for {length}.": "Die Software hatte das Paket: {length}.",
  "Its priority {own} is more urgent than the {waiting} of {waitingThread}.":
    "Seine Priorität {own} ist dringender als die {waiting} von {waitingThread}.",
  "Its priority {own} is as urgent as that of {waitingThread}.":
    "Seine Priorität {own} ist so dringend wie die von {waitingThread}.",
  "Interrupt {number} ({line}) took {length} until {thread} had answered it.":
    "Interrupt {number} ({line}) dauerte {length}, bis {thread} ihn beantwortet hatte.",
  "Timer interrupt {number} took {length} until {thread} had answered it.":
    "Der Interrupt {number} des Timers dauerte {length}, bis {thread} ihn beantwortet hatte.",
  "Software interrupt {number} took {length} until {thread} had answered it.":
    "Der Software-Interrupt {number} dauerte {length}, bis {thread} ihn beantwortet hatte.",
  "Interrupts were off for {length}: MIE is 0 since {instruction} at {where}.":
    "Interrupts waren {length} lang gesperrt: MIE ist 0 seit {instruction} bei {where}.",
  "Interrupts were off for {length}: MIE is 0.": "Interrupts waren {length} lang gesperrt: MIE ist 0.",
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
  "Source {source} was not enabled in the PLIC for {length}.":
    "Quelle {source} war im PLIC {length} lang nicht freigegeben.",
  "Source {source} was claimed at the PLIC and not completed for {length}.":
    "Quelle {source} war am PLIC {length} lang abgeholt und nicht abgeschlossen.",
  "Source {source} has priority {priority}, which is not above the threshold {threshold} of the PLIC, for {length}.":
    "Quelle {source} hat Priorität {priority}, die {length} lang nicht über der Schwelle {threshold} des PLIC lag.",
  "The instruction under way was completed first, in {length}.":
    "Die begonnene Instruktion wurde zuerst beendet, in {length}.",
  "For {length} interrupts were let in and kept out {count} times by turns.":
    "{length} lang waren Interrupts abwechselnd frei und gesperrt, {count}-mal.",
  "The handler ran for {length} until it had answered.":
    "Der Handler lief {length} lang, bis er geantwortet hatte.",
  "By function, in cycles: {functions}.": "Nach Funktionen, in Takten: {functions}.",
  "It runs with interrupts off.": "Er läuft mit gesperrten Interrupts.",
  "The interrupt was masked.": "Der Interrupt war maskiert.",
  "In {length} of that registers were saved or restored or the entry steps ran: nothing is recognised then.":
    "Davon {length} für Sichern, Wiederherstellen und Eintrittsschritte: Dann wird nichts erkannt.",
  "After a return one instruction comes first.": "Nach einer Rückkehr kommt zuerst eine Instruktion.",
  "It delivered one packet.": "Ein Paket wurde zugestellt.",
  "It delivered {count} packets.": "{count} Pakete wurden zugestellt.",
  "It took one frame out of the ring of {name}.": "Ein Frame wurde aus dem Ring von {name} genommen.",
  "It took {count} frames out of the ring of {name}.":
    "{count} Frames wurden aus dem Ring von {name} genommen.",
  "They delivered one packet.": "Ein Paket wurde zugestellt.",
  "They delivered {count} packets.": "{count} Pakete wurden zugestellt.",
  "They took one frame out of the ring of {name}.": "Ein Frame wurde aus dem Ring von {name} genommen.",
  "They took {count} frames out of the ring of {name}.":
    "{count} Frames wurden aus dem Ring von {name} genommen.",
  "One frame came into the ring of {name} meanwhile.": "Ein Frame kam inzwischen in den Ring von {name}.",
  "{count} frames came into the ring of {name} meanwhile.":
    "{count} Frames kamen inzwischen in den Ring von {name}.",
  "The queue {name} went from {from} to {to} packets.":
    "Die Warteschlange {name} ging von {from} auf {to} Pakete.",
  "The queue {name} stood at {to} packets at both ends.":
    "Die Warteschlange {name} stand am Anfang und am Ende bei {to} Paketen.",
  "Receive ring of {frames} frames instead of {before}": "Empfangsring mit {frames} statt {before} Frames",
  "Queue {name} of {packets} packets instead of {before}":
    "Warteschlange {name} mit {packets} statt {before} Paketen",
  "Transmit queue of {frames} frames instead of {before}":
    "Sendewarteschlange mit {frames} statt {before} Frames",
  "Clock one and a half times as fast": "Takt anderthalbmal so schnell",
  "Memory answers in {length} instead of {before}": "Speicherzugriff {length} statt {before}",
  "{thread} less urgent than {waiting}, and interruptible":
    "{thread} weniger dringend als {waiting} und unterbrechbar",
  "A context for each thread: nothing to save": "Ein Kontext für jeden Thread: nichts zu sichern",
  "One interrupt for {frames} frames": "Ein Interrupt für {frames} Frames",
  "Now {after} are lost at the queue {name} instead of {before}.":
    "Jetzt gehen {after} statt {before} an der Warteschlange {name} verloren.",
  "Now {after} are lost at the card instead of {before}.":
    "Jetzt gehen {after} statt {before} an der Karte verloren.",
  "Saving and restoring take {after} cycles a packet instead of {before}.":
    "Sichern und Wiederherstellen brauchen je Paket {after} statt {before} Takte.",
  "On average a packet waits {after} cycles instead of {before} until the card asks for it (coalescing).":
    "Im Mittel wartet ein Paket {after} statt {before} Takte, bis die Karte dafür anfragt (Coalescing).",
  "On average a packet waits {after} cycles instead of {before} until its interrupt is taken.":
    "Im Mittel wartet ein Paket {after} statt {before} Takte, bis sein Interrupt angenommen wird.",
  "On average a packet waits {after} cycles instead of {before} until the handler comes to it.":
    "Im Mittel wartet ein Paket {after} statt {before} Takte, bis der Handler zu ihm kommt.",
  "On average a packet waits {after} cycles instead of {before} for {thread}.":
    "Im Mittel wartet ein Paket {after} statt {before} Takte auf {thread}.",
  "On average the work on a packet takes {after} cycles instead of {before}.":
    "Im Mittel braucht die Arbeit an einem Paket {after} statt {before} Takte.",
  "On average the way into memory takes {after} cycles instead of {before}.":
    "Im Mittel braucht der Weg in den Speicher {after} statt {before} Takte.",
  "On average the entry with its saving takes {after} cycles instead of {before}.":
    "Im Mittel braucht der Eintritt mit dem Sichern {after} statt {before} Takte.",
  "On average an interrupt waits {after} cycles instead of {before} until it is taken.":
    "Im Mittel wartet ein Interrupt {after} statt {before} Takte, bis er angenommen wird.",
  "An interrupt brings {after} packets on average instead of {before}: the next one waits until they are taken.":
    "Ein Interrupt bringt im Mittel {after} statt {before} Pakete: Der nächste wartet, bis sie genommen sind.",
  "The mean falls from {before} to {after} cycles; only the slowest take longer.":
    "Der Mittelwert fällt von {before} auf {after} Takte; nur die langsamsten dauern länger.",
  "makes hardly a difference": "macht kaum einen Unterschied",
  "Causes and remedies": "Ursachen und Abhilfe",
} as const;
