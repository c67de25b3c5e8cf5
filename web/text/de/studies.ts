/** Titles and descriptions of the studies that come with irqscope. */
export const STUDIES = {
  "Contexts, ring and rate": "Kontexte, Ring und Rate",
  'How many contexts, how deep a ring, at which rate? "Ring overflow" with one to three hardware contexts, rings of 4 to 32 frames and three rates. Every point sees the same traffic, so differences are not chance.':
    "Wie viele Kontexte, ein wie tiefer Ring, bei welcher Rate? „Ringüberlauf“ mit einem bis drei Hardwarekontexten, Ringen von 4 bis 32 Frames und drei Raten. Alle Punkte sehen denselben Verkehr, darum sind Unterschiede kein Zufall.",
  "One or three contexts under overload": "Ein oder drei Kontexte unter Überlast",
  "What do contexts save where each packet interrupts the protocol? The two overload demos on the same traffic, at three rates; each point gets seeds until its loss is known to one percent: quiet ones need few, those near the limit many.":
    "Was sparen Kontexte, wo jedes Paket das Protokoll unterbricht? Die beiden Demos zur Überlast mit demselben Verkehr, bei drei Raten; jeder Punkt bekommt Seeds, bis sein Verlust auf ein Prozent bekannt ist: ruhige brauchen wenige, Punkte nahe der Grenze viele.",
  "Random arrivals at one server": "Zufällige Ankünfte an einem Server",
  "How long does a packet stay when arrivals are random? One server takes 2,000 cycles (20 us) for each packet and is the queue M/D/1 of the textbooks.":
    "Wie lange bleibt ein Paket, wenn Ankünfte zufällig sind? Ein Server braucht für jedes Paket 2000 Zyklen (20 µs) und ist die Warteschlange M/D/1 der Lehrbücher.",
  "A ring with few slots": "Ein Ring mit wenigen Plätzen",
  "How many slots does a ring need? The same server at 90 % load, with a ring of 1 to 8 slots, is the queue M/D/1/K.":
    "Wie viele Plätze braucht ein Ring? Derselbe Server bei 90 % Last, mit einem Ring von 1 bis 8 Plätzen, ist die Warteschlange M/D/1/K.",
  "An interrupt for each packet": "Ein Interrupt für jedes Paket",
  "What remains for the protocol when each packet interrupts it? Packets come evenly. The driver takes 1,000 cycles (10 us) for each and comes first, the protocol takes 3,000 (30 us).":
    "Was bleibt dem Protokoll, wenn jedes Paket es unterbricht? Pakete kommen gleichmäßig. Der Treiber braucht für jedes 1000 Zyklen (10 µs) und kommt zuerst, das Protokoll braucht 3000 (30 µs).",
  "Interrupts that merge": "Interrupts, die zusammenfallen",
  "What if packets that come during an interrupt need none of their own? The driver takes 1,000 cycles (10 us) for each interrupt, however many packets it finds, and the protocol 2,000 (20 us) for each packet.":
    "Was, wenn Pakete, die während eines Interrupts kommen, keinen eigenen brauchen? Der Treiber braucht 1000 Zyklen (10 µs) für einen Interrupt, egal wie viele Pakete er findet, und das Protokoll 2000 (20 µs) für jedes Paket.",
  "A timer that collects packets": "Ein Timer, der Pakete sammelt",
  "How many interrupts are left when a timer of 100 us collects packets? It starts with the first packet, and the driver takes nearly no time.":
    "Wie viele Interrupts bleiben, wenn ein Timer von 100 µs Pakete sammelt? Er beginnt mit dem ersten Paket, und der Treiber braucht fast keine Zeit.",
} as const;

