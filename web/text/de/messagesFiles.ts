/** Messages of links, expressions, fields, labs, captures and the engine; see messages.ts. */
export const MESSAGES_OF_FILES = {
  // ---- studies ----
  "is the same capture with every seed, so intervals say nothing about the traffic; windows of a longer capture are separate values (an axis of kind windows), and resample gives a range for such traffic":
    "ist mit jedem Seed derselbe Mitschnitt: Intervalle sagen nichts über den Verkehr; Fenster eines längeren Mitschnitts sind eigene Werte (eine Achse der Art windows), und resample gibt einen Bereich für solchen Verkehr",
  "ends at cycle {last}, after the run's end, cycle {runCycles}: {cut} of {all} events are cut off; runCycles or timeScalePermille changes that":
    "endet bei Takt {last}, nach dem Ende des Laufs, Takt {runCycles}: {cut} von {all} Ereignissen sind abgeschnitten; runCycles oder timeScalePermille ändert das",
  "ends about at cycle {last}, after the run's end, cycle {runCycles}: {cut} of {all} events are cut off; runCycles or timeScalePermille changes that":
    "endet etwa bei Takt {last}, nach dem Ende des Laufs, Takt {runCycles}: {cut} von {all} Ereignissen sind abgeschnitten; runCycles oder timeScalePermille ändert das",

  // ---- links ----
  "the link holds no scenario (#s=...)": "der Link enthält kein Szenario (#s=...)",
  "the link's scenario: {error}": "das Szenario des Links: {error}",
  "the link's second scenario: {error}": "das zweite Szenario des Links: {error}",
  "the link's cycle (c) is not a whole number": "der Takt des Links (c) ist keine ganze Zahl",
  "the link's zoom (z) is not a pair of rising cycles":
    "der Ausschnitt des Links (z) ist kein Paar steigender Takte",
  "the link's page (p) is not a page name": "die Seite des Links (p) ist kein Seitenname",
  "the link's breakpoints (b) cannot be read": "die Haltepunkte des Links (b) lassen sich nicht lesen",
  "the link's range (r) is not a pair of rising cycles":
    "der Bereich des Links (r) ist kein Paar steigender Takte",
  "what the link follows (f) is not a packet or interrupt":
    "was der Link verfolgt (f), ist weder Paket noch Interrupt",
  "the shift of the link's second machine (a) is not a whole number":
    "die Verschiebung der zweiten Maschine des Links (a) ist keine ganze Zahl",
  "the breakpoints of the link's second machine (ob) cannot be read":
    "die Haltepunkte der zweiten Maschine des Links (ob) lassen sich nicht lesen",
  "the bookmarks of the link's second machine (om) cannot be read":
    "die Lesezeichen der zweiten Maschine des Links (om) lassen sich nicht lesen",
  "the link's bookmarks (m) cannot be read": "die Lesezeichen des Links (m) lassen sich nicht lesen",
  "the link's tracks (t) cannot be read": "die Spuren des Links (t) lassen sich nicht lesen",
  "the link's measures (e) cannot be read": "die Messgrößen des Links (e) lassen sich nicht lesen",
  "the link's warm-up (w) is not a whole number": "der Vorlauf des Links (w) ist keine ganze Zahl",
  "what stands behind the scenario was cut off or changed":
    "was hinter dem Szenario steht, wurde abgeschnitten oder geändert",
  "the text after @ is not a cycle": "was hinter @ steht, ist kein Takt",
  "the link's details (d) must be 1": "die Details im Link (d) sind nicht 1",
  "the link's step of the story (y) is not a step": "der Schritt der Geschichte im Link (y) ist keiner",
  "has more than {limit} words": "hat mehr als {limit} Wörter",
  "the second machine (o) is not a built-in scenario":
    "die zweite Maschine (o) ist kein eingebautes Szenario",
  "is not a field of this scenario": "ist kein Feld dieses Szenarios",
  "is not a path of a field": "ist kein Pfad eines Feldes",
  "is not a field; did you mean {guess}?": "ist kein Feld; ist {guess} gemeint?",
  "needs {part}, which this scenario leaves out": "braucht {part}, das dieses Szenario weglässt",
  "is a list; name one value, such as {field}, or the list by its whole path":
    "ist eine Liste; nennen Sie einen Wert, etwa {field}, oder die Liste mit ihrem ganzen Pfad",
  "may be {fields} and {count} more": "kann {fields} und {count} weitere sein",
  "may be {fields}": "kann {fields} sein",
  "the link is too long": "der Link ist zu lang",
  "the link does not begin with a version": "der Link beginnt nicht mit einer Version",
  "the link was made by a newer irqscope": "der Link stammt von einem neueren irqscope",
  "the link has no version 0": "eine Version 0 des Links gibt es nicht",
  "the link is damaged: it holds a character that does not belong there":
    "der Link ist beschädigt: Er enthält ein Zeichen, das nicht dorthin gehört",
  "the link is cut off: its end is missing": "der Link ist abgeschnitten: Sein Ende fehlt",
  "the link is damaged: something was added to its end":
    "der Link ist beschädigt: Am Ende wurde etwas angefügt",
  "the link is damaged: it cannot be unpacked": "der Link ist beschädigt: Er lässt sich nicht entpacken",
  "the link unpacks to more than {bytes} bytes": "der Link ergibt entpackt mehr als {bytes} Bytes",
  "the link is damaged: its checksum is wrong": "der Link ist beschädigt: Seine Prüfsumme stimmt nicht",
  "the link is damaged: it holds no text": "der Link ist beschädigt: Er enthält keinen Text",

  // ---- expressions ----
  "expected a quantity, not a condition": "eine Größe wird erwartet, keine Bedingung",
  "expected a condition, as in receive.dropped == 0":
    "eine Bedingung wird erwartet, etwa receive.dropped == 0",
  "expected a condition, as in ring.fill >= 8": "eine Bedingung wird erwartet, etwa ring.fill >= 8",
  "names nothing that changes, so it would never become true":
    "nennt nichts, was sich ändert: Es träfe nie zu",
  "units differ: {one} and {other}": "die Einheiten sind verschieden: {one} und {other}",
  "a plain number": "eine reine Zahl",
  "there is no latency {name} to take a share of":
    "es gibt keine Latenz {name}, von der es einen Anteil gibt",
  "a latency is compared with a time: units differ":
    "eine Latenz wird mit einer Zeit verglichen: Die Einheiten sind verschieden",
  "share takes a latency and a limit, as in share(interrupt.latency > 20 us)":
    "share nimmt eine Latenz und eine Grenze, wie in share(interrupt.latency > 20 us)",
  "no metric {name}": "es gibt keinen Messwert {name}",
  "expected an operator or the end": "ein Operator oder das Ende wird erwartet",
  "expected {symbol}": "{symbol} wird erwartet",
  "expected a name": "ein Name wird erwartet",
  "nested too deeply": "zu tief verschachtelt",
  "comparisons do not chain: join two of them with and":
    "Vergleiche lassen sich nicht aneinanderreihen: Verbinden Sie zwei mit and",
  "expected a number, a metric or a bracket": "eine Zahl, ein Messwert oder eine Klammer wird erwartet",
  "no function {name}: there are {names}": "es gibt keine Funktion {name}: vorhanden sind {names}",
  "{name} takes {count} operands": "{name} hat {count} Operanden",
  "{name} takes {least} to {most} operands": "{name} hat {least} bis {most} Operanden",
  'expected a text in quotes or an index, as in thread["player"]':
    'ein Text in Anführungszeichen oder ein Index wird erwartet, etwa thread["player"]',
  "longer than {limit} characters": "länger als {limit} Zeichen",
  "the number is too large": "die Zahl ist zu groß",
  "the text in quotes has no end": "der Text in Anführungszeichen hat kein Ende",
  "unexpected {character}": "{character} wird hier nicht erwartet",

  // ---- one field, as the user types it ----
  "must be true or false": "muss true oder false sein",
  "must be one of {list}, not {value}": "muss eines von {list} sein, nicht {value}",
  "must be one of {options}": "muss eines von {options} sein",
  "there is no field {name}": "es gibt kein Feld {name}",
  "is not valid": "ist nicht gültig",
  "is not a number": "ist keine Zahl",
  "must be a number": "muss eine Zahl sein",
  "must be a number in {unit}": "muss eine Zahl in {unit} sein",
  "must be a number or {word}": "muss eine Zahl oder {word} sein",
  "must be a number in {unit} or {word}": "muss eine Zahl in {unit} oder {word} sein",
  "is in {unit}, not in {word}": "ist in {unit}, nicht in {word}",
  "no unit": "keiner Einheit",
  "must be from {minimum} to {maximum}": "muss von {minimum} bis {maximum} sein",
  "must be a whole number": "muss eine ganze Zahl sein",
  "goes in steps of {step}": "geht in Schritten von {step}",
  "Type a number.": "Geben Sie eine Zahl ein.",
  "This is not a number.": "Das ist keine Zahl.",
  "Give it in {unit}.": "Geben Sie den Wert in {unit} an.",
  "plain numbers": "reinen Zahlen",

  // ---- labs ----
  "{field} may not be changed here": "{field} darf hier nicht geändert werden",
  "the machine has no field {field}": "die Maschine hat kein Feld {field}",
  "{name} has several lines, which no task can change":
    "{name} hat mehrere Zeilen, was keine Aufgabe ändern kann",
  "{field} was removed": "{field} wurde entfernt",
  "more than values of fields has changed: undo the change":
    "mehr als die Werte von Feldern ist verschieden: Nehmen Sie die Änderung zurück",
  "is used twice: {id}": "wird zweimal benutzt: {id}",
  "no machine {id}": "es gibt keine Maschine {id}",
  "no program has the label {label}": "kein Programm hat die Marke {label}",
  "no step {id}": "es gibt keinen Schritt {id}",
  "no earlier step with a program: {step}": "es gibt keinen früheren Schritt mit einem Programm: {step}",
  "no scenario {id}": "es gibt kein Szenario {id}",
  "no field {field}": "es gibt kein Feld {field}",
  "is named nowhere": "wird nirgends genannt",
  "asks for {count} machines; at most {limit} can be looked at":
    "verlangt {count} Maschinen; höchstens {limit} lassen sich ansehen",
  "{id} has no field {field}": "{id} hat kein Feld {field}",
  "cannot be reached: {id} does not come before it": "ist nicht zu erreichen: {id} kommt nicht davor",
  "a list of {length} for {fields} fields": "eine Liste mit {length} Werten für {fields} Felder",
  "needs one of goal, console, memory, registers and nearBest":
    "braucht genau eines von goal, console, memory, registers und nearBest",
  "no register {name}": "es gibt kein Register {name}",
  "must be two labels of one program, in their order":
    "müssen zwei Marken eines Programms sein, in ihrer Reihenfolge",
  "must be a word or a number": "muss ein Wort oder eine Zahl sein",
  "must be letters and digits": "muss aus Buchstaben und Ziffern bestehen",
  "needs two values or more, or a range and no values":
    "braucht zwei Werte oder mehr, oder einen Bereich (range) und keine Werte",
  "needs as many written values as words": "braucht so viele Werte in written wie words",
  "{id} is itself like another machine": "{id} ist selbst wie eine andere Maschine",
  "has no effect with nearBest": "nützt neben nearBest nichts",
  "no console {name}": "es gibt keine Konsole {name}",
  "alsoOn does not name {id}": "alsoOn nennt {id} nicht",
  "needs one of equals, contains and as": "braucht genau eines von equals, contains und as",
  "must be a label or an address, as in sum + 4": "muss eine Marke oder eine Adresse sein, etwa sum + 4",
  "on machine {machine}: {message}": "auf Maschine {machine}: {message}",
  "with draw {draw}: {message}": "mit Auswahl {draw}: {message}",
  "console {name} equals the console of machine {machine}": "Konsole {name} ist die von Maschine {machine}",
  "task of {step}: goals are missed on machines that grading has drawn":
    "Aufgabe von {step}: Ziele sind auf Maschinen verfehlt, die die Bewertung ausgewählt hat",
  "task of {step}: the figure {figure} is {why}": "Aufgabe von {step}: Die Zahl {figure} ist {why}",
  "the condition does not hold": "die Bedingung gilt nicht",
  "the condition does not hold: {value}": "die Bedingung gilt nicht: {value}",
  "at cycle {cycle}: {message}": "in Takt {cycle}: {message}",
  "counts only together with the goals before it": "zählt nur zusammen mit den Zielen davor",
  "better than the best that is known: show it to your teacher":
    "besser als das beste Bekannte: Zeigen Sie es Ihrer Lehrperson",
  "{register} changed in the handler, first at cycle {cycle}: from {before} to {after}":
    "{register} hat sich im Handler geändert, zuerst in Takt {cycle}: von {before} auf {after}",
  "the handler entered in cycle {entered} returned in cycle {returned} to another instruction than the interrupted one":
    "der Handler von Takt {entered} ist in Takt {returned} zu einem anderen als dem unterbrochenen Befehl zurückgekehrt",
  "the handler entered in cycle {cycle} has never returned":
    "der Handler von Takt {cycle} ist nie zurückgekehrt",
  "the handler entered in cycle {entered} has never returned: the instruction at {address} raised the exception {exception} (mcause {code}) in cycle {cycle}":
    "der Handler von Takt {entered} ist nie zurückgekehrt: Der Befehl bei {address} hat in Takt {cycle} die Ausnahme {exception} (mcause {code}) ausgelöst",
  "the handler entered in cycle {cycle} has never returned: ret ends a call, a handler ends with mret":
    "der Handler von Takt {cycle} ist nie zurückgekehrt: ret beendet einen Aufruf, ein Handler endet mit mret",
  "line {line} is changed: the program from {from} to {to} must stay as it is":
    "Zeile {line} ist geändert: Das Programm von {from} bis {to} muss bleiben, wie es ist",
  "{name} is {value} and must be at most {limit}": "{name} ist {value} und muss höchstens {limit} sein",
  "{name} is {value} and must be at least {limit}": "{name} ist {value} und muss mindestens {limit} sein",
  "{name} is {value} and must be exactly {limit}": "{name} ist {value} und muss genau {limit} sein",
  "{name} is {value} and must be other than {limit}": "{name} ist {value} und darf nicht {limit} sein",
  "{name} is {value} and must be less than {limit}": "{name} ist {value} und muss kleiner als {limit} sein",
  "{name} is {value} and must be more than {limit}": "{name} ist {value} und muss größer als {limit} sein",
  "{name} has no value": "{name} hat keinen Wert",
  "the labels {from} and {to} are missing or in another order":
    "die Marken {from} und {to} fehlen oder stehen in anderer Reihenfolge",
  "console {name} has sent {sent} characters, and only the last {kept} are kept":
    "Konsole {name} hat {sent} Zeichen gesendet, und nur die letzten {kept} sind aufgehoben",
  "console {name} has sent nothing, not {wanted}": "Konsole {name} hat nichts gesendet, nicht {wanted}",
  "console {name} has not sent {wanted}, its last line is {last}":
    "Konsole {name} hat {wanted} nicht gesendet, ihre letzte Zeile ist {last}",
  "console {name} has sent nothing": "Konsole {name} hat nichts gesendet",
  "console {name} has not sent the expected text; its last line is {last}":
    "Konsole {name} hat nicht gesendet, was verlangt ist, ihre letzte Zeile ist {last}",
  "line {line} of console {name} is missing": "Zeile {line} der Konsole {name} fehlt",
  "line {line} of console {name} is wrong: {sent}": "Zeile {line} der Konsole {name} ist falsch: {sent}",
  "the word at {place} is wrong: {found}": "das Wort bei {place} ist falsch: {found}",
  "line {line} of console {name} is missing: {wanted}": "Zeile {line} der Konsole {name} fehlt: {wanted}",
  "line {line} of console {name} is one too many: {sent}":
    "Zeile {line} der Konsole {name} ist eine zu viel: {sent}",
  "line {line} of console {name} is {sent}, not {wanted}":
    "Zeile {line} der Konsole {name} ist {sent}, nicht {wanted}",
  "the expected word at {place} has no value: {expression}":
    "was bei {place} verlangt ist, hat keinen Wert: {expression}",
  "the word at {place} is {found}, not {wanted}": "das Wort bei {place} ist {found}, nicht {wanted}",
  "{place} is not in the memory of programs": "{place} liegt nicht im Speicher der Programme",
  "needs a figure": "braucht eine figure",
  "needs looks": "braucht looks",
  "no entry {entry} of vary": "kein Eintrag {entry} in vary",
  "must be {count}, one for each value of the entry":
    "müssen {count} sein, einer für jeden Wert des Eintrags",
  "no option is right in variant {seed}": "in Variante {seed} ist keine Antwort richtig",
  "{count} options are right in variant {seed}: {options}":
    "in Variante {seed} sind {count} Antworten richtig: {options}",
  "has no value in variant {seed}": "hat in Variante {seed} keinen Wert",
  "mistakes[{index}] has no value in variant {seed}": "mistakes[{index}] hat in Variante {seed} keinen Wert",
  "mistakes[{index}] is a right answer in variant {seed}: {value}":
    "mistakes[{index}] ist in Variante {seed} eine richtige Antwort: {value}",
  "is outside of its range in variant {seed}: {value}":
    "liegt in Variante {seed} nicht in seinem Bereich: {value}",
  "must end after it begins": "muss enden, nachdem er beginnt",
  "lies beyond the run, which has {cycles} cycles": "liegt hinter dem Lauf, der {cycles} Takte hat",
  "at {place}: {message}": "bei {place}: {message}",
  "must be a condition, as in receive.dropped == 0": "muss eine Bedingung sein, etwa receive.dropped == 0",
  "must rise": "muss steigen",
  "must be left out: predictions are not scored": "muss fehlen: Vorhersagen werden nicht bewertet",
  "needs a condition (when) for each option, or a digest and none":
    "braucht für jede Möglichkeit eine Bedingung (when) oder einen digest und keine",
  "holds {{ or }} without its partner": "enthält {{ oder }}, das zu nichts gehört",
  "is a condition, not a quantity": "ist eine Bedingung, keine Größe",
  "the latencies after the warm-up are not known: no new measurement started at its end":
    "die Latenzen nach dem Vorlauf sind nicht bekannt: An seinem Ende begann keine neue Messung",
  "is a condition, which has no unit": "ist eine Bedingung und hat keine Einheit",
  "does not measure {unit}: it is {dimension}": "misst nicht {unit}: Es ist {dimension}",
  "needs the id of a scenario (of), a scenario or the id of a machine of the lab (like)":
    "braucht die Kennung eines Szenarios (of), ein Szenario oder die Kennung einer Maschine der Übung (like)",
  "runs for more than {limit} cycles": "läuft mehr als {limit} Takte",
  'no place for the part "{name}"': "kein Platz für den Teil „{name}“",
  "is not a lab": "ist keine Übung",
  "has more than {limit} characters": "hat mehr als {limit} Zeichen",
  "is larger than {limit} kB": "ist größer als {limit} kB",
  "is a file to hand in, not saved progress": "ist eine Datei zum Abgeben, kein gespeicherter Stand",
  "is not the saved progress of a lab": "ist kein gespeicherter Stand einer Übung",
  "was saved by a newer irqscope": "wurde von einem neueren irqscope gespeichert",
  "is damaged": "ist beschädigt",
  "belongs to another lab: {lab}": "gehört zu einer anderen Übung: {lab}",
  "belongs to variant {seed}, this is variant {wanted}":
    "gehört zu Variante {seed}, dies ist Variante {wanted}",
  "{message} (cut off, or not a submission)": "{message} (abgeschnitten oder keine Abgabe)",
  "is not a submission of a lab": "ist keine Abgabe einer Übung",
  "is a submission of format {version}: a newer irqscope made it":
    "ist eine Abgabe im Format {version}: Sie stammt von einem neueren irqscope",

  // ---- kinds of files ----
  "is compressed with {packing} and {what} once unpacked: unpack it first":
    "ist mit {packing} komprimiert, und der Inhalt {what}: Entpacken Sie die Datei zuerst",
  "is a scenario": "ist ein Szenario",
  "is a study": "ist eine Studie",
  "is a lab": "ist eine Übung",
  "is a submission of a lab": "ist eine Abgabe einer Übung",
  "is saved progress of a lab": "ist ein gespeicherter Stand einer Übung",
  "is a file of own scenarios": "ist eine Datei eigener Szenarien",
  "is a bundle of a study": "ist ein Bündel einer Studie",
  "is a capture": "ist ein Mitschnitt",
  "is an ELF file": "ist eine ELF-Datei",
  "is assembly": "ist Assembler",
  "is JSON, but of no irqscope format": "ist JSON in keinem Format von irqscope",
  "is text that irqscope does not read": "ist Text von keiner Art, die irqscope liest",
  "is empty": "ist leer",
  "is UTF-16 text: save it as UTF-8": "ist UTF-16-Text: Speichern Sie ihn als UTF-8",
  "is a SCORM package: a learning platform opens it": "ist ein SCORM-Paket: Eine Lernplattform öffnet es",
  "is a document of an office program": "ist ein Dokument eines Büroprogramms",
  "is a trace of trace-cmd, which irqscope does not read":
    "ist eine Aufzeichnung von trace-cmd, die irqscope nicht liest",
  "is a trace of ftrace, which irqscope does not read":
    "ist eine Aufzeichnung von ftrace, die irqscope nicht liest",
  "is a trace of strace, which irqscope does not read":
    "ist eine Aufzeichnung von strace, die irqscope nicht liest",
  "is a record of perf, which irqscope does not read":
    "ist eine Aufzeichnung von perf, die irqscope nicht liest",
  "is a Parquet file, which irqscope writes and does not read":
    "ist eine Parquet-Datei, die irqscope schreibt und nicht liest",
  "is a VCD file, which irqscope writes and does not read":
    "ist eine VCD-Datei, die irqscope schreibt und nicht liest",
  "is a table (CSV), which irqscope writes and does not read":
    "ist eine Tabelle (CSV), die irqscope schreibt und nicht liest",
  "is a PDF": "ist ein PDF",
  "is a picture, which irqscope does not read": "ist ein Bild, und irqscope liest keine",
  "is a video, which irqscope does not read": "ist ein Video, und irqscope liest keine",
  "is XML": "ist XML",
  "is a program of another kind: link an ELF file for RV32 and open that":
    "ist ein Programm anderer Art: Binden Sie eine ELF-Datei für RV32 und öffnen Sie diese",
  "is a library of object files: link an ELF file for RV32 and open that":
    "ist eine Bibliothek von Objektdateien: Binden Sie eine ELF-Datei für RV32 und öffnen Sie diese",
  "is a UF2 image: open the ELF file that it was made of":
    "ist ein UF2-Abbild: Öffnen Sie die ELF-Datei, aus der es gemacht ist",
  "is an Intel hex file: open the ELF file that it was made of":
    "ist eine Intel-Hex-Datei: Öffnen Sie die ELF-Datei, aus der sie gemacht ist",
  "is an S-record file: open the ELF file that it was made of":
    "ist eine S-Record-Datei: Öffnen Sie die ELF-Datei, aus der sie gemacht ist",
  "is an archive: unpack it first": "ist ein Archiv: Entpacken Sie es zuerst",
  "is a metadata file of macOS": "ist, was macOS neben einer Datei ablegt",
  "is a web page (HTML)": "ist eine Webseite (HTML)",
  "is source of a program: compile it, and open the resulting ELF file":
    "ist Quelltext eines Programms: Übersetzen Sie ihn und öffnen Sie die ELF-Datei, die daraus wird",
  "is a binary file that irqscope does not read (of a program, open the ELF file, not the output of objcopy -O binary)":
    "ist binär, von keiner Art, die irqscope liest (von einem Programm öffnen Sie die ELF-Datei, nicht, was objcopy -O binary daraus macht)",

  // ---- grading ----
  "is a metadata file that macOS added": "wurde von macOS neben den Dateien angelegt",
  "is a metadata file that Windows added": "wurde von Windows neben den Dateien angelegt",
  "has a second ending after .json, which Windows may hide: rename it so that it ends in .json":
    "hat hinter .json eine zweite Endung, die Windows verstecken kann: Benennen Sie die Datei so um, dass sie auf .json endet",
  "is a submission without the ending .json: rename it so that it ends in .json":
    "ist eine Abgabe ohne die Endung .json: Benennen Sie die Datei so um, dass sie auf .json endet",
  "is text that was typed online, not the file that the report saves":
    "ist online getippter Text, nicht die Datei, die der Bericht speichert",
  "{what} (a submission ends in .json)": "{what} (eine Abgabe endet auf .json)",
  "has no file in it": "enthält keine Datei",
  "is not UTF-8 text": "ist kein UTF-8-Text",
  "is compressed with {packing}: unpack it first":
    "ist mit {packing} komprimiert: Entpacken Sie die Datei zuerst",
  "is a PDF: the file to hand in is the one that the report saves":
    "ist ein PDF: Die Datei zum Abgeben ist die, die der Bericht speichert",
  "answers {place} twice: the first one counts": "beantwortet {place} zweimal: Das erste zählt",
  "must be a name of small letters, digits and dashes":
    "muss ein Name aus Kleinbuchstaben, Ziffern und Bindestrichen sein",
  "must be a state hash (0 to 9, a to f)": "muss ein Zustands-Hash sein (0 bis 9, a bis f)",
  "cannot be graded: {reason}": "lässt sich nicht bewerten: {reason}",
  "identical to {file}": "identisch mit {file}",
  "text of {place} nearly that of {file} ({percent} %)":
    "Text zu {place} fast gleich dem in {file} ({percent} %)",
  "program of {place} nearly that of {file} ({percent} %)":
    "Programm zu {place} fast gleich dem in {file} ({percent} %)",
  "program of {place} nearly the reference in the lab ({percent} %)":
    "Programm zu {place} fast gleich der Referenz im Lab ({percent} %)",
  "the same predictions and answers as {file}": "dieselben Vorhersagen und Antworten wie {file}",
  'is of no student in the roster: "{who}"': 'gehört niemandem aus der Teilnehmerliste: "{who}"',
  "lies in the folder of {one} and names {other}": "liegt im Ordner von {one} und nennt {other}",
  "the last answer or design is {minutes} minutes late, by the clock of the student's device":
    "die letzte Antwort oder der letzte Entwurf kam {minutes} Minuten zu spät, nach der Uhr des Geräts",
  "no answer has a time, so the file does not show whether it is late":
    "keine Antwort hat eine Zeit, also zeigt die Datei nicht, ob sie zu spät kam",
  "answers were judged right without a run of the machine: {machines}":
    "Antworten gelten als richtig, ohne dass die Maschine lief: {machines}",
  "the page was open for {seconds} s, for {count} numbers and choices":
    "die Seite war {seconds} s offen, für {count} Zahlen und Auswahlen",
  "answers have no time": "Antworten haben keine Zeit",
  "all answers were given within {seconds} s": "alle Antworten wurden innerhalb von {seconds} s gegeben",
  "right answers given after the explanation was shown: {count}":
    "richtige Antworten, gegeben nach der Erklärung: {count}",
  "texts changed after the explanation was shown: {count}": "Texte, geändert nach der Erklärung: {count}",
  "every number and choice was right at the first attempt":
    "jede Zahl und jede Auswahl war beim ersten Versuch richtig",
  "line {line}: {reason}": "Zeile {line}: {reason}",
  "column {column} occurs twice": "Spalte {column} ist doppelt",
  "must name the columns, at least one of id, number and folder; a name is optional":
    "muss die Spalten nennen, mindestens eine von id, number und folder; name darf dabei sein",
  "is missing: the first student": "fehlt: die erste Person",
  "{column} must have at most {limit} characters": "{column} darf höchstens {limit} Zeichen haben",
  "has no id, number or folder": "hat weder id noch number noch folder",
  '{column} "{value}" is also that of line {line}': '{column} "{value}" steht auch in Zeile {line}',
  "the quotes of a cell have no end": "die Anführungszeichen einer Zelle enden nicht",
  "has more than {limit} lines": "hat mehr als {limit} Zeilen",
  "column {column} is missing": "Spalte {column} fehlt",
  "is not a marking file": "ist keine Datei mit Bewertungen",
  "is a marking file of format {version}: a newer irqscope made it":
    "ist eine Datei mit Bewertungen im Format {version}: ein neueres irqscope hat sie geschrieben",
  "also handed in: {file}": "auch abgegeben: {file}",
  "variant {seed}, asked for {wanted}": "Variante {seed}, verlangt war {wanted}",
  "variant {seed} is also that of {file}": "Variante {seed} hat auch {file}",
  "variant 0, where others have one of their own": "Variante 0, wo andere eine eigene haben",
  "task of {step}: {message}": "Aufgabe von {step}: {message}",
  "task of {step}: the machine that is handed in ends in another state than claimed":
    "Aufgabe von {step}: Die abgegebene Maschine endet in einem anderen Zustand als angegeben",
  "the file was edited after it was made": "die Datei wurde nach ihrer Erzeugung bearbeitet",
  "made with version {version} of the machine, graded with {model}: hashes cannot be compared":
    "mit Version {version} der Maschine erzeugt, mit {model} bewertet: Die Hashes sind nicht vergleichbar",
  "made with edition {from} of the lab, graded with edition {to}":
    "mit Ausgabe {from} der Übung erzeugt, mit Ausgabe {to} bewertet",
  "made with another edition of the lab": "mit einer anderen Ausgabe der Übung erzeugt",
  "answers what the lab does not ask: {first}": "beantwortet, wonach die Übung nicht fragt: {first}",
  "machine {machine}: {text}": "Maschine {machine}: {text}",
  "the lab has no such machine": "die Übung hat keine solche Maschine",
  "it ends in another state than claimed": "sie endet in einem anderen Zustand als angegeben",

  // ---- captures ----
  "at byte {offset}: {reason}": "bei Byte {offset}: {reason}",
  "the packet claims {claimed} bytes, the limit is {limit}":
    "das Paket gibt {claimed} Bytes an, die Grenze ist {limit}",
  "the packet claims {claimed} captured bytes, its block holds {left}":
    "das Paket gibt {claimed} aufgezeichnete Bytes an, sein Block enthält {left}",
  "the capture holds no packets": "der Mitschnitt enthält keine Pakete",
  "the capture contains no 802.11 data frame, and only those become packets":
    "der Mitschnitt enthält keinen Datenrahmen von 802.11, und nur aus ihnen werden Pakete",
  "the capture holds no packet that can be read": "der Mitschnitt enthält kein lesbares Paket",
  "our host's packets are all longer than a frame may be":
    "die Pakete unseres Rechners sind alle länger, als ein Frame sein darf",
  "the file unpacks to more than 1,024 MiB: cut it with editcap":
    "die Datei ist entpackt größer als 1.024 MiB: Schneiden Sie sie mit editcap zu",
  "the file begins like a gzip file and cannot be unpacked":
    "die Datei beginnt wie eine mit gzip komprimierte und lässt sich nicht entpacken",
  "1 packet {what}": "1 Paket {what}",
  "{count} packets {what}": "{count} Pakete {what}",
  "of length zero: left out": "der Länge null: weggelassen",
  "longer than 262,144 bytes: left out": "länger als 262.144 Bytes: weggelassen",
  "with an invalid time: left out": "mit unbrauchbarer Zeit: weggelassen",
  "that manage an 802.11 network (beacons and others): left out":
    "zur Verwaltung eines 802.11-Netzes (Beacons und andere): weggelassen",
  "that control an 802.11 link (acknowledgements and others): left out":
    "zur Steuerung einer 802.11-Verbindung (Bestätigungen und andere): weggelassen",
  "of 802.11 without data: left out": "von 802.11 ohne Daten: weggelassen",
  "of 802.11 that hold several frames (A-MSDU): left out":
    "von 802.11, die mehrere Rahmen enthalten (A-MSDU): weggelassen",
  "of 802.11 that came with a wrong check sequence: left out":
    "von 802.11, die mit falscher Prüfsumme kamen: weggelassen",
  "of 802.11 that end before their kind: left out":
    "von 802.11, die vor ihrer Art abgeschnitten sind: weggelassen",
  "encrypted by 802.11: used, with stations but no addresses":
    "von 802.11 verschlüsselt: übernommen, mit Stationen und ohne Adressen",
  "of a link type that is not read: left out": "eines Verbindungstyps, der nicht gelesen wird: weggelassen",
  "of link type {type}, which is not read: left out":
    "vom Verbindungstyp {type}, der nicht gelesen wird: weggelassen",
  "longer than the snapshot length that the file names: taken as they are":
    "länger als die Aufzeichnungslänge der Datei: genommen, wie sie sind",
  "with more bytes captured than their length says: taken with the captured length":
    "mit mehr aufgezeichneten Bytes, als ihre Länge sagt: mit der aufgezeichneten Länge genommen",
  "with a fraction above one second: taken as later by the excess":
    "mit einem Sekundenbruchteil über eins: um so viel später genommen",
  "between other hosts: left out": "zwischen anderen Rechnern: weggelassen",
  "outside the window: left out": "außerhalb des Fensters: weggelassen",
  "of a direction that the machine has no path for: left out":
    "einer Richtung, für die die Maschine keinen Weg hat: weggelassen",
  "longer than a frame may be, 262,144 bytes: left out":
    "länger, als ein Frame sein darf (262.144 Bytes): weggelassen",
  "stood after later ones and were sorted by time":
    "standen hinter späteren und wurden nach der Zeit sortiert",
  "had no time and took that of the previous packet": "hatten keine Zeit und nahmen die des vorigen Pakets",
  "{count} connections: from the {limit}th on they share the flows of the first":
    "{count} Verbindungen: Ab der {limit}. teilen sie die Flüsse der ersten",
  "At most the first {count} bytes of each received frame are kept; a rule makes the bytes after them":
    "Von jedem empfangenen Frame werden höchstens die ersten {count} Bytes behalten; die Bytes danach entstehen nach einer Regel",
  "The received frames have more bytes than a scenario holds, so a rule makes them all; choose a shorter window to keep them":
    "Die empfangenen Frames haben mehr Bytes, als ein Szenario fasst, also bildet eine Regel alle; wählen Sie ein kürzeres Fenster, um sie zu behalten",
  "The scenario contains the bytes of the received frames: {count} bytes":
    "Das Szenario enthält, woraus die empfangenen Frames bestehen: {count} Bytes",
  "the received frames have {count} bytes in total, but a scenario holds at most {limit}: keep at most {most} of each, or choose a shorter window":
    "die empfangenen Frames haben zusammen {count} Bytes, ein Szenario fasst {limit}: Behalten Sie höchstens {most} von jedem oder wählen Sie ein kürzeres Fenster",
  "longer than {limit} bytes: jumbo frames, or recorded with segmentation or receive offload on (then no wire carried them in this form)":
    "länger als {limit} Bytes: Jumbo-Frames, oder mit Segmentierung oder Zusammenfassung in der Karte aufgezeichnet (dann ging so kein Frame über die Leitung)",
  '"{text}" is not an IPv4, IPv6 or MAC address': "„{text}“ ist keine IPv4-, IPv6- oder MAC-Adresse",
  "no packet is to or from {host}": "kein Paket geht an oder kommt von {host}",
  "{message}; the busiest address is {address}": "{message}; die häufigste Adresse ist {address}",
  "none of the packets is to or from our host":
    "keines der Pakete geht an unseren Rechner oder kommt von ihm",
  "our host's {count} packets are of a direction that the machine has no path for":
    "die {count} Pakete unseres Rechners haben eine Richtung, für die die Maschine keinen Weg hat",
  "{seconds} s of capture are {cycles} cycles, the limit is {limit}; choose a shorter window":
    "{seconds} s Mitschnitt sind {cycles} Takte, die Grenze ist {limit}; wählen Sie ein kürzeres Fenster",
  "pcap version {major}.{minor} is not read, only 2.0 to 2.4":
    "pcap Version {major}.{minor} wird nicht gelesen, nur 2.0 bis 2.4",
  "pcapng version {major}.{minor} is not read, only 1.0":
    "pcapng Version {major}.{minor} wird nicht gelesen, nur 1.0",
  "the capture holds more than {limit} packets: cut it with editcap":
    "der Mitschnitt hat mehr als {limit} Pakete: Kürzen Sie ihn mit editcap",
  "the capture holds more than {limit} addresses: cut it with editcap":
    "der Mitschnitt hat mehr als {limit} Adressen: Kürzen Sie ihn mit editcap",
  "the section describes more than {limit} interfaces":
    "der Abschnitt beschreibt mehr als {limit} Schnittstellen",
  "link type {type} is not read": "der Verbindungstyp {type} wird nicht gelesen",
  "link type {type} is not read, only {types}": "der Verbindungstyp {type} wird nicht gelesen, nur {types}",
  "link type {type} of interface {index} is not read, only {types}":
    "der Verbindungstyp {type} der Schnittstelle {index} wird nicht gelesen, nur {types}",
  "the packet is of interface {index}, the section has described {count}":
    "das Paket gehört zu Schnittstelle {index}, der Abschnitt hat {count} beschrieben",
  "the section's byte-order magic is neither order of 1A2B3C4D":
    "die Kennung der Bytereihenfolge ist keine der beiden Formen von 1A2B3C4D",
  "the block's length is {length}: below 12, or not a multiple of 4":
    "die Länge des Blocks ist {length}: kein Vielfaches von 4 ab 12",
  "the block begins with a length of {length} and ends with {repeated}":
    "der Block beginnt mit der Länge {length} und endet mit {repeated}",
  "{what} needs {count} bytes and has {left}": "{what} braucht {count} Bytes und hat {left}",
  "option {code} claims {length} bytes, beyond the end of its block":
    "Option {code} gibt {length} Bytes an, über das Ende ihres Blocks hinaus",
  "the file ends inside {what}: {count} bytes needed, {left} left":
    "die Datei endet mitten in {what}: {count} Bytes nötig, {left} vorhanden",
  "a packet header": "Paketkopf",
  "a packet": "Paket",
  "the pcap file header": "pcap-Dateikopf",
  "a block header": "Blockkopf",
  "a block": "Block",
  "a section header": "Abschnittskopf",
  "an interface description": "Schnittstellenbeschreibung",
  "a packet block": "Paketblock",
  "a simple packet": "einfachem Paket",
  "the magic number of the format": "Kennung des Formats",
  "the file is compressed with {packing}: unpack it first":
    "die Datei ist mit {packing} komprimiert: Entpacken Sie sie zuerst",
  "pcap as patched by Kuznetzov is not read: convert it with editcap":
    "pcap in der Fassung von Kuznetzov wird nicht gelesen: Wandeln Sie die Datei mit editcap um",
  "snoop captures are not read: convert it with editcap -F pcap":
    "Mitschnitte von snoop werden nicht gelesen: Wandeln Sie die Datei mit editcap -F pcap um",
  "not a capture: it begins with {magic}, neither pcap nor pcapng":
    "kein Mitschnitt: Die Datei beginnt mit {magic}, weder pcap noch pcapng",
  "the file is empty": "die Datei ist leer",
  'the machine "{name}" has no network card': "die Maschine „{name}“ hat keine Netzwerkkarte",
  "gives no valid scenario: {reason}": "ergibt kein gültiges Szenario: {reason}",
  "{count} packets are more than a trace may have ({limit}); choose a shorter window":
    "{count} Pakete sind mehr, als ein Trace haben darf ({limit}); wählen Sie ein kürzeres Fenster",
  "no packet of our host lies in the window; the last one is at {time} ms":
    "kein Paket unseres Rechners liegt im Fenster; das letzte liegt bei {time} ms",
  "the file has {size} MiB, the limit is {limit}: cut it with editcap":
    "die Datei hat {size} MiB, die Grenze ist {limit}: Kürzen Sie sie mit editcap",

  // ---- the engine ----
  "the simulation worker could not start": "der Rechenteil der Simulation konnte nicht starten",
  "the assembler for its program could not be loaded. Can you still reach the server?":
    "der Assembler für das Programm dieser Maschine konnte nicht geladen werden: Ist der Server noch da?",
  "a part of the engine could not be loaded. Can you still reach the server?":
    "ein Teil der Simulation konnte nicht geladen werden: Ist der Server noch da?",
  "the simulation worker does not answer": "der Rechenteil der Simulation antwortet nicht",
  "the simulator's core could not be fetched": "der Kern der Simulation konnte nicht geladen werden",
  "a message from the simulation worker could not be read":
    "eine Nachricht des Rechenteils der Simulation ließ sich nicht lesen",
  "core.wasm cannot be used: {reason}": "core.wasm lässt sich nicht benutzen: {reason}",
  "core.wasm: the server answered {status}": "core.wasm: Der Server antwortete {status}",
  'the engine answered "{kind}" out of turn': "der Rechenteil antwortete außer der Reihe „{kind}“",
} as const;
