/** Stories. */
export const STORIES = {
  "Show the story": "Geschichte zeigen",
  "Story: {title}": "Geschichte: {title}",
  "This run has no such moment.": "In diesem Lauf gibt es diesen Moment nicht.",
  "The numbers are being measured.": "Die Zahlen werden gerade gemessen.",
  "is measured": "wird gemessen",
  "Watch until the next step": "Bis zum nächsten Schritt zusehen",
  Watch: "Zusehen",
  "The run answers: press “{label}”.": "Der Lauf gibt die Antwort: „{label}“ drücken.",
  "The story begins after {time}. {count} packet has already been lost.":
    "Die Geschichte beginnt nach {time}. Bis dahin ging {count} Paket verloren.",
  "The story begins after {time}. {count} packets have already been lost.":
    "Die Geschichte beginnt nach {time}. Bis dahin gingen {count} Pakete verloren.",
  "Changed: over the whole run {lost} of {offered} packets are lost.":
    "Geändert: Über den ganzen Lauf gehen {lost} von {offered} Paketen verloren.",
  "Changed: over the whole run {lost} of {offered} packets are lost. Before the change, {before} were lost.":
    "Geändert: Über den ganzen Lauf gehen {lost} von {offered} Paketen verloren. Vor der Änderung waren es {before}.",
  "Changed: the whole run is gone over …": "Geändert: Der ganze Lauf wird durchgegangen …",
  "Changed from “{name}”.": "Geändert gegenüber „{name}“.",
  "Now try it yourself": "Jetzt selbst ausprobieren",
  "Your turn": "Jetzt sind Sie dran",
  "Your turn: bring “{what}” below {goal} with a single change.":
    "Jetzt sind Sie dran: Bringen Sie „{what}“ mit einer einzigen Änderung unter {goal}.",
  "Only a single change counts: undo the others.":
    "Es zählt nur eine einzige Änderung: Machen Sie die anderen rückgängig.",
  "Done.": "Geschafft.",
  "{count} try": "{count} Versuch",
  "{count} tries": "{count} Versuche",
  "Next story: {name}": "Nächste Geschichte: {name}",
  "Why this one?": "Warum gerade dieses?",
  "Leave the story": "Geschichte verlassen",
  "The whole run, before and after …": "Der ganze Lauf, vorher und nachher …",
  right: "richtig",
  wrong: "falsch",
  "No.": "Nein.",
  "Make a story of these": "Daraus eine Geschichte machen",
  "Change the story": "Geschichte ändern",
  "Title, a question that the story answers": "Titel, eine Frage, die die Geschichte beantwortet",
  "Caption at cycle {cycle}": "Text bei Takt {cycle}",
  "{count} of {of} words": "{count} von {of} Wörtern",
  "Move the step at cycle {cycle} up": "Schritt bei Takt {cycle} nach oben",
  "Leave out the step at cycle {cycle}": "Schritt bei Takt {cycle} weglassen",
  Up: "Nach oben",
  "Keep as bookmarks": "Bei Lesezeichen bleiben",
  "Leave out": "Weglassen",
  "A title and a caption of at most {words} words for each step.":
    "Ein Titel und je Schritt ein Text von höchstens {words} Wörtern.",
} as const;

