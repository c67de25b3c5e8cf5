/** The study that the page shows: its text, its view and its runs. It outlives the page. */
import { z } from "zod";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PointValues } from "../../lib/study/plan.ts";
import { shownPoints } from "../../lib/study/replicates.ts";
import { storedRows } from "../../lib/study/storedRows.ts";
import { isSamePoint, usualView, type View, viewAxes } from "../../lib/study/views.ts";
import { columnName } from "../../lib/sweep/column.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { isObject } from "../../scenarios/base/values.ts";
import { pack, unpack } from "../../scenarios/link/codec.ts";
import { BUILTIN_STUDIES, builtinStudy } from "../../scenarios/studies/index.ts";
import type { StudyValue } from "../../scenarios/study/study.ts";
import { tellsRecordedBytes } from "../../scenarios/traffic/recording.ts";
import { t } from "../text/t.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import { basePoints } from "./basePoints.ts";
import { type Draft, scenariosOf } from "./draft/draft.ts";
import { type LoadedStudy, loadStudy } from "./loadStudy.ts";
import type { StudyRuns } from "./studyRuns.ts";

interface StudyPageState {
  readonly draft: Draft | undefined;
  /** Id of a built-in study. Undefined if the study was changed. */
  readonly builtinId: string | undefined;
  /** The study when it was last read without an error. It stays while a change is being read and while a change is
   * wrong, so that nothing is lost that the user is typing into a form beside its scenarios. It does not stay if a
   * wrong study has another first scenario, because the form would take fields from the earlier one. */
  readonly read: LoadedStudy | undefined;
  readonly errors: readonly ScenarioError[];
  /** Address that could not be opened. */
  readonly notice: string | undefined;
  readonly view: View | undefined;
  readonly chosen: PointValues | undefined;
  readonly beside: PointValues | undefined;
}

interface StudyPage {
  readonly store: StoreApi<StudyPageState>;
  /** Opens the study of the address. Without one, opens the study that was open last, otherwise the first built-in one. */
  readonly openAddress: (hash: string) => Promise<void>;
  readonly openBuiltin: (id: string) => Promise<void>;
  readonly change: (draft: Draft) => Promise<void>;
  readonly look: (view: View) => void;
  /** Selects another value of an axis. The chosen point follows. */
  readonly move: (column: string, value: StudyValue) => void;
  readonly choose: (point: PointValues, isBeside: boolean) => void;
}

interface Options {
  readonly runs: StudyRuns;
  readonly storage: KeyValueStore;
  /** Puts a hash into the address. */
  readonly writeHash: (hash: string) => void;
}

/** The study that was open last, as written. */
const LAST_KEY = "irqscope.study";

export function createStudyPage({ runs, storage, writeHash }: Options): StudyPage {
  const store = createStore<StudyPageState>()(() => ({
    draft: undefined,
    builtinId: undefined,
    read: undefined,
    errors: [],
    notice: undefined,
    view: undefined,
    chosen: undefined,
    beside: undefined,
  }));
  /** Counts the studies that were opened or changed: an older one that is loaded late is dropped. */
  let turn = 0;
  let shownHash: string | undefined;
  /** First scenario of the study that was read last. */
  let readFirst: string | undefined;

  async function open(draft: Draft, builtinId: string | undefined, view: View | undefined): Promise<void> {
    turn += 1;
    const mine = turn;
    store.setState({ draft, builtinId });
    const read = await loadStudy(JSON.parse(JSON.stringify(draft)), () => mine === turn);
    if (mine !== turn) return;
    if (!read.ok) {
      const isOther = firstScenario(draft) !== readFirst;
      store.setState({ errors: read.errors, ...(isOther ? { read: undefined } : {}) });
      return;
    }
    readFirst = firstScenario(draft);
    const { loaded } = read;
    store.setState({
      read: loaded,
      errors: refusedText(loaded),
      view: viewOf(loaded, view),
      chosen: undefined,
      beside: undefined,
    });
    tellAddress();
    // Scenarios and axes decide whether these are results of the built-in study with this name.
    const stored = await builtinStudy(loaded.study.name)
      ?.rows()
      .catch(() => undefined);
    if (mine === turn) await runs.open(loaded, stored && storedRows(loaded.plan, stored));
  }

  function tellAddress(): void {
    const { draft, builtinId, view } = store.getState();
    if (draft === undefined) return;
    shownHash =
      builtinId === undefined ? (writeStudyAddress(draft, view) ?? "#sweep") : `#sweep=${builtinId}`;
    writeHash(shownHash);
    storage.write(LAST_KEY, builtinId ?? JSON.stringify(draft));
  }

  function look(view: View): void {
    store.setState({ view });
    tellAddress();
  }

  async function openBuiltin(id: string): Promise<void> {
    turn += 1;
    const mine = turn;
    const value = await builtinStudy(id)?.load();
    if (mine === turn && value !== undefined) await open(value as Draft, id, undefined);
  }

  async function openLast(): Promise<void> {
    const last = storage.read(LAST_KEY) ?? "";
    const first = BUILTIN_STUDIES[0]?.id ?? "";
    if (builtinStudy(last) !== undefined || !last.startsWith("{"))
      return openBuiltin(builtinStudy(last)?.id ?? first);
    try {
      return await open(JSON.parse(last), undefined, undefined);
    } catch {
      return openBuiltin(first);
    }
  }

  async function openAddress(hash: string): Promise<void> {
    if (hash === shownHash && store.getState().draft !== undefined) return;
    const address = readStudyAddress(hash);
    store.setState({ notice: undefined });
    switch (address.kind) {
      case "builtin":
        return openBuiltin(address.id);
      case "link":
        if (typeof address.study === "object" && address.study !== null)
          return open(address.study as Draft, undefined, address.view);
        break;
      case "bad":
        store.setState({ notice: address.message });
    }
    if (store.getState().draft === undefined) await openLast();
    else tellAddress();
  }

  return {
    store,
    openAddress,
    openBuiltin,
    change: (draft) => open(draft, undefined, store.getState().view),
    look,
    move: (column, value) => {
      const { view, chosen, read } = store.getState();
      if (view !== undefined) look({ ...view, fixed: { ...view.fixed, [column]: value } });
      const moved = chosen && { ...chosen, [column]: value };
      const isPoint =
        read !== undefined && shownPoints(read.plan).some(({ values }) => isSamePoint(values, moved));
      store.setState({ chosen: isPoint ? moved : undefined, beside: undefined });
    },
    choose: (point, isBeside) => {
      const { chosen, view } = store.getState();
      const isSecond = isBeside && chosen !== undefined;
      store.setState({ chosen: point, beside: isSecond ? chosen : undefined });
      if (view !== undefined) look({ ...view, fixed: { ...view.fixed, ...valuesAt(view, point) } });
    },
  };
}

