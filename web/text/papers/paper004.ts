export const PAPER_004 = {
  "One of two server processors only processes packets: it polls queues in memory instead of being interrupted. Copies, system calls and interrupts go; driver and TCP/IP are said to take less than half. No number of the slides' charts survives, so every claim is an inequality.":
    "Einer von zwei Serverprozessoren verarbeitet nur Pakete: Er fragt Warteschlangen im Speicher ab, statt unterbrochen zu werden. Kopien, Systemaufrufe und Interrupts entfallen; Treiber und TCP/IP sollen weniger als die Hälfte brauchen. Keine Zahl der Diagramme auf den Folien ist erhalten, also ist jede Aussage eine Ungleichung.",
  "1 KB transmit: SMP against host and packet engine": "1 KB senden: SMP gegen Host und Paketmaschine",
  "Cycles per packet by component. The slides' charts are lost: every claim is an inequality, no printed percentage is used because none survives. The source does not say which processor takes the interrupts; both placements run, and the halves are claimed for each.":
    "Takte je Paket nach Bestandteilen. Die Diagramme der Folien sind verloren: Jede Aussage ist eine Ungleichung, kein gedruckter Prozentsatz wird benutzt, weil keiner erhalten ist. Die Quelle sagt nicht, welcher Prozessor die Interrupts nimmt; beide Anordnungen laufen, und die Hälften werden für jede behauptet.",
  "SMP, interrupts on the other processor": "SMP, Interrupts auf dem anderen Prozessor",
  "SMP, interrupts on the program's processor": "SMP, Interrupts auf dem Prozessor des Programms",
  "host and packet engine": "Host und Paketmaschine",
  "host and packet engine, caches of a Xeon": "Host und Paketmaschine, Caches eines Xeon",
  "Transmit of 1 KB": "Senden von 1 KB",
  "2P SMP; 1 host CPU + 1 PPE": "2P SMP; 1 Host-CPU + 1 PPE",
  "SMP needs copies, interrupts and system calls": "SMP braucht Kopien, Interrupts und Systemaufrufe",
  "{claim} (interrupts on the program's processor)": "{claim} (Interrupts auf dem Prozessor des Programms)",
  "TCP/IP is the largest single component of SMP": "TCP/IP ist der größte einzelne Bestandteil von SMP",
  "TCP/IP is small compared to the total of SMP: less than half":
    "TCP/IP ist klein gegen die Summe von SMP: weniger als die Hälfte",
  "Processing times are compressed: fewer cycles per packet, polls apart":
    "Die Verarbeitung wird gedrängter: weniger Takte je Paket, Abfragen ausgenommen",
  "Idle time appears on the host: its program's processor has more of it than in SMP":
    "Auf dem Host entsteht untätige Zeit: Der Prozessor seines Programms hat mehr davon als bei SMP",
  "The host has more idle time than SMP's two processors together":
    "Der Host hat mehr untätige Zeit als die beiden Prozessoren von SMP zusammen",
  "The queuing interface avoids the copy": "Die Schnittstelle aus Warteschlangen vermeidet die Kopie",
  "No interrupts": "Keine Interrupts",
  "No system calls": "Keine Systemaufrufe",
  "The engine's driver takes less than half of the cycles per packet of SMP's":
    "Der Treiber der Paketmaschine braucht weniger als die Hälfte der Takte je Paket von SMP",
  "The engine's TCP/IP takes less than half of the cycles per packet of SMP's":
    "TCP/IP der Paketmaschine braucht weniger als die Hälfte der Takte je Paket von SMP",
  "CPU usage at SMP's rate is lower, all polls of the engine included":
    "Die CPU-Last bei der Rate von SMP ist niedriger, alle Abfragen der Paketmaschine eingeschlossen",
  "Partitioning improves the rate": "Die Aufteilung verbessert die Rate",
  "Control: how much of the gain is tuning?": "Kontrolle: Wie viel vom Gewinn ist Abstimmung?",
  "The symmetric machine with affinity (interrupts and softirq on the program's processor) and coalescing (one interrupt for four frames). The source has no such run. What later literature found with tuned Linux (EuroSys 2006: a modest advantage; Foong et al. 2005: up to 25 to 30 % by affinity) is compared on the documentation's page, and is no claim.":
    "Die symmetrische Maschine mit Affinität (Interrupts und Softirq auf dem Prozessor des Programms) und Coalescing (ein Interrupt für vier Frames). Die Quelle hat keinen solchen Lauf. Was spätere Literatur mit abgestimmtem Linux fand (EuroSys 2006: ein bescheidener Vorteil; Foong et al. 2005: bis zu 25 bis 30 % durch Affinität), wird auf der Seite der Dokumentation verglichen und ist keine Aussage.",
  "SMP, affinity and coalescing": "SMP, Affinität und Coalescing",
  "Tuned, SMP needs fewer cycles per packet: the gain shrinks":
    "Abgestimmt braucht SMP weniger Takte je Paket: Der Gewinn schrumpft",
  "Tuned, there are fewer interrupts per packet": "Abgestimmt gibt es weniger Interrupts je Paket",
  "The packet engine still needs fewer cycles per packet, polls apart":
    "Die Paketmaschine braucht immer noch weniger Takte je Paket, Abfragen ausgenommen",
  "Instructions of the four parts of TCP/IP": "Instruktionen der vier Teile von TCP/IP",
  "Instructions of each part of the driver": "Instruktionen jedes Teils des Treibers",
  "Instructions that only SMP's TCP/IP needs: waking and scheduling":
    "Instruktionen, die nur TCP/IP von SMP braucht: Wecken und Einplanen",
  "Instructions of the socket layer above TCP": "Instruktionen der Socket-Schicht über TCP",
  "Read of a device register": "Lesen eines Geräteregisters",
  "Memory and the other processor's cache, without the 48 cycles of the line":
    "Speicher und Cache des anderen Prozessors, ohne die 48 Takte der Zeile",
  "Private cache of a processor, for code and for data each":
    "Eigener Cache eines Prozessors, je für Code und für Daten",
  "Data of the connection that sending and acknowledging both use":
    "Daten der Verbindung, die Senden und Quittieren beide benutzen",
  "Data of the ring and its buffers that sending and cleaning both use":
    "Daten des Rings und seiner Puffer, die Senden und Aufräumen beide benutzen",
  "Frames for one interrupt, untuned": "Frames je Interrupt, nicht abgestimmt",
  "Line rate": "Leitungsrate",
  "Work behind a miss goes on until its data are needed":
    "Arbeit hinter einem Fehlzugriff geht weiter, bis seine Daten gebraucht werden",
  "goes on": "geht weiter",
  waits: "wartet",
} as const;
