import { useEffect, useMemo, useRef, useState } from "react";
import type { ScenarioError } from "../../scenarios/base/messages.ts";
import type { JsonEditor } from "../scenarios/settings/jsonEditor.ts";
import type { TextFault } from "../scenarios/settings/settings.ts";
import { WORDS } from "./words.ts";
import "../scenarios/settings/editor.css";
import { LabBench, type RunMachine, runOnce } from "../../lib/labs/bench.ts";
import { checkKeys } from "../../lib/labs/keys.ts";
import { LAB_CHARACTER_LIMIT, type Lab } from "../../lib/labs/lab.ts";
import { LAB_LINK_CHARACTERS, labFileText, labLinkPayload } from "../../lib/labs/own.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import { readJson } from "../../scenarios/read/json.ts";
import { createMachinePool } from "../engine/machinePool.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { useSession } from "../state/hooks.ts";
import { saveBlob } from "../ui/saveBlob.ts";
import { labHash } from "./address.ts";
import { Faults } from "./BrokenLab.tsx";
import { LabPreview } from "./LabPreview.tsx";
import { FileButton } from "./labButtons.tsx";
import { courseLab } from "./labText.ts";
import { keepOwnLab } from "./ownLabs.ts";
import { draftOf, useLabDraft } from "./useLabDraft.ts";
import "./editor.css";
import { translatedMessage } from "../text/message.ts";
import { translated } from "../text/t.ts";

/** The editor for teachers: text and structure on one side, the resulting lab on the other. */
export default function LabEditor({ simulator }: { readonly simulator: SimulatorParts }) {
  const { storage, tabStorage } = useSession();
  const { draft, setDraft, state, kept } = useLabDraft(tabStorage);
  const [part, setPart] = useState<"text" | "structure">("text");
  const [notice, setNotice] = useState("");
  // The last valid lab stays in the preview while the next one is typed.
  const [shown, setShown] = useState<Lab | undefined>(undefined);
  useEffect(() => {
    if (state.status === "good") setShown(state.lab);
  }, [state]);
  const lab = state.status === "good" ? state.lab : undefined;
  const runMachine = useMachines();
  const wrongKeys = useKeyCheck(lab, runMachine);
  const errors = state.status === "wrong" ? state.errors : (wrongKeys ?? NO_ERRORS);

  async function open(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    if (file.size > LAB_CHARACTER_LIMIT) return setNotice(WORDS.fileTooLarge(LAB_CHARACTER_LIMIT / 1024));
    const json = readJson(await file.text());
    if (json.ok) setDraft(draftOf(json.value));
    setNotice(json.ok ? "" : `${file.name}: ${translatedMessage(json.error.message)}`);
  }

  async function copyLink(of: Lab): Promise<void> {
    const payload = labLinkPayload(of);
    const link = `${window.location.href.split("#")[0]}#lab-link=${payload}`;
    if (payload === undefined || link.length > LAB_LINK_CHARACTERS) return setNotice(WORDS.linkTooLong);
    await navigator.clipboard.writeText(link).then(
      () => setNotice(WORDS.linkCopied),
      () => setNotice(link),
    );
  }

  return (
    <main className="lab-editor grid grow low">
      <section className="lab-editor__bar row wrap gap-2 across hair-below" aria-label={WORDS.editor}>
        <h1 className="lab-page__subtitle t-15">{WORDS.editor}</h1>
        <select
          className="field"
          aria-label={WORDS.startFrom}
          value=""
          onChange={(event) => {
            const id = event.currentTarget.value;
            void courseLab(id).then((lab) => {
              if (lab !== undefined) setDraft(draftOf(lab));
            });
          }}
        >
          <option value="">{WORDS.startFrom}</option>
          {BUILTIN_LABS.map(({ id, title }) => (
            <option key={id} value={id}>
              {translated(title)}
            </option>
          ))}
        </select>
        <FileButton name={WORDS.openLabFile} onFile={(file) => void open([file])} />
        <button
          type="button"
          className="btn"
          disabled={lab === undefined}
          onClick={() => {
            if (lab !== undefined)
              saveBlob(`${lab.id}.lab.json`, new Blob([labFileText(lab)], { type: "application/json" }));
          }}
        >
          {WORDS.saveLab}
        </button>
        <button
          type="button"
          className="btn"
          disabled={lab === undefined}
          onClick={() => {
            if (lab !== undefined) void copyLink(lab);
          }}
        >
          {WORDS.copyLabLink}
        </button>
        <button
          type="button"
          className="btn btn--primary"
          disabled={lab === undefined}
          onClick={() => {
            if (lab === undefined) return;
            window.location.hash = labHash({ lab: keepOwnLab(storage, lab), seed: 0, scorm: false });
          }}
        >
          {WORDS.tryLab}
        </button>
        <span role="status" className="lab-editor__notice t-12 anywhere">
          {notice || { mine: "", elsewhere: WORDS.draftElsewhere, lost: WORDS.draftLost }[kept]}
        </span>
      </section>
      <section className="lab-editor__source stack gap-2 low" aria-label={WORDS.source}>
        <div className="lab-editor__parts row wrap gap-2">
          {(["text", "structure"] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="btn btn--small"
              aria-pressed={part === one}
              onClick={() => setPart(one)}
            >
              {one === "text" ? WORDS.text : WORDS.structure}
            </button>
          ))}
          <span role="status" className="dim">
            {errors.length > 0
              ? WORDS.labFaults(errors.length)
              : wrongKeys === undefined
                ? WORDS.checkingKeys
                : WORDS.labIsGood}
          </span>
        </div>
        {errors.length === 0 ? null : (
          <Faults reasons={errors.map(({ field, message }) => `${field}: ${message}`)} />
        )}
        {part === "text" ? (
          <textarea
            className="field lab-editor__text mono grow t-12"
            aria-label={WORDS.textLabel}
            spellCheck
            maxLength={LAB_CHARACTER_LIMIT}
            value={draft.text}
            onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
          />
        ) : (
          <StructureEditor
            text={draft.structure}
            errors={errors}
            fault={state.status === "wrong" ? state.fault : undefined}
            onText={(structure) => setDraft({ ...draft, structure })}
          />
        )}
      </section>
      <Preview lab={shown} isOld={lab === undefined} runMachine={runMachine} />
      {simulator.dropTarget({
        onFiles: (files) => void open(files),
        title: WORDS.dropLab,
        what: WORDS.dropLabWhat,
      })}
    </main>
  );
}