/** Titles and explanations of fields: studies. */
export const SCHEMA_STUDY = {
  "Name of the study": "Name der Studie",
  "Appears above the results and in the names of saved files.":
    "Steht über den Ergebnissen und benennt die gesicherten Dateien.",
  "A text for readers of the results.": "Ein Text für Lesende der Ergebnisse.",
  "Id of a built-in scenario, or a file in the folder of the study.":
    "Kennung eines mitgelieferten Szenarios oder eine Datei neben der Studie.",
  Scenario: "Szenario",
  "The scenario itself.": "Das Szenario selbst.",
  "Id of a built-in scenario, or a file in the folder of the study; or a name with one of these or with the scenario itself.":
    "Kennung eines mitgelieferten oder eine Datei neben der Studie; oder ein Name mit einem von beiden oder dem Szenario selbst.",
  Scenarios: "Szenarien",
  "The same at every point": "An jedem Punkt gleich",
  "Fields that have this value at every point.": "Felder, die an jedem Punkt diesen Wert haben.",
  "A field of the scenario, given by its path or by the end of the path if no other field has the same. contexts: the number of contexts, with policy and threads by a stated rule, or as it is; machine.core.contexts: that field alone.":
    "Ein Feld des Szenarios, mit seinem Pfad oder dessen Ende, wenn kein anderes Feld dasselbe hat. contexts: die Zahl der Kontexte, mit Regel und Threads nach einer festen Vorschrift, oder wie es ist; machine.core.contexts: nur dieses Feld.",
  Axes: "Achsen",
  Axis: "Achse",
  "Every combination is a point, the last axis changing fastest.":
    "Jede Kombination ist ein Punkt; die letzte Achse wechselt am schnellsten.",
  Column: "Spalte",
  "Its name in results. Default: the name of the field.":
    "Der Name in Ergebnissen. Vorgabe: der Name des Feldes.",
  "Written as in the scenario's file: numbers, words, lists, whole objects; null omits the field. Put numbers with a unit in quotes.":
    "Wie in der Datei des Szenarios: Zahlen, Wörter, Listen, ganze Objekte; null lässt das Feld weg. Zahlen mit Einheit stehen in Anführungszeichen.",
  "Written as for irqscope sweep --set: 8,16,32 or 1..8 or 8..1024*2.":
    "Wie irqscope sweep --set ihn nimmt: 8,16,32 oder 1..8 oder 8..1024*2.",
  "The name of the windows in results. Default: window.":
    "Der Name der Fenster in Ergebnissen. Vorgabe: window.",
  Labels: "Beschriftungen",
  "Labels of the values in results, one for each value.":
    "Beschriftungen der Werte in Ergebnissen, eine je Wert.",
  "One field, which takes each of its values in turn.": "Ein Feld mit jedem seiner Werte.",
  "Field of a walk": "Feld einer Folge",
  Together: "Zusammen",
  "Lists of the same length that advance together: first all first values, then all second values.":
    "Gleich lange Listen, die zusammen durchlaufen werden: alle ersten Werte, dann alle zweiten.",
  Table: "Tabelle",
  "A table of points: each row has a value for each field.":
    "Eine Tabelle von Punkten: Jede Zeile hat für jedes Feld einen Wert.",
  "Length of a window, in the time of the capture.": "Länge eines Fensters, in der Zeit des Mitschnitts.",
  Windows: "Fenster",
  "Splits the captures of the scenario into windows of this length, numbered from 1 in the column window. Each window is a run of its length and gives one value; means and intervals are over the windows.":
    "Die Mitschnitte des Szenarios, in Fenster dieser Länge geteilt, von 1 an gezählt in der Spalte window. Jedes ist ein Lauf, so lang wie das Fenster, und ein Wert: Mittel und Intervalle gehen über die Fenster.",
  Seeds: "Seeds", // the same
  "First seed": "Erster Seed",
  "The next seeds follow from it.": "Die nächsten Seeds folgen ihm.",
  "Seeds of each point": "Seeds je Punkt",
  "Each seed is a run. With a stop rule: the number of runs before the rule applies.":
    "Jeder Seed ist ein Lauf. Mit Abbruchregel: die Läufe, bevor die Regel gefragt wird.",
  "The same seeds, and so the same traffic, at every point":
    "An jedem Punkt dieselben Seeds und damit derselbe Verkehr",
  "Every point then sees the same traffic, so differences are not chance. Off: each point has seeds of its own.":
    "Jeder Punkt sieht dann denselben Verkehr, Unterschiede sind also kein Zufall. Aus: Jeder Punkt hat eigene Seeds.",
  "Warm-up": "Vorlauf",
  "The start of each run, which the metrics leave out.": "Der Anfang jedes Laufs, den keine Messgröße zählt.",
  Metrics: "Messgrößen",
  "What to measure (docs/expressions.md). Default: loss, rate, latency, interrupts, load.":
    "Was gemessen wird (docs/expressions.md). Vorgabe: Verlust, Rate, Latenz, Interrupts, Last.",
  "Interval of": "Intervall von",
  "One of the study's metrics, written as there.": "Eine der Messgrößen der Studie, wie sie dort steht.",
  "Interval at most ±": "Intervall höchstens ±",
  "Target for the 95 % interval of the mean: mean ± half width, in the metric's unit.":
    "So schmal soll das 95-%-Intervall des Mittels sein: Mittel ± halbe Breite, in der Einheit der Messgröße.",
  "Seeds added at a time": "Seeds, die je hinzukommen",
  "Maximum number of seeds": "Höchstzahl der Seeds",
  "Limit for each point, however wide its interval is.":
    "Grenze je Punkt, wie breit sein Intervall auch ist.",
  "Stop rule": "Abbruchregel",
  "Each point gets more seeds until its interval is narrow enough.":
    "Jeder Punkt bekommt Seeds, bis das Intervall schmal ist.",
  "Over the values of": "Über die Werte von",
  "Columns to search, from axes of kind field. Each combination of the other columns has a search of its own.":
    "Spalten von Achsen der Art Feld, die durchsucht werden. Jede Kombination der anderen Spalten hat eine eigene Suche.",
  Goal: "Ziel",
  least: "kleinste",
  greatest: "größte",
  "Column or metric": "Spalte oder Messwert",
  "One of the searched columns, or a metric. A single column is searched by bisection, anything else by dividing the range (DIRECT).":
    "Eine der durchsuchten Spalten oder eine Messgröße. Eine einzelne Spalte wird durch Halbieren durchsucht, alles andere durch Teilen des Bereichs (DIRECT).",
  "Over the seeds": "Über die Seeds",
  "the mean": "das Mittel",
  "the greatest": "den größten",
  "Which value of a metric counts: its mean over the seeds, or the greatest of them. Default: the greatest for the maximum of a latency, otherwise the mean.":
    "Welcher Wert eines Messwerts zählt: sein Mittel über die Seeds oder der größte davon. Vorgabe: der größte beim Maximum einer Latenz, sonst das Mittel.",
  "Each must hold with every seed, for example receive.loss == 0.":
    "Jede muss mit jedem Seed gelten, wie receive.loss == 0.",
  "Maximum number of points": "Höchstzahl der Punkte",
  "Limit for one search, whether it has found its answer or not.":
    "Grenze für eine Suche, ob sie ihre Antwort hat oder nicht.",
  Search: "Suche",
  "Looks for the best point and runs only the points it needs.":
    "Sucht den besten Punkt und führt nur die Punkte aus, die dazu nötig sind.",
  "Worst value of this many runs": "Schlimmster Wert von so vielen Läufen",
  "For the longest latency: an estimate of the value that one of this many runs exceeds, with its interval (generalised extreme values; needs 20 seeds or more).":
    "Für die längste Latenz: eine Schätzung des Werts, den einer von so vielen Läufen übersteigt, mit ihrem Intervall (verallgemeinerte Extremwerte; ab 20 Seeds).",
  "Compared, seed by seed": "Verglichen, Seed für Seed",
  "The column whose values are compared with its first one. Default: the first column with several values.":
    "Die Spalte, deren Werte mit ihrem ersten verglichen werden. Weggelassen: die erste Spalte mit mehreren Werten.",
  "irqscope study": "Studie von irqscope",
  "Runs scenarios for each combination of field values and seeds.":
    "Führt Szenarien für jede Kombination aus Feldwerten und Seeds aus.",
} as const;
