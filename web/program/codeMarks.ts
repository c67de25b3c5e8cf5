/** Marks the positions of contexts in a source: an arrow beside the line, and a highlight for the selected thread. */
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  type ViewUpdate,
} from "@codemirror/view";
import type { LineBreakpoint } from "./breakpoints.ts";

export interface LineMark {
  /** From 1. */
  readonly line: number;
  /** Contexts such as "C1". For a thread in no context, its name. */
  readonly label: string;
  /** Name of a colour token. */
  readonly colour: string;
  /** True for the selected thread. */
  readonly isShown: boolean;
  /** The reason why it does not continue. */
  readonly note: Pick<LineNote, "text" | "title"> | undefined;
}

const setMarks = StateEffect.define<readonly LineMark[]>();

class Arrow extends GutterMarker {
  readonly marks: readonly LineMark[];

  constructor(marks: readonly LineMark[]) {
    super();
    this.marks = marks;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Arrow && JSON.stringify(other.marks) === JSON.stringify(this.marks);
  }

  override toDOM(): Node {
    const all = document.createElement("span");
    all.className = "asm__arrows";
    for (const { label, colour } of this.marks) {
      const one = document.createElement("span");
      one.className = "asm__arrow";
      one.style.setProperty("--layer", `var(--${colour})`);
      one.textContent = label;
      all.append(one);
    }
    return all;
  }
}

/** Marks grouped by line, in ascending order. */
function byLine(marks: readonly LineMark[]): readonly (readonly [line: number, of: readonly LineMark[]])[] {
  const lines = [...new Set(marks.map(({ line }) => line))].sort((a, b) => a - b);
  return lines.map((line) => [line, marks.filter((mark) => mark.line === line)]);
}

const SHOWN_LINE = Decoration.line({ class: "asm__at" });

interface Marks {
  readonly arrows: RangeSet<GutterMarker>;
  readonly lines: DecorationSet;
}

const NO_MARKS: Marks = { arrows: RangeSet.empty, lines: Decoration.none };

const field = StateField.define<Marks>({
  create: () => NO_MARKS,
  update: (marks, { effects, state, changes }) => {
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue;
      const places = byLine(effect.value.filter(({ line }) => line <= state.doc.lines)).map(
        ([line, of]) => [state.doc.line(line).from, of] as const,
      );
      return {
        arrows: RangeSet.of(places.map(([from, of]) => new Arrow(of).range(from))),
        lines: Decoration.set(
          places.flatMap(([from, of]) => (of.some(({ isShown }) => isShown) ? [SHOWN_LINE.range(from)] : [])),
        ),
      };
    }
    return { arrows: marks.arrows.map(changes), lines: marks.lines.map(changes) };
  },
  provide: (of) => EditorView.decorations.from(of, ({ lines }) => lines),
});

class Stop extends GutterMarker {
  readonly #isEnabled: boolean;

  constructor(isEnabled: boolean) {
    super();
    this.#isEnabled = isEnabled;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Stop && other.#isEnabled === this.#isEnabled;
  }

  override toDOM(): Node {
    const dot = document.createElement("span");
    dot.className = "asm__stop";
    dot.dataset.enabled = String(this.#isEnabled);
    return dot;
  }
}

const setStops = StateEffect.define<readonly LineBreakpoint[]>();

const stops = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (before, { effects, state, changes }) => {
    for (const effect of effects) {
      if (!effect.is(setStops)) continue;
      const there = effect.value
        .filter(({ line }) => line >= 1 && line <= state.doc.lines)
        .toSorted((a, b) => a.line - b.line);
      return RangeSet.of(
        there.map(({ line, enabled }) => new Stop(enabled).range(state.doc.line(line).from)),
      );
    }
    return before.map(changes);
  },
});

/** The cost of a line. */
export interface LineCost {
  /** From 1. */
  readonly line: number;
  /** Share of the cost of all programs, 0 to 1. */
  readonly share: number;
  readonly text: string;
  readonly title: string;
  /** Cycles per instruction. */
  readonly cpi: string;
}

class Cost extends GutterMarker {
  readonly cost: LineCost;

  constructor(cost: LineCost) {
    super();
    this.cost = cost;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Cost && JSON.stringify(other.cost) === JSON.stringify(this.cost);
  }

  override toDOM(): Node {
    const { share, text, title } = this.cost;
    const cost = document.createElement("span");
    cost.className = "asm__cost";
    cost.style.setProperty("--share", String(share));
    cost.title = title;
    cost.textContent = text;
    return cost;
  }
}

const setCosts = StateEffect.define<readonly LineCost[]>();

