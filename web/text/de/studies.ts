/** Titles and descriptions of the studies that come with irqscope. */
export const STUDIES = {
  "Contexts, ring and rate": "Kontexte, Ring und Rate",
  'How many contexts, how deep a ring, at which rate? "Ring overflow" with one to three hardware contexts, rings of 4 to 32 frames and three rates. All points see the same traffic, seed by seed, so that differences are paired.':
    "Wie viele Kontexte, ein wie tiefer Ring, bei welcher Rate? „Ringüberlauf“ mit einem bis drei Hardwarekontexten, Ringen von 4 bis 32 Frames und drei Raten. Alle Punkte haben denselben Verkehr, Seed für Seed, damit die Differenzen gepaart sind.",
  "One or three contexts under overload": "Ein oder drei Kontexte unter Überlast",
  "What do contexts save where each packet interrupts the protocol? The two overload demos on the same traffic, at three rates; each point gets seeds until its loss is known to one percent: quiet ones need few, those near the limit many.":
    "Was sparen Kontexte, wo jedes Paket das Protokoll unterbricht? Die beiden Demos zur Überlast mit demselben Verkehr, bei drei Raten; jeder Punkt bekommt Seeds, bis sein Verlust auf ein Prozent bekannt ist: ruhige brauchen wenige, Punkte nahe der Grenze viele.",
} as const;
