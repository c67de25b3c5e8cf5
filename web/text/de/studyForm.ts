/** The form of a study, and the scenario as it is among its points. */
export const STUDY_FORM = {
  "Scenarios|study": "Szenarien",
  "Add a scenario": "Szenario hinzufügen",
  "Open now: {scenario}": "Jetzt geöffnet: {scenario}",
  "Name of scenario {number} in results": "Name von Szenario {number} in den Ergebnissen",
  "{name}, which stands in the study itself": "{name}, steht in der Studie selbst",
  "{name}, a file": "{name}, eine Datei",
  "a name is missing": "ein Name fehlt",
  "Take axis {number} away": "Achse {number} entfernen",
  "Fields together, table of points": "Felder zusammen, Tabelle von Punkten",
  "Vary fields side by side": "Felder miteinander verändern",
  "Add a table of points": "Tabelle von Punkten hinzufügen",
  "Side by side: all first values, then all second ones": "Miteinander: alle ersten Werte, dann alle zweiten",
  "Field {number}, part {part}": "Feld {number}, Teil {part}",
  "One more field side by side": "Noch ein Feld dazu",
  "Another field side by side with it": "Zusammen mit noch einem Feld",
  "Table: fields in the first line, then a point a line":
    "Tabelle: Felder in der ersten Zeile, dann je Zeile ein Punkt",
  "Table {number}": "Tabelle {number}",
  "Windows of the capture": "Fenster des Mitschnitts",
  "Windows of the capture: each is a run, and one value of the means":
    "Fenster des Mitschnitts: Jedes ist ein Lauf und ein Wert der Mittel",
  "No axis of this format": "Keine Achse dieses Formats",
  "Column|study": "Spalte",
  "Column of {field}": "Spalte von {field}",
  "column {name}": "Spalte {name}",
  "Labels|study": "Beschriftungen",
  "Labels of {field}": "Beschriftungen von {field}",
  "{count} label": "{count} Beschriftung",
  "{count} labels": "{count} Beschriftungen",
  "Column and labels": "Spalte und Beschriftungen",
  "Values: numbers, words, 4..64*2; null leaves the field out; objects and lists as JSON.":
    "Werte: Zahlen, Wörter, 4..64*2; null lässt das Feld weg; Objekte und Listen als JSON.",
  "ranges have no place side by side: write each value":
    "Bereiche gehen hier nicht: jeden Wert einzeln schreiben",
  "a value is missing": "ein Wert fehlt",
  "{value} is no JSON: brackets and quotes have to be closed":
    "{value} ist kein JSON: Klammern und Anführungszeichen müssen geschlossen sein",
  "the first line has the fields, each other line a point":
    "in der ersten Zeile stehen die Felder, in jeder weiteren ein Punkt",
  "line {line}: a field is missing": "Zeile {line}: ein Feld fehlt",
  "line {line}: {reason}": "Zeile {line}: {reason}",
  "line {line} has {count} values, the first line has {fields} fields":
    "Zeile {line} hat {count} Werte, die erste Zeile {fields} Felder",
  "Field {number} that is the same": "Gleiches Feld {number}",
  "Value of {field}": "Wert von {field}",
  "Another field that is the same": "Noch ein gleiches Feld",
  "Name and description": "Name und Beschreibung",
  "as it is|scenario": "wie es ist",
  "{scenario}, as it is ({paper})": "{scenario}, wie es ist ({paper})",
  "{base}: at {point}, not in this picture": "{base}: bei {point}, nicht in diesem Bild",
  "no point is the scenario as it is": "kein Punkt ist das Szenario, wie es ist",
  "No point is “{scenario}” as it is.": "Kein Punkt ist „{scenario}“, wie es ist.",
  "It has {values}.": "Es hat {values}.",
  "It differs in what is the same at every point: {fields}.":
    "Es unterscheidet sich in dem, was an jedem Punkt gleich ist: {fields}.",
  "Add this point": "Diesen Punkt hinzufügen",
} as const;
