/** Buttons: what the page says of them, what the settings say, and messages about them. */

export const BUTTON_PAGE = {
  "A user presses it. A press is lost if the previous one has not been acknowledged.":
    "Jemand drückt ihn. Ein Druck geht verloren, wenn der vorige noch nicht quittiert ist.",
  "{rate} presses": "{rate}-mal gedrückt",
  "press in {time}": "gedrückt in {time}",
  "pressed, not acknowledged": "gedrückt, nicht quittiert",
  "no more presses": "keine Drücke mehr",
  "{name} was pressed": "{name} wurde gedrückt",
  "{count} button": "{count} Taster",
  "{count} buttons": "{count} Taster",
  "overruns of button {name}": "Überläufe des Tasters {name}",
} as const;

export const BUTTON_DATA = {
  Buttons: "Taster",
  Presses: "Tastendrücke",
  "Each later than the previous one.": "Jeder später als der vor ihm.",
  Button: "Taster",
  "Each press sets its status bit, which drives its line.":
    "Jeder Druck setzt sein Statusbit, das seine Leitung treibt.",
  "Name of a button.": "Name eines Tasters.",
  "Acknowledge the button": "Taster quittieren",
} as const;

export const BUTTON_MESSAGES = {
  button: "Taster",
  "is not later than the previous press": "ist nicht später als der vorige Druck",
  "have {count} presses in total, but the limit is {limit}":
    "haben zusammen {count} Tastendrücke, die Grenze ist aber {limit}",
} as const;
