/** What is wrong in a study, as its form says it. Values that were typed stand before the reason. */
export const MESSAGES_OF_STUDIES = {
  'in "{scenario}": {message}': "in „{scenario}“: {message}",
  'in "{scenario}": {message}; {other}': "in „{scenario}“: {message}; {other}",
  "is not a field": "ist kein Feld",
  "did you mean {name}?": "ist {name} gemeint?",
  'must be "{format}": this is not an irqscope study':
    "muss „{format}“ sein: Dies ist keine Studie für irqscope",
  "needs either from or scenario": "braucht from oder scenario, eines von beiden",
  "is listed twice: {name}": "ist zweimal aufgeführt: {name}",
  "must be at least seeds.count, {count}": "muss mindestens seeds.count sein, {count}",
  "must be at least 2 with a stop rule: one seed has no interval":
    "muss mit einer Stoppregel mindestens 2 sein: Ein Seed hat kein Intervall",
  "is listed twice": "ist zweimal aufgeführt",
  "must not be a second axis of kind windows: a study has at most one":
    "darf keine zweite Achse der Art windows sein: eine Studie hat höchstens eine",
  "adds seeds, but the intervals are over windows: a longer capture or shorter windows make them narrower":
    "fügt Seeds hinzu, und die Intervalle gehen über Fenster: ein längerer Mitschnitt oder kürzere Fenster machen sie eng",
  "cannot be combined with an axis of kind windows: sweep the windows, or search in one of them":
    "passt nicht zu einer Achse der Art windows: Führen Sie alle Punkte aus, oder suchen Sie in einem Fenster",
  "adds seeds until an interval is narrow, and with resample no seed makes the range for such traffic narrower: each is a replicate of the same capture; windows of a longer capture do (an axis of kind windows)":
    "fügt Seeds hinzu, bis ein Intervall eng ist, und mit resample macht kein Seed den Bereich für solchen Verkehr enger: Jeder ist eine Wiederholung desselben Mitschnitts; Fenster eines längeren Mitschnitts tun es (eine Achse der Art windows)",
  "needs traffic of kind trace, with loop open: a capture":
    "braucht Verkehr der Art trace mit loop open: einen Mitschnitt",
  "of {length} ms: the capture lasts {seconds} s, and two windows are the least":
    "von {length} ms: Der Mitschnitt dauert {seconds} s, und zwei Fenster sind das Mindeste",

  "give {count} windows; the limit is {limit}": "ergibt {count} Fenster, höchstens {limit} werden ausgeführt",
  "make {points} points of a scenario that is too large to plan so often: at most {most} are planned":
    "ergeben {points} Punkte eines Szenarios, das zu groß ist, um es so oft zu planen: Höchstens {most} werden geplant",

  // ---- warm-up ----
  "the latency of {kind} has not settled after half of {cycles} cycles: {bars}":
    "die Latenz von {kind} hat sich nach der Hälfte von {cycles} Zyklen nicht eingeschwungen: {bars}",
  "the latency of {kind} settles after {warmUp} of {cycles} cycles (MSER-5), {leftOut} are left out: {bars}":
    "die Latenz von {kind} hat sich nach {warmUp} von {cycles} Zyklen eingeschwungen (MSER-5), {leftOut} bleiben außer Betracht: {bars}",
  "processors are busy for {percent} % of the time: near saturation a queue that begins empty needs long to fill, and the means of short runs are too small":
    "Prozessoren arbeiten {percent} % der Zeit: Nahe der Sättigung braucht eine Warteschlange, die leer beginnt, lange, bis sie voll ist, und die Mittel kurzer Läufe sind zu klein",

  // ---- what is to be known of intervals ----
  "Means and intervals are over {count} windows of the capture; each window is one value.":
    "Mittel und Intervalle gehen über {count} Fenster des Mitschnitts; jedes Fenster ist ein Wert.",
  "[low, high] is the 95 % range for such traffic, from replicates of one capture: more seeds do not make it narrower. ± is the error of the simulation, which more seeds reduce.":
    "[unten, oben] ist der 95-%-Bereich für solchen Verkehr, aus Wiederholungen eines Mitschnitts: Mehr Seeds machen ihn nicht enger. ± ist der Fehler der Simulation, den sie kleiner machen.",
  "For bursts with heavy tails the range is too narrow: it contained the true value in {count} of 300 captures, where 285 are expected.":
    "Für Bündel mit schweren Rändern ist der Bereich zu eng: Er enthielt die Wahrheit bei {count} von 300 Mitschnitten, wo 285 gemeint sind.",
  "Each seed also draws other instructions for routines of kind instructions: the intervals are about such programs as well as about the traffic.":
    "Jeder Seed zieht auch andere Befehle für Routinen der Art instructions: Die Intervalle gelten solchen Programmen wie dem Verkehr.",
  "At {count} of {all} points processors are busy for more than 90 % of the time, and no warm-up is left out: queues that begin empty make the means of short runs too small. irqscope validate proposes a warm-up.":
    "An {count} von {all} Punkten arbeiten Prozessoren mehr als 90 % der Zeit, und kein Anlauf bleibt außer Betracht: Warteschlangen, die leer beginnen, machen die Mittel kurzer Läufe zu klein. irqscope validate schlägt einen Anlauf vor.",
  "A ring of {more} frames loses more than a ring of {less} frames: the queue after the ring is full more often, so the machine spends its time on frames that it then throws away. Let the queue grow with the ring.":
    "Mit einem Ring von {more} Rahmen geht mehr verloren als mit einem von {less}: Die Warteschlange hinter dem Ring ist öfter voll, also arbeitet die Maschine an Rahmen, die sie dann wegwirft. Lassen Sie die Warteschlange mit dem Ring wachsen.",
  "In {count} of {all} means, a few values lie far to one side ({where}). Intervals of such means hold the truth less often than in 95 of 100 cases; with ten lognormal values, in 84. Use more seeds.":
    "{count} von {all} Mitteln sind von Werten, von denen wenige weit zu einer Seite liegen ({where}): Ihre Intervalle enthalten die Wahrheit seltener als in 95 von 100 Fällen, bei zehn lognormalen Werten in 84. Nehmen Sie mehr Seeds.",
  "worstOf has no effect: no metric is a maximum of latencies.":
    "worstOf bewirkt nichts: Keine Messgröße ist ein Höchstwert von Latenzen.",
  "worstOf: {count} of {all} maxima have no estimate of the latency that one of {runs} runs exceeds. An estimate needs {least} independent runs whose maxima are not all equal.":
    "{count} von {all} Höchstwerten haben keine Schätzung des Werts, den einer von {runs} Läufen übersteigt (worstOf): Sie braucht {least} unabhängige Läufe, deren Höchstwerte nicht alle gleich sind.",
  '"{name}" is listed twice': "„{name}“ ist zweimal aufgeführt",
  "must have {wanted} values, not {count}": "muss {wanted} Werte haben, nicht {count}",
  "must have {wanted} values as the first field, not {count}":
    "muss {wanted} Werte haben wie das erste Feld, nicht {count}",
  "need a list of values, not a range": "brauchen eine Liste von Werten, keinen Bereich",
  "must have {wanted} labels, one for each value, not {count}":
    "müssen {wanted} sein, eine für jeden Wert, nicht {count}",
  '"{name}" is not a column; there are: {names}': "„{name}“ ist keine Spalte; es gibt: {names}",
  '"{name}" is not loaded': "„{name}“ ist nicht geladen",
  "give {runs} runs with {points} points; the limit is {limit}":
    "ergeben {runs} Läufe mit {points} Punkten, höchstens {limit} werden ausgeführt",
  "make {points} points or more; the limit is {limit}":
    "ergeben {points} Punkte oder mehr, höchstens {limit} werden ausgeführt",
  "set {field} twice": "setzen {field} zweimal",
  "must be below the run length, {cycles}": "muss unter der Länge des Laufs liegen, {cycles}",
  '"{name}" is none of the metrics: {names}': "„{name}“ ist keine der Messgrößen: {names}",
  '"{name}" is a column of every row; name it otherwise':
    "„{name}“ ist eine Spalte jeder Zeile: Nennen Sie sie anders",
  "has {value} twice": "hat {value} zweimal",
  "is given by seeds of the study": "wird durch seeds der Studie bestimmt",
  "must be one value, not a list or an object": "muss ein einzelner Wert sein, keine Liste und kein Objekt",
  'must be a whole number from 1 to {maximum}, or "{word}"':
    'muss eine ganze Zahl von 1 bis {maximum} sein, oder "{word}"',
  '{value} must be a whole number from 1 to {maximum}, or "{word}"':
    '{value} muss eine ganze Zahl von 1 bis {maximum} sein, oder "{word}"',
  "needs {part}, which is not there": "braucht {part}, das nicht da ist",
  "is not a condition, as receive.loss < 1 %": "ist keine Bedingung wie receive.loss < 1 %",
  '"{name}" has values that are no numbers': "„{name}“ hat Werte, die keine Zahlen sind",
  "is a condition; it stands in subjectTo": "ist eine Bedingung; sie gehört zu subjectTo",
  '"{name}" is of an axis of another kind than field': "„{name}“ gehört zu einer Achse anderer Art als field",

  // ---- a value that a field does not take ----
  "{value} must be true or false": "{value} muss true oder false sein",
  "{value} must be one of {options}": "{value} muss eines von {options} sein",
  "{value} must be one value, not a list or an object":
    "{value} muss ein einzelner Wert sein, keine Liste und kein Objekt",
  "{value} must be a number": "{value} muss eine Zahl sein",
  "{value} must be a number in {unit}": "{value} muss eine Zahl in {unit} sein",
  "{value} must be a number or {word}": "{value} muss eine Zahl oder {word} sein",
  "{value} must be a number in {unit} or {word}": "{value} muss eine Zahl in {unit} oder {word} sein",
  "{value} is in {unit}, not in {word}": "{value} ist in {unit}, nicht in {word}",
  "{value} must be from {minimum} to {maximum}": "{value} muss von {minimum} bis {maximum} sein",
  "{value} must be a whole number": "{value} muss eine ganze Zahl sein",
  "{value} goes in steps of {step}": "{value} geht in Schritten von {step}",
} as const;