/** Values of the columns that a view holds. */
function valuesAt({ fixed }: View, point: PointValues): PointValues {
  return Object.fromEntries(Object.entries(point).filter(([column]) => column in fixed));
}

/** The first scenario of a study, independent of its name in results. */
function firstScenario(draft: Draft): string {
  const [first] = scenariosOf(draft);
  if (!isObject(first)) return JSON.stringify({ from: first });
  return JSON.stringify({ from: first.from, scenario: first.scenario });
}

/** Points that are not valid machines are left out, and the first of them is named. */
function refusedText({ plan: { refused } }: LoadedStudy): readonly ScenarioError[] {
  const [first] = refused;
  return first === undefined ? [] : [{ field: first.field, message: first.message }];
}

/** The previous view, as far as the study still has its axes. Columns that no picture shows are held at the point of
 * the unchanged scenario, otherwise at the last point, because not every combination is a point of a table. */
function viewOf(loaded: LoadedStudy, before: View | undefined): View {
  const { plan } = loaded;
  const axes = viewAxes(shownPoints(plan));
  const metrics = plan.asked.map(columnName);
  const anywhere = usualView(axes, metrics, plan.study.compare);
  const held = basePoints(loaded).all[0]?.values ?? plan.points.at(-1)?.values ?? {};
  const fixed = Object.entries(anywhere.fixed).map(([column, value]) => [column, held[column] ?? value]);
  const usual: View = { ...anywhere, fixed: Object.fromEntries(fixed) };
  if (before === undefined) return usual;
  const has = (column: string | undefined) => axes.some((axis) => axis.column === column);
  if (!has(before.x) || !metrics.includes(before.metric)) return usual;
  const elsewhere = [usual.y, usual.series, usual.x].find((column) => column !== before.x);
  const isValue = (column: string, value: unknown) =>
    axes.some(
      (axis) =>
        axis.column === column && axis.values.some((one) => JSON.stringify(one) === JSON.stringify(value)),
    );
  const kept = Object.entries(before.fixed).filter(([column, value]) => isValue(column, value));
  return {
    metric: before.metric,
    x: before.x,
    series: has(before.series) ? before.series : elsewhere,
    y: has(before.y) ? before.y : elsewhere,
    fixed: { ...usual.fixed, ...Object.fromEntries(kept) },
  };
}

/** `#sweep`, `#sweep=<id of a built-in study>` or `#sweep=<version>.<study with view>`. The address holds the whole
 * study, so it can always be opened. It is untrusted. */
const value = z.json();
const viewSchema = z.object({
  metric: z.string(),
  x: z.string(),
  series: z.string().optional(),
  y: z.string().optional(),
  fixed: z.record(z.string(), value),
});

const linkSchema = z.object({ study: z.unknown(), view: viewSchema.optional() });

type StudyAddress =
  | { readonly kind: "none" }
  | { readonly kind: "builtin"; readonly id: string }
  /** The study is not checked yet. */
  | { readonly kind: "link"; readonly study: unknown; readonly view: View | undefined }
  | { readonly kind: "bad"; readonly message: string };

export function readStudyAddress(hash: string): StudyAddress {
  const text = /^#sweep=(.*)$/s.exec(hash)?.[1];
  if (text === undefined || text === "") return { kind: "none" };
  if (!text.includes("."))
    return builtinStudy(text) === undefined
      ? { kind: "bad", message: t('There is no study "{name}".', { name: text.slice(0, 40) }) }
      : { kind: "builtin", id: text };
  const unpacked = unpack(text);
  if (!unpacked.ok) return { kind: "bad", message: unpacked.message };
  try {
    const link = linkSchema.parse(JSON.parse(unpacked.text));
    const view = link.view && { ...link.view, series: link.view.series, y: link.view.y };
    return { kind: "link", study: link.study, view };
  } catch {
    return { kind: "bad", message: t("The link holds no study.") };
  }
}

/** Undefined if the study is larger than a link may be, or contains bytes of recorded frames, which no link carries. */
export function writeStudyAddress(study: unknown, view: View | undefined): string | undefined {
  const text = JSON.stringify({ study, view });
  const packed = tellsRecordedBytes(text) ? undefined : pack(text);
  return packed === undefined ? undefined : `#sweep=${packed}`;
}
