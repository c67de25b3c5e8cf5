/** Buttons: what the page says of them, what the settings say, and messages about them. */

export const BUTTON_PAGE = {
  "Somebody presses it; a press before the last one was acknowledged is lost.":
    "Jemand drückt ihn; ein Druck, bevor der letzte quittiert wurde, geht verloren.",
  "{rate} presses": "{rate}-mal gedrückt",
  "press in {time}": "gedrückt in {time}",
  "pressed, not acknowledged": "gedrückt, nicht quittiert",
  "no press to come": "wird nicht mehr gedrückt",
  "{name} was pressed": "{name} wurde gedrückt",
  "{count} button": "{count} Taster",
  "{count} buttons": "{count} Taster",
  "overruns of button {name}": "Überläufe des Tasters {name}",
} as const;

export const BUTTON_DATA = {
  Buttons: "Taster",
  Presses: "Tastendrücke",
  "Each later than the one before.": "Jeder später als der vor ihm.",
  Button: "Taster",
  "Each press sets its status bit, which drives its line.":
    "Jeder Druck setzt sein Statusbit, das seine Leitung treibt.",
  "Name of a button.": "Name eines Tasters.",
  "Acknowledge the button": "Taster quittieren",
} as const;

export const BUTTON_MESSAGES = {
  button: "Taster",
  "is not later than the press before": "ist nicht später als der Druck davor",
  "have {count} presses together, at most {limit}": "haben zusammen {count} Tastendrücke, höchstens {limit}",
} as const;