/** Schema of stories. */
export const SCHEMA_STORY = {
  Story: "Geschichte",
  "Steps that lead a reader through the run.": "Schritte, die Leser durch den Lauf führen.",
  Title: "Titel",
  "A question that the story answers.": "Eine Frage, die die Geschichte beantwortet.",
  "Where the machine stands. Default: where the previous step left it.":
    "Wo die Maschine steht. Vorgabe: wo der vorige Schritt sie ließ.",
  Cycle: "Takt",
  "The machine stands here.": "Hier steht die Maschine.",
  Event: "Ereignis",
  "The machine stands right after it.": "Die Maschine steht unmittelbar danach.",
  Number: "Nummer",
  "Which one: the first, the second and so on, counted from cycle After.":
    "Das erste, das zweite und so weiter, gezählt ab dem Takt „Nach“.",
  After: "Nach",
  "Counting begins at this cycle.": "Ab diesem Takt wird gezählt.",
  When: "Wann",
  "The cycle in which a condition becomes true; written like a breakpoint.":
    "Der Takt, in dem eine Bedingung wahr wird, geschrieben wie bei einem Haltepunkt.",
  "Visible cycles": "Sichtbare Takte",
  "How much the timeline shows. Default: no change; at the end of the run all of it.":
    "Wie viel die Zeitachse zeigt. Vorgabe: keine Änderung; am Ende des Laufs den ganzen.",
  End: "Ende",
  "The run is over.": "Der Lauf ist zu Ende.",
  Beside: "Daneben",
  "Built-in scenario whose machine stands beside the open one, on the same clock.":
    "Mitgeliefertes Szenario, dessen Maschine neben der geöffneten steht, mit gleichem Takt.",
  "Built-in scenario whose machine this step shows instead.":
    "Mitgeliefertes Szenario, dessen Maschine dieser Schritt stattdessen zeigt.",
  "A metric of the whole run.": "Eine Kennzahl des ganzen Laufs.",
  Below: "Unter",
  "The goal: one change brings the metric below this.":
    "Das Ziel: Eine Änderung bringt die Kennzahl darunter.",
  Challenge: "Aufgabe",
  "What the reader is to reach after the last step.": "Was nach dem letzten Schritt zu erreichen ist.",
  Next: "Weiter",
  "Built-in scenario whose story comes next.": "Mitgeliefertes Szenario, dessen Geschichte folgt.",
  "Leads to": "Führt zu",
  "Where the changed machine goes, such as its next loss. Default: it stays.":
    "Wohin die geänderte Maschine geht, etwa zu ihrem nächsten Verlust. Vorgabe: Sie bleibt stehen.",
  Speed: "Tempo",
  "Speed at which the page plays up to the next step.":
    "Tempo, mit dem die Seite bis zum nächsten Schritt abspielt.",
  Light: "Hervorgehoben",
  "Parts of the page to highlight: ring:eth0, context:1, controller.":
    "Teile der Seite, die hervortreten: ring:eth0, context:1, controller.",
  Caption: "Text",
  "At most 25 words. {expression} is the number at this step, {end: expression} at the end of the run, {of ID: expression} at the end of another built-in one.":
    "Höchstens 25 Wörter. {expression} ist die Zahl bei diesem Schritt, {end: expression} am Ende des Laufs, {of ID: expression} am Ende eines anderen mitgelieferten.",
  Action: "Handlung",
  "One change to try; leaving the step undoes it.":
    "Eine Änderung zum Ausprobieren; wer den Schritt verlässt, macht sie rückgängig.",
  Label: "Beschriftung",
  "Label of the button, such as: Set the ring to 16.":
    "Beschriftung der Schaltfläche, etwa: Ring auf 16 setzen.",
  Field: "Feld",
  "The field to set, given by the end of its path.": "Das Feld, das gesetzt wird, mit dem Ende seines Pfads.",
  Value: "Wert",
  "The new value.": "Der neue Wert.",
  Metric: "Messwert",
  "The number to compare over the whole run, before and after.":
    "Die Zahl, die über den ganzen Lauf verglichen wird, vorher und nachher.",
  "Metric label": "Name des Messwerts",
  "Name of the metric, such as: frames lost.": "Name des Messwerts, etwa: verlorene Frames.",
  Becomes: "Wird",
  "What the change does to the metric.": "Was die Änderung mit dem Messwert macht.",
  Question: "Frage",
  "One question about the picture.": "Eine Frage zum Bild.",
  "The text of the question.": "Der Text der Frage.",
  Choices: "Antworten",
  "The possible answers.": "Antworten zur Auswahl.",
  Right: "Richtig",
  "Number of the right choice.": "Nummer der richtigen Antwort.",
  Answer: "Erklärung",
  "Shown after the reader has chosen.": "Zu sehen, sobald Leser gewählt haben.",
  "In order of telling.": "In der Reihenfolge der Erzählung.",
  English: "Englisch",
  "The text in English.": "Der Text auf Englisch.",
  German: "Deutsch",
  "The text in German.": "Der Text auf Deutsch.",
} as const;
