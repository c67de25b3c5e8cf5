/** What registers of devices are, for programs (scenarios/devices/deviceRegisters.ts). */
export const MESSAGES_OF_REGISTERS = {
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
  "slots given to the card so far; giving a slot back delivers its frame":
    "Plätze, die die Karte bisher bekam; einer, den sie wieder bekommt, liefert seinen Frame aus",
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
