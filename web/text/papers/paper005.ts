export const PAPER_005 = {
  "A microcontroller that saves registers by itself: 12 cycles into a handler, 10 out of it, 6 from one to the next. An urgent interrupt that comes late takes over an entry, and nothing is saved twice.":
    "Ein Mikrocontroller, der Register selbst sichert: 12 Takte in einen Handler, 10 heraus, 6 von einem zum nächsten. Ein dringender Interrupt, der spät kommt, übernimmt einen Eintritt, und nichts wird zweimal gesichert.",
  "One interrupt: in and out": "Ein Interrupt: hinein und heraus",
  "One timer interrupts an endless program that executes an instruction in each cycle. Cycles in which none is executed are the cost of the interrupt.":
    "Ein Timer unterbricht ein endloses Programm, das in jedem Takt eine Instruktion ausführt. Takte, in denen keine ausgeführt wird, sind die Kosten des Interrupts.",
  "a timer": "ein Timer",
  "a timer; the program multiplies in 12 cycles": "ein Timer; das Programm multipliziert in 12 Takten",
  "a timer; all instructions are branches that are not taken, which are counted when they come to EX":
    "ein Timer; alle Instruktionen sind Sprünge, die nicht genommen werden und gezählt werden, wenn sie nach EX kommen",
  "Pushing eight registers": "Acht Register sichern",
  "From the signal to the first instruction of the handler": "Vom Signal zur ersten Instruktion des Handlers",
  "From the return to the next instruction of the program":
    "Von der Rückkehr zur nächsten Instruktion des Programms",
  "Returns take 12 cycles": "Eine Rückkehr braucht 12 Takte",
  "The 12 cycles are the most, whatever the processor executes":
    "Mehr als die 12 Takte werden es nicht, was auch immer der Prozessor ausführt",
  "Two interrupts: tail chaining and late arrival": "Zwei Interrupts: Tail Chaining und späte Ankunft",
  "Two timers interrupt the program, one of them more urgent. They come together, or the urgent one comes while the entry of the other is under way.":
    "Zwei Timer unterbrechen das Programm, einer ist dringender. Sie kommen zusammen, oder der dringende kommt während des Eintritts des anderen.",
  together: "zusammen",
  "the urgent one comes in the last cycle of the entry": "der dringende kommt im letzten Takt des Eintritts",
  "the same; entries are not taken over": "ebenso; Eintritte werden nicht übernommen",
  "From the end of one handler to the first instruction of the next":
    "Vom Ende eines Handlers zur ersten Instruktion des nächsten",
  "Tail chaining pushes and pops nothing": "Tail Chaining sichert und lädt nichts",
  "A late arrival at the latest moment, from its signal to its first instruction":
    "Eine späte Ankunft im letzten Augenblick, vom Signal zur ersten Instruktion",
  "State is saved once for both": "Der Zustand wird für beide einmal gesichert",
  "The urgent one is served first, the other one behind it":
    "Der dringende wird zuerst bedient, der andere danach",
  "A late arrival waits no longer than any other interrupt":
    "Eine späte Ankunft wartet nicht länger als jeder andere Interrupt",
  "What goes on beside the push and the pop": "Was neben Sichern und Laden geschieht",
  "vector and fetch": "Vektor und Holen",
  "the vector alone": "nur der Vektor",
  "The cycle in which the urgent signal arrives, counted from 1,000":
    "Der Takt, in dem das dringende Signal kommt, ab 1000 gezählt",
} as const;
