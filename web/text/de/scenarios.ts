export const SCENARIOS = {
  "What an interrupt costs": "Was ein Interrupt kostet",
  "Follow one interrupt through the pipeline, cycle by cycle, and find where its time goes.":
    "Einem Interrupt Takt für Takt durch die Pipeline folgen und herausfinden, wo seine Zeit bleibt.",
  "Hazards and bubbles": "Hazards und Blasen",
  "Eight instructions that take more than eight cycles: what a pipeline waits for, what forwarding and order save, and what a longer pipeline costs.":
    "Acht Instruktionen, die mehr als acht Takte brauchen: worauf eine Pipeline wartet, was Forwarding und Reihenfolge sparen und was eine längere Pipeline kostet.",
  "Save and restore against register contexts": "Sichern und Wiederherstellen gegen Registerkontexte",
  "Give each piece of software registers of its own, and an interrupt saves nothing. How much is that, and how many are enough?":
    "Wenn jeder Teil der Software eigene Register hat, sichert ein Interrupt nichts. Wie viel ist das, und wie viele genügen?",
  "Rings, bursts and lost packets": "Ringe, Bursts und verlorene Pakete",
  "Why a processor with time to spare loses frames, what more room helps, and what it costs.":
    "Warum ein Prozessor Frames verliert, der noch Zeit hätte, was mehr Platz hilft und was er kostet.",
  "Code: the fastest correct handler": "Code: der schnellste richtige Handler",
  "An interrupt handler that saves too much, what each register costs, and how little is enough.":
    "Ein Interrupt-Handler, der zu viel sichert, was jedes Register kostet und wie wenig genügt.",
  "Code: no lost frame at a rate": "Code: kein Frame verloren bei einer Rate",
  "A driver that serves one frame for each interrupt loses frames at a third of what the processor could do. Why, and a receive path that loses none.":
    "Ein Treiber, der je Interrupt einen Frame bedient, verliert Frames bei einem Drittel dessen, was der Prozessor könnte. Warum, und ein Empfangsweg, der keinen verliert.",
  "Code: bounded latency with nesting": "Code: begrenzte Latenz durch Verschachteln",
  "An urgent line waits until a long handler is through, whatever its number is. Let it in, and keep what a nested interrupt takes away.":
    "Eine dringende Leitung wartet, bis ein langer Handler fertig ist, welche Nummer sie auch hat. Lassen Sie sie zu, und heben Sie auf, was ein verschachtelter Interrupt nimmt.",
  "Code: a receive path of your own": "Code: ein eigener Empfangsweg",
  "The closing project: card, ring, checksum and console in one program that loses no frame, does not wait, and says what it has done.":
    "Das Abschlussprojekt: Karte, Ring, Prüfsumme und Konsole in einem Programm, das keinen Frame verliert, nicht wartet und sagt, was es getan hat.",
  "Code: a checksum, correct and fast": "Code: eine Prüfsumme, richtig und schnell",
  "Write the part of a receive path that reads every byte, and count what each instruction costs.":
    "Schreiben Sie den Teil eines Empfangswegs, der jedes Byte liest, und zählen Sie, was jede Instruktion kostet.",
  "Receive livelock": "Livelock beim Empfang",
  "A processor works without a pause and delivers nothing: how this happens, and how to prevent it.":
    "Ein Prozessor arbeitet pausenlos und stellt nichts zu: wie es dazu kommt und wie man es verhindert.",
  "Coalescing, and the latency it costs": "Coalescing und die Latenz, die es kostet",
  "Fewer interrupts for the same frames: what is saved, who waits for it, and how timers bound the wait.":
    "Weniger Interrupts für dieselben Frames: was gespart wird, wer darauf wartet und wie Timer das Warten begrenzen.",
  "Polling and NAPI": "Polling und NAPI",
  "The driver asks the card instead of being asked by it: interrupts when there is little to do, polling when there is much.":
    "Der Treiber fragt die Karte, statt von ihr gefragt zu werden: Interrupts, wenn wenig zu tun ist, Polling, wenn viel zu tun ist.",
  "Edge, level and lost interrupts": "Flanke, Pegel und verlorene Interrupts",
  "An interrupt says that something happened, not how often. Which events get lost between device and software, and what a missing acknowledge does to a level and to an edge line.":
    "Ein Interrupt sagt, dass etwas geschehen ist, nicht wie oft. Welche Ereignisse zwischen Gerät und Software verloren gehen und was fehlendes Quittieren an einer Pegel- und an einer Flankenleitung anrichtet.",
  "Jitter and deadlines": "Jitter und Fristen",
  "A control loop has to answer in time, every time. What makes it late, how late it can be at worst, and what each deadline costs the others.":
    "Ein Regler muss rechtzeitig antworten, jedes Mal. Was ihn aufhält, wie spät er im schlimmsten Fall ist und was jede Frist die anderen kostet.",
  "Fine-grained multithreading": "Feinkörniges Multithreading",
  "Several programs share one pipeline, cycle by cycle: what one waits for another uses. How much that gains, where it ends, and who has the turn.":
    "Mehrere Programme teilen sich Takt für Takt eine Pipeline: Worauf das eine wartet, nutzt das andere. Wie viel das bringt, wo es endet und wer an der Reihe ist.",
  "A layer-2 switch at line rate": "Ein Layer-2-Switch mit Leitungsrate",
  "How many cycles a switch has for a frame, how many it needs, and what the bus and the order of the stores have to do with it.":
    "Wie viele Takte ein Switch für einen Frame hat, wie viele er braucht und was der Bus und die Reihenfolge der Speicherzugriffe damit zu tun haben.",
  "Caches and pinning": "Caches und Festhalten",
  "A handler that runs seldom finds its cache full of others' lines. What that costs, what it helps to reserve a part of the cache for it, and when that does harm.":
    "Ein Handler, der selten läuft, findet seinen Cache voll fremder Zeilen. Was das kostet, was es hilft, ihm einen Teil des Caches zu reservieren, und wann das schadet.",
  "Onloading to another core": "Onloading auf einen anderen Kern",
  "A second processor for packets: as an equal, with interrupts kept away from it, or as an engine that does nothing else.":
    "Ein zweiter Prozessor für Pakete: als Gleicher, ohne Interrupts oder als Maschine, die nichts anderes tut.",
  "Rings that overflow": "Ringe, die überlaufen",
  "Why frames are lost, and what saving registers has to do with it.":
    "Warum Frames verloren gehen und was das Sichern von Registern damit zu tun hat.",
  "Interrupts and polling": "Interrupts und Polling",
  "From one interrupt per frame to loops with no interrupts.":
    "Von einem Interrupt je Frame bis zu Schleifen ohne Interrupts.",
  Contexts: "Kontexte",
  "Several activities on one pipeline: by switching, in turns, or by weight.":
    "Mehrere Aktivitäten auf einer Pipeline: umgeschaltet, reihum, nach Gewicht.",
  "Cores and locks": "Kerne und Sperren",
  "Where interrupts go, and what they wait for on the way.":
    "Wohin Interrupts gehen und worauf unterwegs gewartet wird.",
  "Caches and programs": "Caches und Programme",
  "What a handler finds in the cache, and a handler written in assembly.":
    "Was ein Handler im Cache vorfindet, und ein Handler in Assembler.",
  "Devices and traffic": "Geräte und Verkehr",
  "Timer, disk and network together, a button, and a capture of real traffic.":
    "Timer, Platte und Netz zusammen, ein Taster und ein Mitschnitt echten Verkehrs.",
  "Pattery et al.": "Pattery u. a.",
  "Multithreading for interrupts on communication processors.":
    "Multithreading für Interrupts auf Kommunikationsprozessoren.",
  "Gibeling & Schultz": "Gibeling und Schultz",
  "Interrupt handling with SMT: one context is reserved for interrupts.":
    "Interrupt-Behandlung mit SMT: Ein Kontext ist für Interrupts reserviert.",
  "MIPS 34K": "MIPS 34K", // the same
  "Audio and a file copy on one context and on four.":
    "Ton und ein Kopiervorgang auf einem Kontext und auf vier.",
  "Salehi et al.": "Salehi u. a.",
  "A layer-2 switch on a LEON2-like processor.": "Ein Layer-2-Switch auf einem LEON2-ähnlichen Prozessor.",
  ETA: "ETA", // the same
  Click: "Click", // the same
  "Cortex-M3": "Cortex-M3", // the same
  "A microcontroller that saves registers itself: entry, exit, tail chaining, late arrival.":
    "Ein Mikrocontroller, der Register selbst sichert: Eintritt, Rückkehr, Tail Chaining, späte Ankunft.",
  "A router that polls, and what a packet costs it.":
    "Ein Router, der abfragt, und was ein Paket ihn kostet.",
  "Mogul & Ramakrishnan; NAPI": "Mogul & Ramakrishnan; NAPI", // the same
  "Receive livelock, and the poll with a quota that ends it.":
    "Livelock beim Empfang, und der Poll mit Quote, der es beendet.",
  "A packet engine next to its host, compared with two symmetric processors.":
    "Eine Paketmaschine neben ihrem Host, gegen zwei symmetrische Prozessoren.",
  "Ring overflow": "Ringüberlauf",
  "Frames arrive about as fast as one context can handle them; the ring fills up, and frames are lost.":
    "Frames kommen etwa so schnell, wie ein Kontext sie bewältigt; der Ring läuft über.",
  "One packet": "Ein Paket",
  "A single packet from the wire to the application: every step, and what each costs.":
    "Ein einziges Paket von der Leitung bis zur Anwendung: jeder Schritt und was er kostet.",
  "One interrupt per frame, or one for eight frames: less work, but longer waits.":
    "Ein Interrupt je Frame oder einer für acht: weniger Arbeit, aber längeres Warten.",
  "Ring overflow, three contexts": "Ringüberlauf, drei Kontexte",
  "The same traffic on a core that switches contexts instead of saving registers.":
    "Derselbe Verkehr auf einem Kern, der Kontexte wechselt, statt Register zu sichern.",
  "Overload, one context": "Überlast, ein Kontext",
  "Each packet interrupts the protocol: saving and restoring registers costs packets.":
    "Jedes Paket unterbricht das Protokoll: Register zu sichern und zu laden kostet Pakete.",
  "Overload, three contexts": "Überlast, drei Kontexte",
  "The same overload on a core that switches contexts: a sixth of the losses.":
    "Dieselbe Überlast auf einem Kern, der Kontexte wechselt: ein Sechstel der Verluste.",
  "One receive and one send (figure 4)": "Einmal empfangen und einmal senden (Abbildung 4)",
  "Pattery's figure 4 step by step: driver, protocol, preemption, return.":
    "Patterys Abbildung 4 Schritt für Schritt: Treiber, Protokoll, Verdrängung, Rückkehr.",
  "An interrupt for every frame starves the protocol: under overload, nothing is delivered.":
    "Ein Interrupt für jeden Frame lässt das Protokoll verhungern: Unter Überlast wird nichts zugestellt.",
  "Polling with a budget": "Polling mit Budget",
  "The same load: an interrupt schedules a poll, and delivery holds its plateau.":
    "Dieselbe Last: Ein Interrupt fordert das Polling an, und die Zustellung bleibt auf ihrem Plateau.",
  "ksoftirqd takes over": "ksoftirqd übernimmt",
  "A softirq that has used up its budget hands over to a thread, so the application keeps its half of the time.":
    "Ein Softirq, der sein Budget verbraucht hat, übergibt an einen Thread, und die Anwendung behält ihre Hälfte der Zeit.",
  "A lost wake-up": "Ein verlorener Weckruf",
  "A frame arrives between the last check and the unmask: its edge is lost, and no interrupt follows.":
    "Ein Frame kommt zwischen der letzten Prüfung und dem Aufheben der Maskierung: Seine Flanke ist verloren, und kein Interrupt folgt.",
  "Load-use stalls, one context": "Load-Use-Stalls, ein Kontext",
  "Every load's result is needed at once: half of the cycles are lost.":
    "Das Ergebnis jedes Ladezugriffs wird sofort gebraucht: Die Hälfte der Takte geht verloren.",
  "Load-use stalls, four contexts": "Load-Use-Stalls, vier Kontexte",
  "The same program four times, taking turns cycle by cycle: while one stalls, another runs.":
    "Dasselbe Programm viermal, reihum Takt für Takt: Während eines wartet, läuft ein anderes.",
  "Weighted contexts and an I/O thread": "Gewichtete Kontexte und ein E/A-Thread",
  "The network issues first; two programs share the remaining cycles by weight, 3 : 1.":
    "Das Netz gibt zuerst aus; zwei Programme teilen sich die übrigen Takte nach Gewicht, 3 : 1.",
  "A deadline beside three other threads": "Eine Frist neben drei anderen Threads",
  "A control loop issues first and keeps its cache lines, so it is on time whatever the others do.":
    "Ein Regelkreis gibt zuerst aus und behält seine Cachezeilen: Er ist rechtzeitig, was die anderen auch tun.",
  "Two cores, one takes the interrupts": "Zwei Kerne, einer nimmt die Interrupts",
  "The line is steered to core 2; the application on core 1 is never interrupted.":
    "Die Leitung ist Kern 2 zugeordnet; die Anwendung auf Kern 1 wird nie unterbrochen.",
  "Eight cores, eight rings": "Acht Kerne, acht Ringe",
  "The card sorts frames by flow: some cores drown, others have nothing to do.":
    "Die Karte verteilt Frames nach Flow: Manche Kerne ertrinken, andere haben nichts zu tun.",
  "Pinned ways: a warm handler and a cold one": "Festgehaltene Wege: ein warmer Handler und ein kalter",
  "The same driver twice: one keeps its cache lines, the other fetches them each time.":
    "Derselbe Treiber zweimal: Der eine behält seine Cachezeilen, der andere holt sie jedes Mal.",
  "Timer, network and disk": "Timer, Netz und Platte",
  "Three devices, three priorities: handlers that interrupt handlers.":
    "Drei Geräte, drei Prioritäten: Handler, die Handler unterbrechen.",
  "A press that is lost": "Ein Tastendruck, der verloren geht",
  "A handler acknowledges last, so a press that arrives while it runs leaves no trace.":
    "Ein Handler quittiert zuletzt: Der Tastendruck, der kommt, während er läuft, hinterlässt keine Spur.",
  "Two threads share a context": "Zwei Threads teilen sich einen Kontext",
  "A scheduler gives each thread a time slice in turn, while interrupts come in between.":
    "Ein Scheduler gibt jedem Thread reihum eine Zeitscheibe, während Interrupts dazwischenkommen.",
  "Two cores, one lock": "Zwei Kerne, eine Sperre",
  "Both cores want the same table: one works while the other spins, and frames are lost.":
    "Beide Kerne wollen dieselbe Tabelle: Einer arbeitet, während der andere aktiv wartet, und Frames gehen verloren.",
  "Two cores, a lock each": "Zwei Kerne, je eine Sperre",
  "The same cores and traffic, but with a table per core: no core waits, and nothing is lost.":
    "Dieselben Kerne und derselbe Verkehr, aber eine Tabelle je Kern: Kein Kern wartet, und nichts geht verloren.",
  "Priority inversion": "Prioritätsumkehr",
  "The most urgent thread waits for a lock, kept waiting by a thread that never uses the lock.":
    "Der dringlichste Thread wartet auf eine Sperre, aufgehalten von einem, der sie nie benutzt.",
  "Run to completion": "Bis zum Ende durchlaufen",
  "One loop polls, processes and sends: no interrupts, no queue, and no idle time.":
    "Eine Schleife fragt ab, verarbeitet und sendet: keine Interrupts, keine Warteschlange, nie untätig.",
  "An interrupt handler in C": "Ein Interrupt-Handler in C",
  "The same checksum, compiled by gcc: what each line of C costs.":
    "Dieselbe Prüfsumme, von gcc übersetzt: was jede Zeile C kostet.",
  "A handler that saves every register": "Ein Handler, der jedes Register sichert",
  "It saves 30 registers and uses two.": "Er sichert 30 Register und benutzt zwei.",
  "A handler that saves what it uses": "Ein Handler, der sichert, was er braucht",
  "It saves two registers and needs a fifth of the cycles.":
    "Er sichert zwei Register und braucht ein Fünftel der Takte.",
  "A handler in a context of its own": "Ein Handler in einem eigenen Kontext",
  "The line is bound to a second hart, so nothing needs saving.":
    "Die Leitung ist an einen zweiten Hart gebunden: Nichts muss gesichert werden.",
  "Top half and software interrupt": "Obere Hälfte und Software-Interrupt",
  "A handler notes what is urgent; a software interrupt does the work.":
    "Ein Handler notiert das Dringende, ein Software-Interrupt tut die Arbeit.",
  "A small preemptive kernel": "Ein kleiner präemptiver Kernel",
  "Three tasks, a tick, and the instructions that switch between them.":
    "Drei Tasks, ein Tick und die Instruktionen, die zwischen ihnen wechseln.",
  "A driver that polls": "Ein Treiber, der pollt",
  "A loop checks the card all the time: there is no interrupt, and no other work gets done.":
    "Eine Schleife prüft dauernd die Karte: kein Interrupt, und keine andere Arbeit geschieht.",
  "A driver between interrupt and polling": "Ein Treiber zwischen Interrupt und Polling",
  "Like NAPI in Linux, in assembly: the more frames arrive, the fewer interrupts.":
    "Wie NAPI von Linux, in Assembler: je mehr Frames kommen, desto weniger Interrupts.",
  "A router between two cards": "Ein Router zwischen zwei Karten",
  "Packets that arrive on one card leave on the other, with their checksum verified and updated.":
    "Pakete, die auf einer Karte ankommen, verlassen die andere, mit geprüfter und erneuerter Prüfsumme.",
  "An audio ring": "Ein Audio-Ring",
  "Each tick plays a block, and a loop fills the ring: a block that is too late is an underrun.":
    "Jeder Tick spielt einen Block, eine Schleife füllt den Ring: Ein Block, der zu spät kommt, ist ein Underrun.",
  "An interrupt handler in assembly": "Ein Interrupt-Handler in Assembler",
  "Real RISC-V code: the driver computes the Internet checksum of each frame.":
    "Echter RISC-V-Code: Der Treiber berechnet die Internet-Prüfsumme jedes Frames.",
  "A real capture": "Ein echter Mitschnitt",
  "3,757 recorded packets: idle on average, overwhelmed in bursts.":
    "3757 aufgezeichnete Pakete: im Durchschnitt untätig, in Bursts überfordert.",
  "Pattery: receive, one context": "Pattery: Empfang, ein Kontext",
  "Driver layer, 1500-byte frames, registers saved for every frame. Printed: 994 Mb/s.":
    "Treiberschicht, Frames von 1500 Bytes, Register für jeden Frame gesichert. Gedruckt: 994 Mb/s.",
  "Pattery: receive, three contexts": "Pattery: Empfang, drei Kontexte",
  "The same without saving. Printed: 1078 Mb/s.": "Dasselbe ohne Sichern. Gedruckt: 1078 Mb/s.",
  "Pattery: send, one context": "Pattery: Senden, ein Kontext",
  "System call, Driver Send, transmit-done interrupt. Printed: 653 Mb/s.":
    "Systemaufruf, Driver Send, Interrupt nach dem Senden. Gedruckt: 653 Mb/s.",
  "Pattery: send, three contexts (as the text says)": "Pattery: Senden, drei Kontexte (wie der Text es sagt)",
  "Nothing is saved at all. Printed: 688 Mb/s.": "Es wird gar nichts gesichert. Gedruckt: 688 Mb/s.",
  "Pattery: send, three contexts (as the number says)":
    "Pattery: Senden, drei Kontexte (wie die Zahl es sagt)",
  "The system call still saves its caller's registers. Printed: 688 Mb/s.":
    "Der Systemaufruf sichert noch die Register seines Aufrufers. Gedruckt: 688 Mb/s.",
  "Pattery: interrupt entry": "Pattery: Interrupt-Eintritt",
  "Instructions beyond fetch complete, then six cycles pass (figure 3).":
    "Instruktionen jenseits des Holens laufen zu Ende, dann vergehen sechs Takte (Abbildung 3).",
  "Pattery: a system call (figure 5)": "Pattery: ein Systemaufruf (Abbildung 5)",
  "A call to send, preempted by the interrupt of a frame sent earlier.":
    "Ein Sendeaufruf, verdrängt vom Interrupt eines früher gesendeten Frames.",
  "Pattery: how many contexts": "Pattery: wie viele Kontexte",
  "The whole stack, with random packets in both directions: three contexts never save.":
    "Der ganze Stack, Pakete zufällig in beiden Richtungen: Drei Kontexte sichern nie.",
  "Pattery: whole stack, receive without a pause": "Pattery: ganzer Stack, Empfang ohne Pause",
  "Driver, IP, UDP and socket without a pause: the driver takes 13 % of the time.":
    "Treiber, IP, UDP und Socket ohne Pause: Der Treiber braucht 13 % der Zeit.",
  "Pattery: whole stack, send without a pause": "Pattery: ganzer Stack, Senden ohne Pause",
  "Socket, UDP, IP and driver without a pause: the driver takes 22 % of the time.":
    "Socket, UDP, IP und Treiber ohne Pause: Der Treiber braucht 22 % der Zeit.",
  "Pattery: the busiest second, receive": "Pattery: die lebhafteste Sekunde, Empfang",
  "1,080 packets and 1,652 system calls a second in closed loop. Printed: 8.60 Mb/s, with one context 8.57.":
    "1080 Pakete und 1652 Systemaufrufe in der Sekunde im geschlossenen Kreis. Gedruckt: 8,60 Mb/s, mit einem Kontext 8,57.",
  "Pattery: the busiest second, send": "Pattery: die lebhafteste Sekunde, Senden",
  "1,080 system calls a second send 1,080 packets, in a closed loop.":
    "1080 Systemaufrufe in der Sekunde senden 1080 Pakete, im geschlossenen Kreis.",
  "Pattery: four sources, one context": "Pattery: vier Quellen, ein Kontext",
  "Ethernet, ATM, USB and HDLC with small FIFOs: the source's future work.":
    "Ethernet, ATM, USB und HDLC mit kleinen FIFOs: der Ausblick der Quelle.",
  "Pattery: four sources, three contexts": "Pattery: vier Quellen, drei Kontexte",
  "The same without saving.": "Dasselbe ohne Sichern.",
  "Gibeling: netperf, shared context": "Gibeling: netperf, geteilter Kontext",
  "A UDP flood; interrupts and the program share a context.":
    "Eine UDP-Flut; Interrupts und Programm teilen sich einen Kontext.",
  "Gibeling: netperf, hot thread": "Gibeling: netperf, heißer Thread",
  "A context is kept for interrupts and tasklets. Printed: 30 % more bandwidth.":
    "Ein Kontext ist für Interrupts und Tasklets reserviert. Gedruckt: 30 % mehr Durchsatz.",
  "Gibeling: NAT box, a context for each card": "Gibeling: NAT-Box, ein Kontext für jede Karte",
  "The flood crosses a box; each card interrupts a context of its own.":
    "Die Flut durchquert eine Box; jede Karte unterbricht einen eigenen Kontext.",
  "Gibeling: NAT box, hot thread": "Gibeling: NAT-Box, heißer Thread",
  "All work is kernel work, so one context does it all. Printed: less bandwidth.":
    "Alle Arbeit ist Kernel-Arbeit, also tut ein Kontext alles. Gedruckt: weniger Durchsatz.",
  "Gibeling: NAT box, pinned ways": "Gibeling: NAT-Box, festgehaltene Wege",
  "The hot thread alone; nothing is pinned yet, its experiments pin ways. Printed: 30 % better with half of the L2.":
    "Der heiße Thread allein; noch ist nichts festgehalten, seine Experimente halten Wege seiner Caches fest. Gedruckt: 30 % besser mit der Hälfte des L2.",
  "34K: audio on one context": "34K: Ton auf einem Kontext",
  "A three-stage audio cascade under Linux at 33 MHz: 28 % stalls. Printed: 6.43 frames/s.":
    "Eine dreistufige Tonkette unter Linux bei 33 MHz: 28 % Stalls. Gedruckt: 6,43 Frames/s.",
  "34K: file copy on one context": "34K: Kopiervorgang auf einem Kontext",
  "16 KB reads and writes that miss all the time. Printed: 1.59 MB/s at 0.253 instructions a cycle.":
    "Lese- und Schreibzugriffe von 16 KB, die ständig nicht treffen. Gedruckt: 1,59 MB/s bei 0,253 Instruktionen je Takt.",
  "34K: both under Linux, equal": "34K: beide unter Linux, gleich",
  "The file copy preempts, and the audio gets only its waiting time. Printed: 1.87 frames/s, 1.34 MB/s.":
    "Der Kopiervorgang verdrängt, und der Ton bekommt nur dessen Wartezeit. Gedruckt: 1,87 Frames/s, 1,34 MB/s.",
  "34K: both under Linux, audio highest": "34K: beide unter Linux, Ton zuoberst",
  "Time slices of 800 ms starve the file copy. Printed: 5.82 frames/s, 0.20 MB/s.":
    "Zeitscheiben von 800 ms lassen den Kopiervorgang verhungern. Gedruckt: 5,82 Frames/s, 0,20 MB/s.",
  "34K: audio on three contexts": "34K: Ton auf drei Kontexten",
  "Each stage in a context, double buffers between. Printed: 8.45 frames/s.":
    "Jede Stufe in einem Kontext, Doppelpuffer dazwischen. Gedruckt: 8,45 Frames/s.",
  "34K: both, round robin": "34K: beide, reihum",
  "Four contexts in turns share caches and memory port. Printed: 6.70 frames/s, 0.95 MB/s.":
    "Vier Kontexte teilen sich reihum Caches und Speicherport. Gedruckt: 6,70 Frames/s, 0,95 MB/s.",
  "34K: both, I/O raised": "34K: beide, E/A angehoben",
  "The file copy issues whenever it can. Printed: 6.11 frames/s, 1.26 MB/s.":
    "Der Kopiervorgang gibt aus, wann immer er kann. Gedruckt: 6,11 Frames/s, 1,26 MB/s.",
  "34K: both, weighted": "34K: beide, gewichtet",
  "The step beyond: the file copy's weight chooses between round robin and priority.":
    "Der Schritt darüber hinaus: Das Gewicht des Kopiervorgangs wählt zwischen reihum und Priorität.",
  "Salehi: switch, 64 bytes": "Salehi: Switch, 64 Bytes",
  "A layer-2 switch on a LEON2-like processor: 627 instructions a frame. Printed: 759 cycles.":
    "Ein Layer-2-Switch auf einem LEON2-ähnlichen Prozessor: 627 Instruktionen je Frame. Gedruckt: 759 Takte.",
  "Salehi: switch, 256 bytes": "Salehi: Switch, 256 Bytes",
  "Two buffer descriptors, 666 instructions. Printed: 857 cycles with a bus at half the clock.":
    "Zwei Pufferdeskriptoren, 666 Instruktionen. Gedruckt: 857 Takte mit dem Bus bei halbem Takt.",
  "Salehi: switch, 512 bytes": "Salehi: Switch, 512 Bytes",
  "Four buffer descriptors, 760 instructions. Printed: 975 cycles with a bus at half the clock.":
    "Vier Pufferdeskriptoren, 760 Instruktionen. Gedruckt: 975 Takte mit dem Bus bei halbem Takt.",
  "Salehi: switch, 1,024 bytes": "Salehi: Switch, 1024 Bytes",
  "Eight buffer descriptors, 963 instructions. Printed: 1268 cycles with a bus at half the clock.":
    "Acht Pufferdeskriptoren, 963 Instruktionen. Gedruckt: 1268 Takte mit dem Bus bei halbem Takt.",
  "Salehi: switch, burst instructions": "Salehi: Switch, Burst-Instruktionen",
  "The source's first proposal: one burst for adjacent accesses to frame memory.":
    "Der erste Vorschlag der Quelle: ein Burst für benachbarte Zugriffe auf den Frame-Speicher.",
  "Salehi: switch, bit-field instructions": "Salehi: Switch, Bitfeld-Instruktionen",
  "The source's second proposal: one instruction for a shift and a logical operation.":
    "Der zweite Vorschlag der Quelle: eine Instruktion für ein Schieben und eine logische Operation.",
  "Salehi: switch, burst and bit-field instructions": "Salehi: Switch, Burst- und Bitfeld-Instruktionen",
  "Both proposals together, at their best.": "Beide Vorschläge zusammen, im besten Fall.",
  "Salehi: four ports at line rate": "Salehi: vier Ports mit Leitungsrate",
  "592,000 frames a second arrive, and the processor can switch about half of them.":
    "592 000 Frames in der Sekunde kommen an, und der Prozessor kann etwa die Hälfte vermitteln.",
  "Salehi: four ports, both proposals": "Salehi: vier Ports, beide Vorschläge",
  "How far burst and bit-field instructions close the factor of two.":
    "Wie weit Burst- und Bitfeld-Instruktionen den Faktor zwei schließen.",
  "Salehi: broadcast": "Salehi: Broadcast",
  "The destination is not in the table: each frame leaves on three ports.":
    "Das Ziel steht nicht in der Tabelle: Jeder Frame geht an drei Ports hinaus.",
  "Arm: a Cortex-M3 takes an interrupt": "Arm: ein Cortex-M3 nimmt einen Interrupt",
  "The processor pushes registers while it fetches the handler. Printed: 12 cycles in, 10 out.":
    "Der Prozessor sichert Register, während er den Handler holt. Gedruckt: 12 Takte hinein, 10 heraus.",
  "Click: a router that polls": "Click: ein Router, der abfragt",
  "No interrupts, and more packets than it can forward. Printed: 333,000 a second.":
    "Keine Interrupts, und mehr Pakete, als er weiterleiten kann. Gedruckt: 333 000 je Sekunde.",
  "NAPI: a router at 1 Gb/s": "NAPI: ein Router mit 1 Gb/s",
  "More packets than can be forwarded, and next to no interrupts. Printed: a table of six loads.":
    "Mehr Pakete, als weitergeleitet werden können, und so gut wie keine Interrupts. Gedruckt: eine Tabelle mit sechs Lasten.",
  "Mogul: interrupts and a screening process": "Mogul: Interrupts und ein prüfender Prozess",
  "Interrupts take all the time, and the process that should send the packets never runs.":
    "Interrupts nehmen die ganze Zeit, und der Prozess, der die Pakete senden soll, läuft nie.",
  "Mogul: a poll that stops while the queue is full":
    "Mogul: ein Poll, der anhält, solange die Warteschlange voll ist",
  "Packets that cannot be served are lost in the ring, where they have cost nothing.":
    "Pakete, die nicht bedient werden können, gehen im Ring verloren, wo sie nichts gekostet haben.",
  "ETA: two symmetric processors": "ETA: zwei symmetrische Prozessoren",
  "1 KB transmit with system calls, copies, locks and interrupts on the other processor.":
    "1 KB senden mit Systemaufrufen, Kopien, Sperren und Interrupts auf dem anderen Prozessor.",
  "ETA: the symmetric machine, tuned": "ETA: die symmetrische Maschine, abgestimmt",
  "The control: affinity and coalescing, which leave less to gain.":
    "Die Kontrolle: Affinität und Coalescing, die weniger zu gewinnen lassen.",
  "ETA: a host and a packet engine": "ETA: ein Host und eine Paketmaschine",
  "The same transmit through queues in memory: no interrupt, no copy, and the host has time left.":
    "Dasselbe Senden über Warteschlangen im Speicher: kein Interrupt, keine Kopie, und der Host hat Zeit übrig.",
  "The driver layer alone receives 1500-byte frames, one per interrupt; the next frame is offered when the driver has returned. With one context: the handler saves and restores the registers of the application, 186 cycles for every frame.":
    "Nur die Treiberschicht empfängt Frames von 1500 Bytes, einen je Interrupt; der nächste Frame wird angeboten, wenn der Treiber zurückgekehrt ist. Mit einem Kontext: Der Handler sichert die Register der Anwendung und stellt sie wieder her, 186 Takte für jeden Frame.",
  "The driver layer alone receives 1500-byte frames, one per interrupt; the next frame is offered when the driver has returned. With three contexts: application, driver ISR and protocol each have their own registers, so nothing is saved.":
    "Nur die Treiberschicht empfängt Frames von 1500 Bytes, einen je Interrupt; der nächste Frame wird angeboten, wenn der Treiber zurückgekehrt ist. Mit drei Kontexten: Anwendung, Treiber-ISR und Protokoll haben eigene Register, also wird nichts gesichert.",
  "Packets come and go through the whole stack at random, so interrupts hit the application, the protocol and the driver. Three contexts never save. With two, threads that share a context do. A fourth changes nothing.":
    "Pakete kommen und gehen zufällig durch den ganzen Stack, sodass Interrupts auf die Anwendung, das Protokoll und den Treiber treffen. Drei Kontexte sichern nie; bei zweien sichert, wer sich einen teilt; ein vierter ändert nichts.",
  "A LEON2-like processor switches frames that come one at a time: it polls the MACs, learns and searches addresses, filters, writes descriptors. 627 instructions a frame, 1 buffer of 128 bytes.":
    "Ein Prozessor wie der LEON2 vermittelt Frames, die einzeln kommen: Er fragt die MACs ab, lernt und sucht Adressen, filtert, schreibt Deskriptoren. 627 Instruktionen je Frame, 1 Puffer von 128 Bytes.",
  "A LEON2-like processor switches frames that come one at a time: it polls the MACs, learns and searches addresses, filters, writes descriptors. Its stores stand together in fours.":
    "Ein Prozessor wie der LEON2 vermittelt Frames, die einzeln kommen: Er fragt die MACs ab, lernt und sucht Adressen, filtert, schreibt Deskriptoren. Seine Speicherinstruktionen stehen zu viert beisammen.",
  "Four ports receive 64-byte frames at line rate, 148,810 a second each; the processor at 240 MHz with its bus at 80 MHz forwards each to the next port.":
    "Vier Ports empfangen Frames von 64 Bytes mit Leitungsrate, je 148 810 in der Sekunde; der Prozessor mit 240 MHz und einem Bus mit 80 MHz leitet jeden an den nächsten Port weiter.",
  "Four ports receive 64-byte frames at line rate, 148,810 a second each; the processor at 240 MHz with its bus at 80 MHz forwards each to the next port. With both proposals at their best.":
    "Vier Ports empfangen Frames von 64 Bytes mit Leitungsrate, je 148 810 in der Sekunde; der Prozessor mit 240 MHz und einem Bus mit 80 MHz leitet jeden an den nächsten Port weiter. Beide Vorschläge in ihrer besten Form.",
  "A program sends messages of 1 KB through a socket on two processors of a 2003 server. For each: a system call, a copy into the kernel, TCP/IP, the driver; a doorbell in the card. When the frame is sent the card interrupts, the handler reads the cause from a device register (2,100 cycles), and the softirq handles the acknowledgement, cleans the ring and wakes the program. Locks guard the socket and the ring. Interrupts go to processor 2, so the connection and the ring go from cache to cache all the time: look at the data misses of the protocol layer. At most eight messages are under way.":
    "Ein Programm sendet Nachrichten von 1 KB durch einen Socket, auf zwei Prozessoren eines Servers von 2003. Für jede: ein Systemaufruf, eine Kopie in den Kernel, TCP/IP, der Treiber; ein Doorbell der Karte. Ist der Frame gesendet, verlangt die Karte einen Interrupt, der Handler liest den Grund aus einem Geräteregister (2100 Takte), und der Softirq bearbeitet die Bestätigung, räumt den Ring auf und weckt das Programm. Locks schützen Socket und Ring. Interrupts gehen an Prozessor 2, also wandern Verbindung und Ring ständig von Cache zu Cache: Sehen Sie sich die Datenfehlzugriffe der Protokollschicht an. Höchstens acht Nachrichten sind unterwegs.",
  "The control: the same two processors and the same software, but interrupts and softirq stay on the processor of the program (affinity), so nothing goes from cache to cache, and the card asks for one interrupt for four frames, or after 33 µs (coalescing). The second processor is free. What the packet engine saves beyond this is its real gain.":
    "Die Kontrolle: dieselben zwei Prozessoren und dieselbe Software, aber Interrupts und Softirq bleiben auf dem Prozessor des Programms (Affinität), also wandert nichts von Cache zu Cache, und die Karte verlangt einen Interrupt für vier Frames oder nach 33 µs (Coalescing). Der zweite Prozessor ist frei. Was die Paketmaschine darüber hinaus spart, ist ihr wirklicher Gewinn.",
  "The same messages, connection, ring and card, partitioned: processor 1 is the host, processor 2 a packet processing engine that polls. The host writes a request into a queue in memory and goes on; the engine fetches it, runs TCP/IP and the driver, looks at the ring for frames that are sent, handles their acknowledgements and posts a completion. No system call, no copy, no lock, no interrupt, no device register read. Only the queues' lines go from cache to cache. The host has time left: see its lane. (Polls are billed to the application layer, for want of one of their own.)":
    "Dieselben Nachrichten, dieselbe Verbindung, derselbe Ring und dieselbe Karte, aufgeteilt: Prozessor 1 ist der Host, Prozessor 2 eine Paketmaschine, die pollt. Der Host schreibt einen Auftrag in eine Warteschlange im Speicher und macht weiter; die Paketmaschine holt ihn, führt TCP/IP und den Treiber aus, sieht im Ring nach gesendeten Frames, bearbeitet deren Bestätigungen und meldet die Erledigung. Kein Systemaufruf, keine Kopie, keine Sperre, kein Interrupt, kein Lesen eines Geräteregisters. Nur die Zeilen der Warteschlangen wandern von Cache zu Cache. Der Host hat Zeit übrig: Sehen Sie sich seine Zeile an. (Abfragen werden der Anwendungsschicht zugerechnet, denn eine eigene haben sie nicht.)",
} as const;
