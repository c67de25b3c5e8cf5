/** Titles and descriptions of the studies that come with irqscope. */
export const STUDIES = {
  "Contexts, ring and rate": "Kontexte, Ring und Rate",
  'How many contexts, how deep a ring, at which rate? "Ring overflow" with one to three hardware contexts, rings of 4 to 32 frames and three rates. Every point sees the same traffic, so differences are not chance.':
    "Wie viele Kontexte, ein wie tiefer Ring, bei welcher Rate? „Ringüberlauf“ mit einem bis drei Hardwarekontexten, Ringen von 4 bis 32 Frames und drei Raten. Alle Punkte sehen denselben Verkehr, darum sind Unterschiede kein Zufall.",
  "One or three contexts under overload": "Ein oder drei Kontexte unter Überlast",
  "What do contexts save where each packet interrupts the protocol? The two overload demos on the same traffic, at three rates; each point gets seeds until its loss is known to one percent: quiet ones need few, those near the limit many.":
    "Was sparen Kontexte, wo jedes Paket das Protokoll unterbricht? Die beiden Demos zur Überlast mit demselben Verkehr, bei drei Raten; jeder Punkt bekommt Seeds, bis sein Verlust auf ein Prozent bekannt ist: ruhige brauchen wenige, Punkte nahe der Grenze viele.",
} as const;