const costs = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update: (before, { effects, state, changes }) => {
    for (const effect of effects) {
      if (!effect.is(setCosts)) continue;
      const there = effect.value
        .filter(({ line }) => line >= 1 && line <= state.doc.lines)
        .toSorted((a, b) => a.line - b.line);
      return RangeSet.of(there.map((cost) => new Cost(cost).range(state.doc.line(cost.line).from)));
    }
    return before.map(changes);
  },
});

/** Notes lie over the end of a line, so nothing moves when they appear or disappear. */
const notes = EditorView.decorations.compute([field, costs], (state) => {
  const found: Range<Decoration>[] = [];
  const place = state.field(field).arrows.iter();
  for (; place.value !== null; place.next()) {
    const marks = place.value instanceof Arrow ? place.value.marks : [];
    const note = noteOf(marks, costAt(state, place.from)?.cpi);
    if (note === undefined) continue;
    const attributes = { "data-note": note.text, "data-brief": note.brief, title: note.title };
    found.push(Decoration.line({ class: "asm__noted", attributes }).range(place.from));
  }
  return Decoration.set(found);
});

function costAt(state: EditorState, from: number): LineCost | undefined {
  let found: LineCost | undefined;
  state.field(costs).between(from, from, (_from, _to, marker) => {
    if (marker instanceof Cost) found = marker.cost;
  });
  return found;
}

/** `onStop` is called for a click beside a line, with its number from 1. */
export function codeMarks(onStop: (line: number) => void): Extension {
  return [
    field,
    stops,
    costs,
    notes,
    gutter({
      class: "asm__stops press",
      renderEmptyElements: true,
      markers: ({ state }) => state.field(stops),
      initialSpacer: () => new Stop(true),
      domEventHandlers: {
        mousedown: (view, { from }) => {
          onStop(view.state.doc.lineAt(from).number);
          return true;
        },
      },
    }),
    gutter({ class: "asm__costs", markers: ({ state }) => state.field(costs) }),
    gutter({ class: "asm__gutter", markers: ({ state }) => state.field(field).arrows }),
  ];
}

export function showStops(view: EditorView, breakpoints: readonly LineBreakpoint[]): void {
  view.dispatch({ effects: setStops.of(breakpoints) });
}

export function showCosts(view: EditorView, of: readonly LineCost[]): void {
  view.dispatch({ effects: setCosts.of(of) });
}

export function showMarks(view: EditorView, marks: readonly LineMark[]): void {
  view.dispatch({ effects: setMarks.of(marks) });
}

/** Start of the selected thread's line. Undefined if it is not in this text. */
export function shownLine(state: EditorState): number | undefined {
  const { value, from } = state.field(field).lines.iter();
  return value === null ? undefined : from;
}

export const setsMarks = ({ transactions }: ViewUpdate): boolean =>
  transactions.some(({ effects }) => effects.some((effect) => effect.is(setMarks)));

/** The note at the end of a line with contexts: why they do not continue, and the cost of the line. */
interface LineNote {
  readonly text: string;
  /** Short form for narrow editors. */
  readonly brief: string;
  /** The complete text. */
  readonly title: string;
}

const BETWEEN = " \u00b7 ";

interface Noted {
  /** A context such as "C1". */
  readonly label: string;
  readonly note: Pick<LineNote, "text" | "title"> | undefined;
}

/** `cpi` is the line's cycles per instruction, if they were counted. Undefined if there is nothing to show. */
export function noteOf(marks: readonly Noted[], cpi: string | undefined): LineNote | undefined {
  const waiting = marks.flatMap(({ label, note }) => (note === undefined ? [] : [{ label, note }]));
  const cost = cpi === undefined ? [] : [`CPI ${cpi}`];
  const isOne = marks.length === 1;
  const waits = waiting.map(({ label, note }) => (isOne ? note.text : `${label} ${note.text}`));
  if (waits.length + cost.length === 0) return undefined;
  const titles = [...waiting.map(({ label, note }) => `${label} ${note.title}`), ...cost];
  return {
    text: [...waits, ...cost].join(BETWEEN),
    brief: (waits.length > 0 ? waits : cost).join(BETWEEN),
    title: titles.join("\n"),
  };
}

/** Data that every view of a program can show beside its lines. */
export interface CodeView {
  readonly showMarks: (marks: readonly LineMark[]) => void;
  readonly showStops: (breakpoints: readonly LineBreakpoint[]) => void;
  readonly showCosts: (costs: readonly LineCost[]) => void;
  readonly close: () => void;
}

/** Data beside the lines of the shown text. */
export interface Beside {
  readonly marks: readonly LineMark[];
  readonly breakpoints: readonly LineBreakpoint[];
  readonly costs: readonly LineCost[];
}