const NO_ERRORS = [] as const;

interface PreviewProps {
  readonly lab: Lab | undefined;
  readonly isOld: boolean;
  readonly runMachine: RunMachine;
}

function Preview({ lab, isOld, runMachine }: PreviewProps) {
  const [at, setAt] = useState(0);
  const [bench, setBench] = useState<LabBench | undefined>(undefined);
  useEffect(() => {
    if (lab === undefined) return;
    let gone = false;
    LabBench.open(lab, 0, runMachine).then(
      (next) => {
        if (!gone) setBench(next);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [lab, runMachine]);
  const steps = bench?.lab.steps ?? [];
  const index = Math.min(at, steps.length - 1);
  const step = steps[index];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard
    <section className="lab-editor__preview low scroll surface" tabIndex={0} aria-label={WORDS.preview}>
      {isOld && bench !== undefined ? <p className="dim">{WORDS.lastGood}</p> : null}
      {bench === undefined || step === undefined ? null : (
        <>
          <p className="dim t-12">{WORDS.minutes(bench.lab.minutes)}</p>
          <h2 className="lab__title w-650">{bench.lab.title}</h2>
          <label className="lab-editor__step row gap-2 t-12">
            {WORDS.steps}
            <select
              className="field"
              value={index}
              onChange={(event) => setAt(Number(event.currentTarget.value))}
            >
              {steps.map(({ id, title }, number) => (
                <option key={id} value={number}>
                  {WORDS.stepOf(number + 1, steps.length)}: {title}
                </option>
              ))}
            </select>
          </label>
          <LabPreview bench={bench} step={step} isFirst={index === 0} />
        </>
      )}
    </section>
  );
}

interface StructureEditorProps {
  readonly text: string;
  readonly errors: readonly ScenarioError[];
  readonly fault: TextFault | undefined;
  readonly onText: (text: string) => void;
}

/** The lab as JSON, with errors at their places. */
function StructureEditor({ text, errors, fault, onText }: StructureEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor | undefined>(undefined);
  const latest = useRef({ text, errors, fault, onText });
  latest.current = { text, errors, fault, onText };

  useEffect(() => {
    let gone = false;
    import("../scenarios/settings/JsonEditor.tsx").then(({ createJsonEditor }) => {
      if (gone || host.current === null) return;
      editor.current = createJsonEditor(host.current, {
        label: WORDS.structureLabel,
        text: () => latest.current.text,
        setText: (next) => latest.current.onText(next),
      });
      editor.current.show(latest.current.text, latest.current.errors, latest.current.fault);
    });
    return () => {
      gone = true;
      editor.current?.close();
      editor.current = undefined;
    };
  }, []);

  useEffect(() => {
    editor.current?.show(text, errors, fault);
  }, [text, errors, fault]);

  return <div className="json lab-editor__json grow clip edge r-2" ref={host} />;
}

/** Checks that a lab in the editor has one right option for each choice, also in its variants. This runs its machines.
 */
/** Machines that exist while the page is open. A machine that ran for one edition of a lab does not run again for the
 * next. */
function useMachines(): RunMachine {
  const pool = useRef<ReturnType<typeof createMachinePool> | undefined>(undefined);
  const runMachine = useMemo(
    () =>
      runOnce((scenario) => {
        pool.current ??= createMachinePool();
        return pool.current.run(scenario, 0);
      }),
    [],
  );
  useEffect(() => () => pool.current?.stop(), []);
  return runMachine;
}

/** Undefined while the machines are running. */
function useKeyCheck(lab: Lab | undefined, runMachine: RunMachine): readonly ScenarioError[] | undefined {
  const [checked, setChecked] = useState<{ readonly lab: Lab; readonly errors: readonly ScenarioError[] }>();
  useEffect(() => {
    if (lab === undefined) return;
    let gone = false;
    checkKeys(lab, runMachine).then(
      (errors) => {
        if (!gone) setChecked({ lab, errors });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (!gone) setChecked({ lab, errors: [{ field: "machines", message }] });
      },
    );
    return () => {
      gone = true;
    };
  }, [lab, runMachine]);
  return checked?.lab === lab ? checked?.errors : undefined;
}