/** Titles and explanations of fields: studies. */
export const SCHEMA_STUDY = {
  "Name of the study": "Name der Studie",
  "Stands above the results, and names the files that are saved.":
    "Steht über den Ergebnissen und benennt die gesicherten Dateien.",
  "What is asked": "Was gefragt wird",
  "A text for readers of the results.": "Ein Text für Lesende der Ergebnisse.",
  "Id of a built-in scenario, or a file beside the study.":
    "Kennung eines mitgelieferten Szenarios oder eine Datei neben der Studie.",
  Scenario: "Szenario",
  "The scenario itself.": "Das Szenario selbst.",
  "Id of a built-in one, or a file beside the study; or a name with the one or the scenario itself.":
    "Kennung eines mitgelieferten oder eine Datei neben der Studie; oder ein Name mit einem von beiden oder dem Szenario selbst.",
  Scenarios: "Szenarien",
  "The same at every point": "An jedem Punkt gleich",
  "Fields that have this value at every point.": "Felder, die an jedem Punkt diesen Wert haben.",
  "Of the scenario, by its path or by an end of it that no other has. contexts: the number of contexts, with policy and threads by a stated rule, or as it is; machine.core.contexts is the field alone.":
    "Des Szenarios, mit seinem Pfad oder einem Ende davon, das kein anderes hat. contexts: die Zahl der Kontexte, mit Strategie und Threads nach einer festen Regel, oder as it is; machine.core.contexts ist nur das Feld.",
  Axes: "Achsen",
  Axis: "Achse",
  "Every combination is a point, the last axis changing fastest.":
    "Jede Kombination ist ein Punkt; die letzte Achse wechselt am schnellsten.",
  Column: "Spalte",
  "What it is called in results; left out: as the field.":
    "Wie sie in den Ergebnissen heißt; weggelassen: wie das Feld.",
  "As the scenario's file has them: numbers, words, lists, whole objects; null leaves the field out. Numbers with a unit stand in quotes.":
    "Wie in der Datei des Szenarios: Zahlen, Wörter, Listen, ganze Objekte; null lässt das Feld weg. Zahlen mit Einheit stehen in Anführungszeichen.",
  "As irqscope sweep --set takes it: 8,16,32 or 1..8 or 8..1024*2.":
    "Wie irqscope sweep --set ihn nimmt: 8,16,32 oder 1..8 oder 8..1024*2.",
  "What the windows are called in results; left out: window.":
    "Wie die Fenster in den Ergebnissen heißen; weggelassen: window.",
  Labels: "Beschriftungen",
  "Of the values in results, one for each.": "Der Werte in den Ergebnissen, je Wert eine.",
  "One field at each of its values.": "Ein Feld mit jedem seiner Werte.",
  "Field of a walk": "Feld einer Folge",
  Together: "Zusammen",
  "Lists of the same length that are walked together: all firsts, then all seconds.":
    "Gleich lange Listen, die zusammen durchlaufen werden: alle ersten Werte, dann alle zweiten.",
  Table: "Tabelle",
  "A table of points: each row has a value for each field.":
    "Eine Tabelle von Punkten: Jede Zeile hat für jedes Feld einen Wert.",
  "Of a window, in the time of the capture.": "Eines Fensters, in der Zeit des Mitschnitts.",
  Windows: "Fenster",
  "The captures of the scenario cut into windows of this length, numbered from 1 on in the column window. Each is a run as long as the window, and one value: means and intervals are over the windows.":
    "Die Mitschnitte des Szenarios, in Fenster dieser Länge geteilt, von 1 an gezählt in der Spalte window. Jedes ist ein Lauf, so lang wie das Fenster, und ein Wert: Mittel und Intervalle gehen über die Fenster.",
  Seeds: "Seeds", // the same
  "First seed": "Erster Seed",
  "The next seeds follow it.": "Die nächsten Seeds folgen ihm.",
  "Seeds of each point": "Seeds je Punkt",
  "Each seed is a run. With a stop rule: the runs before the rule is asked.":
    "Jeder Seed ist ein Lauf. Mit Abbruchregel: die Läufe, bevor die Regel gefragt wird.",
  "The same seeds, and so the same traffic, at every point":
    "An jedem Punkt dieselben Seeds und damit derselbe Verkehr",
  "Differences between points are then paired. Off: each point has seeds of its own.":
    "Differenzen zwischen Punkten sind dann gepaart. Aus: Jeder Punkt hat eigene Seeds.",
  "Warm-up": "Vorlauf",
  "The beginning of each run, which no metric counts.": "Der Anfang jedes Laufs, den keine Messgröße zählt.",
  Metrics: "Messgrößen",
  "What is measured (docs/expressions.md). Left out: loss, rate, latency, interrupts, load.":
    "Was gemessen wird (docs/expressions.md). Weggelassen: Verlust, Rate, Latenz, Interrupts, Auslastung.",
  "Interval of": "Intervall von",
  "One of the study's metrics, as it stands there.": "Eine der Messgrößen der Studie, wie sie dort steht.",
  "Interval at most ±": "Intervall höchstens ±",
  "The 95 % interval of the mean is to be this narrow: mean ± half width, in the metric's unit.":
    "So schmal soll das 95-%-Intervall des Mittels sein: Mittel ± halbe Breite, in der Einheit der Messgröße.",
  "Seeds added at a time": "Seeds, die je hinzukommen",
  "Most seeds": "Höchstens Seeds",
  "Of a point, however wide its interval is.": "Eines Punkts, wie breit sein Intervall auch ist.",
  "Stop rule": "Abbruchregel",
  "Each point gets seeds until the interval is narrow.":
    "Jeder Punkt bekommt Seeds, bis das Intervall schmal ist.",
  "Over the values of": "Über die Werte von",
  "Columns of axes of kind field that are searched. Each combination of the other columns has a search of its own.":
    "Spalten von Achsen der Art Feld, die durchsucht werden. Jede Kombination der anderen Spalten hat eine eigene Suche.",
  Goal: "Ziel",
  least: "kleinste",
  greatest: "größte",
  "Of what": "Wovon",
  "One of the searched columns, or a metric. One column alone is searched by bisection, all else by dividing the range (DIRECT).":
    "Eine der durchsuchten Spalten oder eine Messgröße. Eine einzelne Spalte wird durch Halbieren durchsucht, alles andere durch Teilen des Bereichs (DIRECT).",
  "Of the seeds": "Von den Seeds",
  "the mean": "das Mittel",
  "the greatest": "den größten",
  "What counts of a metric: its mean over the seeds, or the greatest of them. Left out: the greatest of the maximum of a latency, the mean of all else.":
    "Was von einer Messgröße zählt: ihr Mittel über die Seeds oder der größte Wert. Weggelassen: vom Maximum einer Latenz der größte, sonst das Mittel.",
  "Each has to hold with every seed, as receive.loss == 0.":
    "Jede muss mit jedem Seed gelten, wie receive.loss == 0.",
  "Most points": "Höchstens Punkte",
  "Of one search, whether it has its answer or not.": "Einer Suche, ob sie ihre Antwort hat oder nicht.",
  Search: "Suche",
  "Looks for the best point, and runs no others.": "Sucht den besten Punkt und führt keine anderen aus.",
  "Of maxima, the worst of so many runs": "Von Maxima das schlimmste aus so vielen Läufen",
  "Of the longest latency: an estimate of the value that one of so many runs exceeds, with its interval (generalised extreme values, from 20 seeds on).":
    "Von der längsten Latenz: eine Schätzung des Werts, den einer von so vielen Läufen übertrifft, mit ihrem Intervall (verallgemeinerte Extremwerte, ab 20 Seeds).",
  "Compared, seed by seed": "Verglichen, Seed für Seed",
  "The column whose values are compared with its first one. Left out: the first column with several values.":
    "Die Spalte, deren Werte mit ihrem ersten verglichen werden. Weggelassen: die erste Spalte mit mehreren Werten.",
  "irqscope study": "Studie von irqscope",
  "Runs of scenarios over values and seeds.": "Läufe von Szenarien über Werte und Seeds.",
} as const;
