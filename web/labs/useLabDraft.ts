/** A lab in the editor: two texts, their errors, and the resulting lab. */

import { useEffect, useMemo, useState } from "react";
import { checkLab } from "../../lib/labs/check.ts";
import { joinLab } from "../../lib/labs/gallery.ts";
import { LAB_CHARACTER_LIMIT, type Lab, parseLab } from "../../lib/labs/lab.ts";
import { withoutText } from "../../lib/labs/sections.ts";
import { mergedTexts } from "../../lib/labs/translation.ts";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import { readJson } from "../../scenarios/read/json.ts";
import type { TextFault } from "../scenarios/settings/settings.ts";
import { currentLanguage, LANGUAGES, type Language } from "../text/language.ts";
import type { KeyValueStore } from "../ui/storage.ts";
import GERMAN from "./firstLab.de.json";
import ENGLISH from "./firstLab.json";

interface LabDraft {
  /** JSON without the long texts. */
  readonly structure: string;
  /** These, in Markdown. */
  readonly text: string;
}

type DraftState =
  | { readonly status: "reading" }
  | { readonly status: "good"; readonly lab: Lab }
  | { readonly status: "wrong"; readonly errors: readonly ScenarioError[]; readonly fault?: TextFault };

const KEY = "irqscope.lab-editor";
const TYPING_RESTS_MS = 400;

export function draftOf(lab: unknown): LabDraft {
  const joined = joinLab(lab, "");
  if (!joined.ok) return { structure: JSON.stringify(lab, undefined, 2), text: "" };
  const parts = withoutText(joined.lab);
  return { structure: JSON.stringify(parts.lab, undefined, 2), text: parts.text };
}

/** mine: stored in this tab. elsewhere: another tab edits a lab too. lost: not stored. */
type DraftKept = "mine" | "elsewhere" | "lost";

/** Stores the draft in this tab as the user types. A new tab starts with the latest draft of any tab. */
export function useLabDraft(storage: KeyValueStore) {
  const [draft, setDraft] = useState<LabDraft>(() => readDraft(storage) ?? firstDraft(currentLanguage()));
  const [state, setState] = useState<DraftState>({ status: "reading" });
  const [kept, setKept] = useState<DraftKept>("mine");
  useEffect(() => storage.watch(KEY, () => setKept("elsewhere")), [storage]);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      const isKept = storage.write(KEY, JSON.stringify(draft));
      setKept((before) => (isKept ? (before === "lost" ? "mine" : before) : "lost"));
      stateOf(draft).then((next) => {
        if (!gone) setState(next);
      });
    }, TYPING_RESTS_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [draft, storage]);
  return useMemo(() => ({ draft, setDraft, state, kept }), [draft, state, kept]);
}

async function stateOf({ structure, text }: LabDraft): Promise<DraftState> {
  const both = structure + text;
  const tooLong = both.length > LAB_CHARACTER_LIMIT ? parseLab(both) : undefined;
  if (tooLong?.ok === false) return wrong(tooLong.errors);
  const json = readJson(structure);
  if (!json.ok) {
    const { line = 1, column = 1, message } = json.error;
    return { ...wrong([{ field: "lab", message }]), fault: { line, column, message } };
  }
  const read = joinLab(json.value, text);
  if (!read.ok) return wrong(read.errors);
  const errors = await checkLab(read.lab);
  return errors.length === 0 ? { status: "good", lab: read.lab } : wrong(errors);
}

const wrong = (errors: readonly ScenarioError[]) => ({ status: "wrong", errors }) as const;

const firstDraft = (language: Language) => draftOf(firstLab(language));

/** An untouched draft contains no work, so it may change with the language. */
function isUntouched({ structure, text }: LabDraft): boolean {
  return LANGUAGES.map(firstDraft).some((first) => first.structure === structure && first.text === text);
}

export function readDraft(storage: KeyValueStore): LabDraft | undefined {
  const json = readJson(storage.read(KEY) ?? "");
  if (!json.ok || typeof json.value !== "object" || json.value === null) return undefined;
  const structure: unknown = Reflect.get(json.value, "structure");
  const text: unknown = Reflect.get(json.value, "text");
  if (typeof structure !== "string" || typeof text !== "string") return undefined;
  return isUntouched({ structure, text }) ? undefined : { structure, text };
}

/** The initial lab of the editor, in the language of the page. */
const WORDS: Readonly<Record<Language, unknown>> = { en: {}, de: GERMAN };

export function firstLab(language: Language): unknown {
  return mergedTexts(ENGLISH, WORDS[language]);
}
