/** Stories. */
export const STORIES = {
  "Show the story": "Geschichte zeigen",
  "Story: {title}": "Geschichte: {title}",
  "This run has no such moment.": "In diesem Lauf gibt es diesen Moment nicht.",
  "Watch until the next step": "Bis zum nächsten Schritt zusehen",
  "The run answers: press “{label}”.": "Der Lauf gibt die Antwort: „{label}“ drücken.",
  "The story begins after {time}; {count} packet was lost before.":
    "Die Geschichte beginnt nach {time}; zuvor ging {count} Paket verloren.",
  "The story begins after {time}; {count} packets were lost before.":
    "Die Geschichte beginnt nach {time}; zuvor gingen {count} Pakete verloren.",
  "Changed: over the whole run {lost} of {offered} packets are lost.":
    "Geändert: Über den ganzen Lauf gehen {lost} von {offered} Paketen verloren.",
  "Changed: over the whole run {lost} of {offered} packets are lost, before the change {before}.":
    "Geändert: Über den ganzen Lauf gehen {lost} von {offered} Paketen verloren, vor der Änderung {before}.",
  "Changed: the whole run is gone over …": "Geändert: Der ganze Lauf wird durchgegangen …",
  "Changed from “{name}”.": "Geändert gegenüber „{name}“.",
  "Now try it yourself": "Jetzt selbst ausprobieren",
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
  "Where the machine stands; left out: where the step before left it.":
    "Wo die Maschine steht; weggelassen: wo der Schritt davor sie ließ.",
  Cycle: "Takt",
  "The machine stands here.": "Hier steht die Maschine.",
  Event: "Ereignis",
  "The machine stands right after it.": "Die Maschine steht unmittelbar danach.",
  Number: "Nummer",
  "The first, the second, and so on, counted from cycle After on.":
    "Das erste, das zweite und so weiter, gezählt ab dem Takt „Nach“.",
  After: "Nach",
  "Counting begins at this cycle.": "Ab diesem Takt wird gezählt.",
  When: "Wann",
  "A condition as breakpoints have it comes true.": "Eine Bedingung wie bei Haltepunkten wird wahr.",
  "Visible cycles": "Sichtbare Takte",
  "How much the timeline shows; left out: as before.":
    "Wie viel die Zeitachse zeigt; weggelassen: wie zuvor.",
  Speed: "Tempo",
  "With which the way to the next step is played.": "Mit dem der Weg zum nächsten Schritt abgespielt wird.",
  Light: "Hervorgehoben",
  "Parts of the page that stand out: ring:eth0, context:1, controller.":
    "Teile der Seite, die hervortreten: ring:eth0, context:1, controller.",
  Caption: "Text",
  "At most 25 words. {expression} is the number at this step, {end: expression} at the end of the run, {of ID: expression} at the end of another built-in one.":
    "Höchstens 25 Wörter. {expression} ist die Zahl bei diesem Schritt, {end: expression} am Ende des Laufs, {of ID: expression} am Ende eines anderen mitgelieferten.",
  Action: "Handlung",
  "One change to try; it is taken back when the step is left.":
    "Eine Änderung zum Ausprobieren; sie wird zurückgenommen, wenn der Schritt verlassen wird.",
  Label: "Beschriftung",
  "Of the button: Set the ring to 16.": "Der Schaltfläche: Ring auf 16 setzen.",
  Field: "Feld",
  "The field that is set, by the end of its path.": "Das Feld, das gesetzt wird, mit dem Ende seines Pfads.",
  Value: "Wert",
  "What it is set to.": "Worauf es gesetzt wird.",
  Metric: "Messwert",
  "What is compared over the whole run, before and after.":
    "Was über den ganzen Lauf verglichen wird, vorher und nachher.",
  "Metric label": "Name des Messwerts",
  "What the metric is called: frames lost.": "Wie der Messwert heißt: verlorene Frames.",
  Becomes: "Wird",
  "What the change does to the metric.": "Was die Änderung mit dem Messwert macht.",
  Question: "Frage",
  "One question about what is seen.": "Eine Frage zu dem, was zu sehen ist.",
  "What the reader is asked.": "Was Leser gefragt werden.",
  Choices: "Antworten",
  "Answers to choose from.": "Antworten zur Auswahl.",
  Right: "Richtig",
  "Number of the right choice.": "Nummer der richtigen Antwort.",
  Answer: "Erklärung",
  "Shown once a choice was made.": "Zu sehen, sobald gewählt wurde.",
  "In the order in which they are told.": "In der Reihenfolge, in der sie erzählt werden.",
  English: "Englisch",
  "The text in English.": "Der Text auf Englisch.",
  German: "Deutsch",
  "The text in German.": "Der Text auf Deutsch.",
} as const;
