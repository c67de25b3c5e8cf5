/** Timers: what the page says of them, what the settings say, and messages about them. */

export const TIMER_PAGE = {
  "It requests an interrupt at the end of each period.": "Er fordert nach jeder Periode einen Interrupt an.",
  "{rate} ticks": "{rate} Ticks",
  "tick in {time}": "Tick in {time}",
  "{name} ticked": "{name}: Tick",
} as const;

export const TIMER_DATA = {
  Timers: "Timer",
  Period: "Periode",
  "First tick": "Erster Tick",
  "Default: after one period.": "Vorgabe: nach einer Periode.",
  Timer: "Timer", // the same
  "Each tick sets its status bit, which drives its line.":
    "Jeder Tick setzt sein Statusbit, das seine Leitung treibt.",
  "Name of a timer.": "Name eines Timers.",
  "Acknowledge the timer": "Timer quittieren",
} as const;

export const TIMER_MESSAGES = {
  timer: "Timer",
} as const;
