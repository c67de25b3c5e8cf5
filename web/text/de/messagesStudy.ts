/** What is wrong in a study, as its form says it. Values that were typed stand before the reason. */
export const MESSAGES_OF_STUDIES = {
  'in "{scenario}": {message}': "in „{scenario}“: {message}",
  'in "{scenario}": {message}; {other}': "in „{scenario}“: {message}; {other}",
  "is no field": "ist kein Feld",
  "did you mean {name}?": "ist {name} gemeint?",
  'must be "{format}": this is not an irqscope study':
    "muss „{format}“ sein: Dies ist keine Studie für irqscope",
  "needs from or scenario, one of both": "braucht from oder scenario, eines von beiden",
  "is the second {name}": "ist das zweite {name}",
  "must be at least seeds.count, {count}": "muss mindestens seeds.count sein, {count}",
  "must be at least 2 with a stop rule: one seed has no interval":
    "muss mit einer Stoppregel mindestens 2 sein: Ein Seed hat kein Intervall",
  "is there twice": "steht zweimal da",
  '"{name}" is there twice': "„{name}“ steht zweimal da",
  "must have {wanted} values, not {count}": "muss {wanted} Werte haben, nicht {count}",
  "must have {wanted} values as the first field, not {count}":
    "muss {wanted} Werte haben wie das erste Feld, nicht {count}",
  "need a list of values, not a range": "brauchen eine Liste von Werten, keinen Bereich",
  "must be {wanted}, one for each value, not {count}":
    "müssen {wanted} sein, eine für jeden Wert, nicht {count}",
  '"{name}" is no column; there are: {names}': "„{name}“ ist keine Spalte; es gibt: {names}",
  '"{name}" is not loaded': "„{name}“ ist nicht geladen",
  "give {runs} runs with {points} points, at most {limit} are run":
    "ergeben {runs} Läufe mit {points} Punkten, höchstens {limit} werden ausgeführt",
  "make {points} points or more, at most {limit} are run":
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
  "is no condition, as receive.loss < 1 %": "ist keine Bedingung wie receive.loss < 1 %",
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
