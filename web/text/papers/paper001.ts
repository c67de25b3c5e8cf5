export const PAPER_001 = {
  "netperf: hot thread": "netperf: Hot Thread",
  "A UDP flood. Without a hot thread the card's one line goes to the context on which the program runs; with it interrupts, tasklets and protocols have a context of their own. The slides' charts are lost.":
    "Eine UDP-Flut. Ohne Hot Thread geht die eine Leitung der Karte an den Kontext, auf dem das Programm läuft; mit ihm haben Interrupts, Tasklets und Protokolle einen eigenen Kontext. Die Diagramme der Folien sind verloren.",
  "interrupts on the program's context": "Interrupts auf dem Kontext des Programms",
  "hot thread": "Hot Thread",
  "10 Gb/s Ethernet becomes common: the flood's wire": "10-Gb/s-Ethernet wird üblich: die Leitung der Flut",
  "1 Gb/s Ethernet is faster than a standard architecture":
    "1-Gb/s-Ethernet ist schneller als eine übliche Architektur",
  "Bandwidth increase of the hot thread": "Zuwachs an Bandbreite durch den Hot Thread",
  "Bandwidth with the hot thread, as a share of that without":
    "Bandbreite mit Hot Thread, als Anteil der ohne",
  "The dedicated thread is successful: bandwidth rises":
    "Der eigene Thread ist ein Erfolg: Die Bandbreite steigt",
  "The hot thread takes context-switch overhead away":
    "Der Hot Thread nimmt den Aufwand der Kontextwechsel weg",
  "Cache performance is even: {cache} misses per frame within 10 %":
    "Die Caches sind gleich gut: {cache}-Fehlzugriffe je Frame innerhalb von 10 %",
  "IO bound, low CPU load: the program waits for frames":
    "E/A-begrenzt, wenig CPU-Last: Das Programm wartet auf Frames",
  "Misses are told apart by kernel, user, interrupt and tasklets":
    "Fehlzugriffe werden nach Kernel, Benutzer, Interrupt und Tasklets unterschieden",
  "{cache} misses per frame without a hot thread": "{cache}-Fehlzugriffe je Frame ohne Hot Thread",
  "{cache} misses per frame with the hot thread": "{cache}-Fehlzugriffe je Frame mit Hot Thread",
  "{cache} misses per frame with a context for each card":
    "{cache}-Fehlzugriffe je Frame mit einem Kontext je Karte",
  bin: "Klasse",
  "netperf: half of a cache pinned": "netperf: ein halber Cache festgehalten",
  "nothing pinned": "nichts festgehalten",
  "{cache}, {ways} of 8 ways pinned": "{cache}, {ways} von 8 Wegen festgehalten",
  "L2 pinning has no impact: bandwidth within 2 %":
    "Festhalten im L2 wirkt sich nicht aus: Bandbreite innerhalb von 2 %",
  "I-cache pinning is a performance hit": "Festhalten im Instruktionscache kostet Leistung",
  "D-cache pinning is a performance hit": "Festhalten im Datencache kostet Leistung",
  "netperf: a quarter and three quarters pinned": "netperf: ein Viertel und drei Viertel festgehalten",
  "L2 pinning has no impact at a quarter and at three quarters: within 2 %":
    "Festhalten im L2 wirkt sich bei einem Viertel und bei drei Vierteln nicht aus: innerhalb von 2 %",
  "I-cache pinning is a hit at a quarter and at three quarters":
    "Festhalten im Instruktionscache kostet bei einem Viertel und bei drei Vierteln",
  "D-cache pinning is a hit at a quarter and at three quarters":
    "Festhalten im Datencache kostet bei einem Viertel und bei drei Vierteln",
  "pinned ways of 8": "festgehaltene Wege von 8",
  "NAT box: hot thread": "NAT-Box: Hot Thread",
  "The flood crosses a box with two cards. Without a hot thread Linux gives each card's line a context of its own; with it all kernel work, and that is all there is, has one context.":
    "Die Flut durchquert eine Box mit zwei Karten. Ohne Hot Thread gibt Linux der Leitung jeder Karte einen eigenen Kontext; mit ihm hat alle Arbeit des Kernels, und andere gibt es nicht, einen Kontext.",
  "a context for each card": "ein Kontext je Karte",
  "Bandwidth decreases": "Die Bandbreite sinkt",
  "All processing for NAT is handled in the kernel": "Alle Verarbeitung für NAT geschieht im Kernel",
  "The dedicated thread is doing all the work": "Der eigene Thread tut alle Arbeit",
  "A processing-dependent benchmark: the hot thread is never idle":
    "Ein von der Verarbeitung abhängiger Benchmark: Der Hot Thread ist nie untätig",
  "NAT box: misses with a hot thread": "NAT-Box: Fehlzugriffe mit Hot Thread",
  "The same two machines, measured when the tables are in the L2 as far as they ever will be.":
    "Dieselben zwei Maschinen, gemessen, wenn die Tabellen so weit im L2 sind, wie sie es je sein werden.",
  "Cache performance improves: {cache} misses per frame":
    "Die Caches werden besser: {cache}-Fehlzugriffe je Frame",
  "NAT box: what if there is one context anyway?": "NAT-Box: Und wenn es ohnehin einen Kontext gibt?",
  "Without a hot thread, but both cards interrupt the same context.":
    "Ohne Hot Thread, aber beide Karten unterbrechen denselben Kontext.",
  "both cards on one context, no hot thread": "beide Karten auf einem Kontext, kein Hot Thread",
  "The hot thread needs a multithreaded application: alone, kernel work gains nothing":
    "Der Hot Thread braucht eine Anwendung mit mehreren Threads: Allein gewinnt die Arbeit des Kernels nichts",
  "NAT box: first-level caches pinned": "NAT-Box: Caches der ersten Ebene festgehalten",
  "NAT box: the second-level cache pinned": "NAT-Box: der Cache der zweiten Ebene festgehalten",
  "L2 misses per frame saved with half of the L2 pinned":
    "Eingesparte L2-Fehlzugriffe je Frame, halber L2 festgehalten",
  "L2 pinning helps: fewer L2 misses per frame at half":
    "Festhalten im L2 hilft: bei der Hälfte weniger L2-Fehlzugriffe je Frame",
  "L2 pinning is helpful: more bandwidth at half than without":
    "Festhalten im L2 nützt: bei der Hälfte mehr Bandbreite als ohne",
  "The bandwidth peak is near half": "Das Maximum der Bandbreite liegt nahe der Hälfte",
  "Half is better than one way and than seven of eight, in misses and bandwidth":
    "Die Hälfte ist besser als ein Weg und als sieben von acht, in Fehlzugriffen und Bandbreite",
  "All shares, at the base setting.": "Alle Anteile, in der Grundeinstellung.",
  "The best share lies between a quarter and three quarters":
    "Der beste Anteil liegt zwischen einem Viertel und drei Vierteln",
  Bandwidth: "Bandbreite",
  "L2 misses per frame": "L2-Fehlzugriffe je Frame",
  "Range: an L2 of {size} KB": "Bereich: ein L2 mit {size} KB",
  "No cache size survives. The claims of the second level again with {size} KB, over the whole range of what is looked up.":
    "Keine Cachegröße ist erhalten. Die Aussagen zur zweiten Ebene noch einmal mit {size} KB, über den ganzen Bereich dessen, was nachgeschlagen wird.",
  "Fewer L2 misses per frame at half": "Bei der Hälfte weniger L2-Fehlzugriffe je Frame",
  "Half is better than one way and than seven of eight":
    "Die Hälfte ist besser als ein Weg und als sieben von acht",
  "Range: path, memory and first-level caches together":
    "Bereich: Pfad, Speicher und Caches der ersten Ebene zusammen",
  "Free parameters are swept one by one elsewhere. Here the ends of the three that move the gain most stand together, in four of their eight combinations.":
    "Anderswo werden freie Parameter einzeln durchlaufen. Hier stehen die Enden der drei, die den Gewinn am meisten bewegen, zusammen, in vier ihrer acht Kombinationen.",
  "netperf, shared context: path {path}, memory {memory}, L1 {size} KB":
    "netperf, gemeinsamer Kontext: Pfad {path}, Speicher {memory}, L1 {size} KB",
  "netperf, hot thread: path {path}, memory {memory}, L1 {size} KB":
    "netperf, Hot Thread: Pfad {path}, Speicher {memory}, L1 {size} KB",
  "NAT box, a context for each card: path {path}, memory {memory}, L1 {size} KB":
    "NAT-Box, ein Kontext je Karte: Pfad {path}, Speicher {memory}, L1 {size} KB",
  "NAT box, hot thread: path {path}, memory {memory}, L1 {size} KB":
    "NAT-Box, Hot Thread: Pfad {path}, Speicher {memory}, L1 {size} KB",
  "netperf: more bandwidth in most of the settings": "netperf: mehr Bandbreite in den meisten Einstellungen",
  "NAT box: less bandwidth in most of the settings":
    "NAT-Box: weniger Bandbreite in den meisten Einstellungen",
  "netperf: gain of the hot thread": "netperf: Gewinn des Hot Threads",
  setting: "Einstellung",
  "NAT box: gain of the hot thread": "NAT-Box: Gewinn des Hot Threads",
  "Why not coalesce?": "Warum kein Coalescing?",
  "The source's list of existing solutions. One frame in 86 µs, an interrupt for each or for eight, or after 500 µs.":
    "Die Liste der Quelle mit vorhandenen Lösungen. Ein Frame in 86 µs, ein Interrupt für jeden oder für acht oder nach 500 µs.",
  "an interrupt for each frame": "ein Interrupt je Frame",
  "an interrupt for eight frames": "ein Interrupt für acht Frames",
  "Interrupt coalescing: poor latency": "Interrupt-Coalescing: schlechte Latenz",
  "Instructions of IP with UDP, and of IP forwarding":
    "Instruktionen von IP mit UDP und der IP-Weiterleitung",
  "Instructions of the driver's tasklet": "Instruktionen des Tasklets im Treiber",
  "Instructions of the driver's other parts: handler, send, clean":
    "Instruktionen der übrigen Teile des Treibers: Handler, Senden, Aufräumen",
  "Read of the interrupt status": "Lesen des Interrupt-Status",
  "Data of the protocols besides tables and frames": "Daten der Protokolle außer Tabellen und Frames",
  "Instructions of the socket layer above UDP": "Instruktionen der Socket-Schicht über UDP",
  "Instructions of the program for each message": "Instruktionen des Programms je Nachricht",
  "Frame: message and 46 bytes of headers and check": "Frame: Nachricht und 46 Bytes Köpfe und Prüfsumme",
  "Line rate of the flood": "Leitungsrate der Flut",
  "First-level data cache: the machine of the slides": "Datencache der ersten Ebene: die Maschine der Folien",
  "16 KB: Pentium 4 of 90 nm": "16 KB: Pentium 4 mit 90 nm",
  "8 KB: Pentium 4 of 130 nm": "8 KB: Pentium 4 mit 130 nm",
  "64 KB, and of code: Alpha 21264": "64 KB, auch für Code: Alpha 21264",
  "32 KB": "32 KB", // the same
  "First-level code cache": "Codecache der ersten Ebene",
  "Branches that are taken: code that is jumped over": "Genommene Sprünge: Code, der übersprungen wird",
  "21 % of the code is jumped over": "21 % des Codes werden übersprungen",
  "no instruction is jumped over": "keine Instruktion wird übersprungen",
  "Descriptors of the receiving ring, all of them in one pass":
    "Deskriptoren des Empfangsrings, alle in einem Durchgang",
  L2: "L2",
  "Memory, without the 40 cycles of the line": "Speicher, ohne die 40 Takte der Zeile",
  "Instructions issued in a cycle, at most one of each context":
    "In einem Takt ausgegebene Instruktionen, höchstens eine je Kontext",
  "Frames of one pass of the softirq, before the program has its turn":
    "Frames eines Durchgangs des Softirqs, bevor das Programm an der Reihe ist",
  "Where the program runs without a hot thread": "Wo das Programm ohne Hot Thread läuft",
  "Where the two cards interrupt without a hot thread": "Wo die beiden Karten ohne Hot Thread unterbrechen",
  "Structures that a NAT box looks frames up in: connections, routes, rules":
    "Strukturen, in denen eine NAT-Box Frames nachschlägt: Verbindungen, Routen, Regeln",
  "Lines of these structures that a frame touches": "Zeilen dieser Strukturen, die ein Frame berührt",
  "What arriving frames do to the caches": "Was ankommende Frames mit den Caches machen",
  "A hardware context is kept for interrupts and tasklets, and lines of the caches are pinned for them. Only three numbers of the results survive (30 %, 130 %, 30 %); cache sizes, rates and path lengths do not, so they are literature or free.":
    "Ein Hardwarekontext ist für Interrupts und Tasklets reserviert, und Zeilen der Caches werden für sie festgehalten. Nur drei Zahlen der Ergebnisse sind erhalten (30 %, 130 %, 30 %); Cachegrößen, Raten und Pfadlängen nicht, sie kommen also aus der Literatur oder sind frei.",
  "At most half of the lines of a set stay for the hot thread, on top of LRU: in the first level what it touches (trace pinning), in the second what it looks frames up in (range pinning). Room that pins do not use serves everybody.":
    "Höchstens die Hälfte der Zeilen eines Satzes bleibt dem Hot Thread, zusätzlich zu LRU: in der ersten Ebene, was er berührt (Trace Pinning), in der zweiten, worin er Frames nachschlägt (Range Pinning). Ungenutzter Platz dient allen.",
  "Beyond the slides: lines in a small L2": "Über die Folien hinaus: Zeilen in einem kleinen L2",
  "Nothing is claimed here. An L2 of 128 KB and structures of three sizes: where the cache is too small, pinned lines help, as long as what is pinned fits in the lines that may stay.":
    "Hier wird nichts behauptet. Ein L2 mit 128 KB und Strukturen in drei Größen: Wo der Cache zu klein ist, helfen festgehaltene Zeilen, solange das Festgehaltene in die Zeilen passt, die bleiben dürfen.",
  "structures of {tables} KB, nothing pinned": "Strukturen mit {tables} KB, nichts festgehalten",
  "structures of {tables} KB, at most {lines} lines of a set pinned":
    "Strukturen mit {tables} KB, höchstens {lines} Zeilen eines Satzes festgehalten",
  "Bandwidth with structures of {tables} KB": "Bandbreite mit Strukturen von {tables} KB",
  "L2 misses per frame with structures of {tables} KB":
    "L2-Fehlzugriffe je Frame mit Strukturen von {tables} KB",
  "Beyond the slides: frames under way that fill the L2":
    "Über die Folien hinaus: Frames unterwegs, die den L2 füllen",
  "Nothing is claimed here: tried after the claims were known. The driver of 2001 had a ring of 256; with ring, backlog and a pass of 256 frames, 512 frames of 16 lines are 512 KB.":
    "Hier wird nichts behauptet: Es wurde versucht, als die Ergebnisse bekannt waren. Der Treiber von 2001 hatte einen Ring für 256; mit Ring, Backlog und einem Durchgang von 256 Frames sind 512 Frames zu 16 Zeilen 512 KB.",
  "L2 of {l2} KB, structures of {tables} KB, pinned: {pinned}":
    "L2 mit {l2} KB, Strukturen mit {tables} KB, festgehalten: {pinned}",
  nothing: "nichts",
  "1 line": "1 Zeile",
  "{count} lines": "{count} Zeilen",
  "{count} ways": "{count} Wege",
  "Bandwidth with an L2 of {l2} KB and structures of {tables} KB":
    "Bandbreite mit einem L2 von {l2} KB und Strukturen von {tables} KB",
  "L2 misses per frame with an L2 of {l2} KB and structures of {tables} KB":
    "L2-Fehlzugriffe je Frame mit einem L2 von {l2} KB und Strukturen von {tables} KB",
  "pinned of 8": "festgehalten von 8",
  "{cache}, at most {lines} lines of a set pinned":
    "{cache}, höchstens {lines} Zeilen eines Satzes festgehalten",
  "The same with other shares, and with half of the ways as a partition. The chart of slide 11 is lost; its text makes no difference between shares.":
    "Dasselbe mit anderen Anteilen und mit der Hälfte der Wege als Partition. Das Diagramm von Folie 11 ist verloren; ihr Text unterscheidet nicht zwischen Anteilen.",
  "Bandwidth with lines of the {cache} pinned": "Bandbreite mit festgehaltenen Zeilen des {cache}",
  "pinned lines of 8": "festgehaltene Zeilen von 8",
  "Bandwidth with half of the ways pinned, a partition":
    "Bandbreite mit der Hälfte der Wege festgehalten, als Partition",
  cache: "Cache",
  "Lines of L1I or L1D stay once the hot thread has touched them. Nobody else runs in this box, so all that it touches is pinned.":
    "Zeilen von L1I oder L1D bleiben, sobald der Hot Thread sie berührt hat. In dieser Box läuft sonst niemand, also ist alles festgehalten, was er berührt.",
  "NAT box: ways of the first level, a partition": "NAT-Box: Wege der ersten Ebene, als Partition",
  "The other reading of a pin: half of the ways of L1I or L1D are kept for all that the hot thread touches, and for nobody else. Nobody else runs in this box, so what is not pinned serves nobody.":
    "Die andere Lesart des Festhaltens: Die Hälfte der Wege von L1I oder L1D ist allem vorbehalten, was der Hot Thread berührt, und niemandem sonst. In dieser Box läuft sonst niemand, also nützt das Übrige niemandem.",
  "I-cache pinning is a performance hit, as a partition":
    "Festhalten im Instruktionscache kostet Leistung, als Partition",
  "D-cache pinning is a performance hit, as a partition":
    "Festhalten im Datencache kostet Leistung, als Partition",
  "Lines of the L2 stay once the hot thread has looked frames up in them; frames, code and everything else compete for the rest, and for what pins do not use. What it gains or loses comes from how these compete.":
    "Zeilen des L2 bleiben, sobald der Hot Thread Frames in ihnen nachgeschlagen hat; Frames, Code und alles andere konkurrieren um den Rest und um das, was das Festhalten nicht nutzt. Was er gewinnt oder verliert, kommt aus diesem Wettbewerb.",
  "Half is better than one line and than seven of eight, in misses and bandwidth":
    "Die Hälfte ist besser als eine Zeile und als sieben von acht, in Fehlzugriffen und Bandbreite",
  "NAT box: the second-level cache, line by line": "NAT-Box: der Cache der zweiten Ebene, Zeile für Zeile",
  "NAT box: ways of the second level, a partition": "NAT-Box: Wege der zweiten Ebene, als Partition",
  "The other reading of a pin: ways of the L2 are kept for the structures that the hot thread looks frames up in, and for nobody else. All shares, at the base setting.":
    "Die andere Lesart des Festhaltens: Wege des L2 sind den Strukturen vorbehalten, in denen der Hot Thread Frames nachschlägt, und niemandem sonst. Alle Anteile, in der Grundeinstellung.",
  "Half is better than one way and than seven of eight, in misses and bandwidth, as a partition":
    "Die Hälfte ist besser als ein Weg und als sieben von acht, in Fehlzugriffen und Bandbreite, als Partition",
  "Half is better than one line and than seven of eight":
    "Die Hälfte ist besser als eine Zeile und als sieben von acht",
  "netperf: locks": "netperf: Sperren",
  "A pin as a lock, as documented caches have it (Intel 80200 with the XScale core: locked lines stay until software unlocks the cache; beyond the limit of a set the lock is ignored). Half of the sets of L1I, L1D or L2, as in the card before.":
    "Festhalten als Sperre, wie dokumentierte Caches sie haben (Intel 80200 mit dem XScale-Kern: Gesperrte Zeilen bleiben, bis Software den Cache entsperrt; über die Grenze eines Satzes hinaus wird nicht gesperrt). Die Hälfte der Sätze von L1I, L1D oder L2, wie auf der Karte davor.",
  "L2 pinning has no impact: bandwidth within 2 %, as locks":
    "Festhalten im L2 bleibt ohne Wirkung: Bandbreite auf 2 % gleich, als Sperren",
  "I-cache pinning is a performance hit, as locks":
    "Festhalten im Instruktionscache kostet Leistung, als Sperren",
  "D-cache pinning is a performance hit, as locks": "Festhalten im Datencache kostet Leistung, als Sperren",
  "NAT box: locks of the first level": "NAT-Box: Sperren der ersten Ebene",
  "A pin as a lock, as documented caches have it (Intel 80200 with the XScale core: locked lines stay until software unlocks the cache; beyond the limit of a set the lock is ignored). Half of a set of L1I or L1D at most is locked for what the hot thread touches first; nobody unlocks it.":
    "Festhalten als Sperre, wie dokumentierte Caches sie haben (Intel 80200 mit dem XScale-Kern: Gesperrte Zeilen bleiben, bis Software den Cache entsperrt; über die Grenze eines Satzes hinaus wird nicht gesperrt). Höchstens die Hälfte eines Satzes von L1I oder L1D ist gesperrt für das, was der Hot Thread zuerst berührt; entsperrt wird es nicht.",
  "NAT box: locks of the second level": "NAT-Box: Sperren der zweiten Ebene",
  "A pin as a lock, as documented caches have it (Intel 80200 with the XScale core: locked lines stay until software unlocks the cache; beyond the limit of a set the lock is ignored). Lines of the L2 are locked for the structures that the hot thread looks frames up in. All shares, at the base setting.":
    "Festhalten als Sperre, wie dokumentierte Caches sie haben (Intel 80200 mit dem XScale-Kern: Gesperrte Zeilen bleiben, bis Software den Cache entsperrt; über die Grenze eines Satzes hinaus wird nicht gesperrt). Zeilen des L2 sind gesperrt für die Strukturen, in denen der Hot Thread Frames nachschlägt. Alle Anteile, in der Grundeinstellung.",
  "Half is better than one line and than seven of eight, in misses and bandwidth, as locks":
    "Die Hälfte ist besser als eine Zeile und als sieben von acht, in Fehlzugriffen und Bandbreite, als Sperren",
  "locked lines of 8": "gesperrte Zeilen von 8",
} as const;
