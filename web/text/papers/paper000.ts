export const PAPER_000 = {
  "A five-stage processor at 200 MHz serves a network card with one register context, saving registers at each interrupt, or with three, switching to another. At the driver layer contexts bring 6 to 8 %, over the whole protocol stack a third of a percent; with several sources and small buffers, the source expects, more.":
    "Ein fünfstufiger Prozessor mit 200 MHz bedient eine Netzwerkkarte mit einem Registerkontext, der bei jedem Interrupt gesichert wird, oder mit dreien, zwischen denen er umschaltet. In der Treiberschicht bringen Kontexte 6 bis 8 %, über den ganzen Protokollstapel ein Drittel Prozent; bei mehreren Quellen und kleinen Puffern, erwartet die Quelle, mehr.",
  "Receiving at the driver layer": "Empfangen in der Treiberschicht",
  "The driver alone receives 1,500-byte frames, one per interrupt; the next is offered when it has returned. The wire is ideal and DMA costs the processor nothing, as in the source.":
    "Der Treiber allein empfängt Frames zu 1500 Bytes, einen je Interrupt; der nächste wird angeboten, wenn er zurückgekehrt ist. Die Leitung ist ideal, und DMA kostet den Prozessor nichts, wie in der Quelle.",
  "one context": "ein Kontext",
  "three contexts": "drei Kontexte",
  "Driver ISR (Rx done)": "Treiber-ISR (Empfang fertig)",
  "Save and restore of the registers, together": "Sichern und Wiederherstellen der Register, zusammen",
  "Receive, one context": "Empfang, ein Kontext",
  "Receive, three contexts": "Empfang, drei Kontexte",
  "Gain of contexts, receive: almost 8 %": "Gewinn durch Kontexte, Empfang: fast 8 %",
  "Sending at the driver layer": "Senden in der Treiberschicht",
  "System call, Driver Send, transmit-done interrupt; the next packet is given when control is back in the application. The source contradicts itself, so both readings run.":
    "Systemaufruf, Senden im Treiber, Interrupt nach dem Senden; das nächste Paket kommt, wenn die Anwendung wieder an der Reihe ist. Die Quelle widerspricht sich, daher laufen beide Lesarten.",
  "three contexts, as the text says": "drei Kontexte, wie der Text sagt",
  "three contexts, as the number says": "drei Kontexte, wie die Zahl sagt",
  "Driver Send": "Senden im Treiber",
  "Driver ISR (Tx done)": "Treiber-ISR (Senden fertig)",
  "Send, one context": "Senden, ein Kontext",
  "Send, three contexts: the system call saves registers":
    "Senden, drei Kontexte: Der Systemaufruf sichert Register",
  "Send, three contexts: nothing is saved": "Senden, drei Kontexte: Nichts wird gesichert",
  "Gain of contexts, send: around 6 %": "Gewinn durch Kontexte, Senden: etwa 6 %",
  "The same rates for smaller packets": "Dieselben Raten für kleinere Pakete",
  "The source prints its rates for packets of 50 to 1,500 bytes, and says that the driver takes as many cycles for each. Both cannot hold: here are 500 and 50 bytes.":
    "Die Quelle nennt ihre Raten für Pakete von 50 bis 1500 Bytes und sagt, der Treiber brauche für jedes gleich viele Takte. Beides zugleich kann nicht gelten: Hier sind 500 und 50 Bytes.",
  "receive, {size} bytes": "Empfang, {size} Bytes",
  "send, {size} bytes": "Senden, {size} Bytes",
  "The driver takes as many cycles for 50 as for 500 bytes":
    "Der Treiber braucht für 50 Bytes so viele Takte wie für 500",
  "Receive, one context, {size} bytes": "Empfang, ein Kontext, {size} Bytes",
  "Send, one context, {size} bytes": "Senden, ein Kontext, {size} Bytes",
  "Six cycles from write-back to handler": "Sechs Takte vom Zurückschreiben bis zum Handler",
  "When an interrupt comes, what has left fetch completes; then the processor pushes and resets, gets the vector, and loads the handler's address. With nothing running there is nothing to complete, so the six cycles stand alone.":
    "Kommt ein Interrupt, wird zu Ende geführt, was das Holen verlassen hat; dann legt der Prozessor Register ab, setzt zurück, holt den Vektor und lädt die Adresse des Handlers. Läuft nichts, ist nichts zu Ende zu führen, und die sechs Takte stehen allein.",
  "amid instructions": "mitten in Instruktionen",
  "nothing runs": "nichts läuft",
  "Stages: IF, ID, EX, MEM, WB": "Stufen: IF, ID, EX, MEM, WB",
  "Push status register, reset interrupt bit, push program counter":
    "Statusregister ablegen, Interrupt-Bit zurücksetzen, Befehlszähler ablegen",
  "Get vector, acknowledge": "Vektor holen, quittieren",
  "Vector to address of the handler": "Vektor zur Adresse des Handlers",
  "Load the handler": "Den Handler laden",
  "In all, from the last write-back to the handler": "Insgesamt, vom letzten Zurückschreiben bis zum Handler",
  "What has proceeded beyond fetch completes first":
    "Was über das Holen hinaus ist, wird zuerst zu Ende geführt",
  "Three contexts suffice, two do not": "Drei Kontexte genügen, zwei nicht",
  "Packets come and go at random over the whole stack, on one to four contexts. With two, the protocol shares a context with the application or with the driver.":
    "Pakete kommen und gehen zufällig über den ganzen Stapel, auf einem bis vier Kontexten. Bei zweien teilt sich das Protokoll einen Kontext mit der Anwendung oder mit dem Treiber.",
  one: "einer",
  "two: protocol beside application": "zwei: Protokoll bei der Anwendung",
  "two: protocol beside driver": "zwei: Protokoll beim Treiber",
  three: "drei",
  "four: a fourth for system calls": "vier: ein vierter für Systemaufrufe",
  "Contexts C1, C2 and C3": "Kontexte C1, C2 und C3",
  "Application, C1: P3": "Anwendung, C1: P3",
  "Driver ISR, C2: P1, the highest": "Treiber-ISR, C2: P1, die höchste",
  "Protocol, C3: P2": "Protokoll, C3: P2",
  "With three contexts nothing is ever saved": "Mit drei Kontexten wird nie etwas gesichert",
  "With two, the protocol beside the application, registers are saved":
    "Mit zweien, das Protokoll bei der Anwendung, werden Register gesichert",
  "With two, the protocol beside the driver, registers are saved":
    "Mit zweien, das Protokoll beim Treiber, werden Register gesichert",
  "A fourth context changes nothing": "Ein vierter Kontext ändert nichts",
  "Each context more, fewer saves": "Mit jedem Kontext mehr wird seltener gesichert",
  "The sequences of figures 4 and 5": "Die Abläufe der Abbildungen 4 und 5",
  "Figure 4: a receive interrupt (C2), its protocol (C3), a transmit-done interrupt that preempts it (C2), the protocol again (C3), the application (C1). Figure 5: a system call (C3), the interrupt (C2), the call again (C3), the application (C1). A frame sent earlier comes before either. A test compares the order of contexts; here stand how many switches there are.":
    "Abbildung 4: ein Empfangs-Interrupt (C2), sein Protokoll (C3), ein Sende-Interrupt, der es verdrängt (C2), wieder das Protokoll (C3), die Anwendung (C1). Abbildung 5: ein Systemaufruf (C3), der Interrupt (C2), wieder der Aufruf (C3), die Anwendung (C1). Ein früher gesendeter Frame geht beiden voraus. Ein Test vergleicht die Reihenfolge der Kontexte; hier steht, wie viele Wechsel es sind.",
  "figure {number}": "Abbildung {number}",
  "Figure 4: five switches behind the two of the frame sent earlier, and nothing is saved":
    "Abbildung 4: fünf Wechsel nach den zweien des früher gesendeten Frames, und nichts wird gesichert",
  "Figure 5: four switches behind the two of the frame sent earlier, and nothing is saved":
    "Abbildung 5: vier Wechsel nach den zweien des früher gesendeten Frames, und nichts wird gesichert",
  "The driver within the whole stack": "Der Treiber im ganzen Stapel",
  "The whole stack without a pause: the next packet comes as soon as the application has control again. Figure 7's bars are lost; the driver's share is printed, and gives what lies above it.":
    "Der ganze Stapel ohne Pause: Das nächste Paket kommt, sobald die Anwendung wieder an der Reihe ist. Die Balken von Abbildung 7 sind verloren; der Anteil des Treibers ist gedruckt und ergibt, was darüber liegt.",
  "receive, one context": "Empfang, ein Kontext",
  "receive, three contexts": "Empfang, drei Kontexte",
  "send, one context": "Senden, ein Kontext",
  "send, three contexts": "Senden, drei Kontexte",
  "driver alone, one context": "nur der Treiber, ein Kontext",
  "driver alone, three contexts": "nur der Treiber, drei Kontexte",
  Clock: "Taktfrequenz",
  "Length of a run": "Länge eines Laufs",
  "Driver's share of a receive": "Anteil des Treibers an einem Empfang",
  "Driver's share of a send": "Anteil des Treibers an einem Senden",
  "Over the whole stack contexts gain less than at the driver layer":
    "Über den ganzen Stapel gewinnen Kontexte weniger als in der Treiberschicht",
  "The same for sending": "Dasselbe beim Senden",
  "The busiest second over the whole stack": "Die belebteste Sekunde über den ganzen Stapel",
  "1,080 packet interrupts and 1,652 system calls in a second, in closed loop: each event waits for the work of the one before and then its pause. On three contexts the trace runs as it was recorded; one context stretches it.":
    "1080 Paket-Interrupts und 1652 Systemaufrufe in einer Sekunde, in geschlossener Schleife: Jedes Ereignis wartet auf die Arbeit des vorigen und dann seine Pause. Auf drei Kontexten läuft der Trace, wie er aufgezeichnet wurde; ein Kontext dehnt ihn.",
  "Packet interrupts in the second": "Paket-Interrupts in der Sekunde",
  "System calls in the second": "Systemaufrufe in der Sekunde",
  "Interrupts in the second, together": "Interrupts in der Sekunde, zusammen",
  "Three contexts: the trace as recorded": "Drei Kontexte: der Trace wie aufgezeichnet",
  "Gain of contexts, whole stack": "Gewinn durch Kontexte, ganzer Stapel",
  "Sending performs similarly: between a half and twice the gain of receiving":
    "Beim Senden ist es ähnlich: zwischen der Hälfte und dem Doppelten des Gewinns beim Empfang",
  "Several sources on one processor": "Mehrere Quellen an einem Prozessor",
  "The source's future work: Ethernet (100 Mb/s), then also ATM (25.6 Mb/s, an interrupt for each cell), USB (12 Mb/s bulk) and HDLC (E1), all at their line rates, with FIFOs of two units. The gain is the processor time that contexts free.":
    "Der Ausblick der Quelle: Ethernet (100 Mb/s), dann dazu ATM (25,6 Mb/s, ein Interrupt je Zelle), USB (12 Mb/s bulk) und HDLC (E1), alle mit ihrer Leitungsrate, mit FIFOs zu zwei Einheiten. Der Gewinn ist die Prozessorzeit, die Kontexte freimachen.",
  "{sources}, one context": "{sources}, ein Kontext",
  "{sources}, three contexts": "{sources}, drei Kontexte",
  "The gain grows with every source": "Der Gewinn wächst mit jeder Quelle",
  "With four sources it is more than twice that of Ethernet alone":
    "Mit vier Quellen ist er mehr als doppelt so groß wie mit Ethernet allein",
  "With Ethernet alone it is modest: less than 2 % of the processor":
    "Mit Ethernet allein ist er bescheiden: weniger als 2 % des Prozessors",
  "Processor time that contexts free": "Prozessorzeit, die Kontexte freimachen",
  sources: "Quellen",
  "Processor time left to the application by one context":
    "Prozessorzeit, die ein Kontext der Anwendung lässt",
  "Small buffers on the chip": "Kleine Puffer auf dem Chip",
  "100 Mb/s come through a FIFO of which each half asks for an interrupt when it is full: the smaller the half, the more interrupts. Its handler is the one that only accesses registers.":
    "100 Mb/s kommen durch ein FIFO, von dem jede Hälfte einen Interrupt verlangt, wenn sie voll ist: je kleiner die Hälfte, desto mehr Interrupts. Ihr Handler ist der, der nur auf Register zugreift.",
  "{size} bytes, one context": "{size} Bytes, ein Kontext",
  "{size} bytes, three contexts": "{size} Bytes, drei Kontexte",
  "The smaller the buffer, the larger the gain, down to 64 bytes":
    "Je kleiner der Puffer, desto größer der Gewinn, bis hinab zu 64 Bytes",
  "bytes for an interrupt": "Bytes je Interrupt",
  "The size of frames": "Die Größe der Frames",
  "Ethernet alone at 100 Mb/s with frames of one size, an interrupt each. At 64 bytes no processor of the source keeps up: the handler finds the next frame before it returns.":
    "Ethernet allein mit 100 Mb/s und Frames einer Größe, je ein Interrupt. Bei 64 Bytes hält kein Prozessor der Quelle mit: Der Handler findet den nächsten Frame, bevor er zurückkehrt.",
  "The smaller the frames, the larger the gain, while the processor keeps up (to 256 bytes)":
    "Je kleiner die Frames, desto größer der Gewinn, solange der Prozessor mithält (bis 256 Bytes)",
  "Where it does not keep up (64 bytes) the handler drains and seldom returns: the gain is smaller again":
    "Wo er nicht mithält (64 Bytes), leert der Handler den Ring und kehrt selten zurück: Der Gewinn ist wieder kleiner",
  "bytes of a frame": "Bytes eines Frames",
  "Frames that three contexts lose": "Frames, die drei Kontexte verlieren",
  "The depth of FIFOs": "Die Tiefe der FIFOs",
  "Four sources at their line rates; each interface holds one, two, four or eight units before it loses one. Handlers are 536 cycles, and for two curves twice that.":
    "Vier Quellen mit ihrer Leitungsrate; jede Schnittstelle hält eine, zwei, vier oder acht Einheiten, bevor sie eine verliert. Handler dauern 536 Takte, für zwei Kurven doppelt so lang.",
  "{count} unit, one context": "{count} Einheit, ein Kontext",
  "{count} unit, three contexts": "{count} Einheit, drei Kontexte",
  "{count} units, one context": "{count} Einheiten, ein Kontext",
  "{count} units, three contexts": "{count} Einheiten, drei Kontexte",
  "{count} unit, long handlers, one context": "{count} Einheit, lange Handler, ein Kontext",
  "{count} unit, long handlers, three contexts": "{count} Einheit, lange Handler, drei Kontexte",
  "{count} units, long handlers, one context": "{count} Einheiten, lange Handler, ein Kontext",
  "{count} units, long handlers, three contexts": "{count} Einheiten, lange Handler, drei Kontexte",
  "Three contexts never lose more than one": "Drei Kontexte verlieren nie mehr als einer",
  "The smaller the FIFO, the more one context loses": "Je kleiner das FIFO, desto mehr verliert ein Kontext",
  "With the smallest FIFO contexts save the most frames":
    "Mit dem kleinsten FIFO retten Kontexte die meisten Frames",
  "units held": "gehaltene Einheiten",
  "Units that one context loses": "Einheiten, die ein Kontext verliert",
  "Units that one context loses, handlers of 1,072 cycles":
    "Einheiten, die ein Kontext verliert, Handler zu 1072 Takten",
  "Units that three contexts lose, handlers of 1,072 cycles":
    "Einheiten, die drei Kontexte verlieren, Handler zu 1072 Takten",
  "Kernel time of a system call that sends nothing": "Kernel-Zeit eines Systemaufrufs, der nichts sendet",
  "IP, UDP and Socket of a receive": "IP, UDP und Socket eines Empfangs",
  "Socket, UDP and IP of a send": "Socket, UDP und IP eines Sendens",
  "When the events of the second fall": "Wann die Ereignisse der Sekunde fallen",
  "Handler of a cell, a bulk packet or half a FIFO":
    "Handler einer Zelle, eines Bulk-Pakets oder eines halben FIFOs",
  "Units that each interface holds": "Einheiten, die jede Schnittstelle hält",
} as const;
