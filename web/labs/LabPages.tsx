import "./lab.css";
import "./labStage.css";
import "./labTask.css";
import "./labText.css";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { LAB_CHARACTER_LIMIT } from "../../lib/labs/lab.ts";
import { BUILTIN_LABS } from "../../scenarios/labs/index.ts";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { useSession } from "../state/hooks.ts";
import { translated } from "../text/t.ts";
import { PageLoading } from "../ui/Skeleton.tsx";
import { canKeep } from "../ui/storage.ts";
import { type LabAddress, labHash, readLabAddress } from "./address.ts";
import { Faults, faultsOf } from "./BrokenLab.tsx";
import type { BegunLab } from "./begun.ts";
import { takeHandedOver } from "./handedOver.ts";
import { FileButton } from "./labButtons.tsx";
import { WORDS } from "./words.ts";

const OpenLab = lazy(() => import("./OpenLab.tsx"));
const GradePage = lazy(() => import("./GradePage.tsx"));
const LabEditor = lazy(() => import("./LabEditor.tsx"));
const LinkedLab = lazy(() => import("./LinkedLab.tsx"));

interface LabPagesProps {
  readonly simulator: SimulatorParts;
  /** Opens files that are not labs on the page that handles them. */
  readonly onDrop: (files: readonly File[]) => void;
}

/** Shows the lab page that the address names. */
export default function LabPages(props: LabPagesProps) {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const address = readLabAddress(hash, window.location.search);
  const session = useSession();
  // The page forgets the previous position when it is reloaded in a lab.
  useEffect(() => session.rememberPosition(), [session]);
  return <Suspense fallback={<PageLoading />}>{pageOf(address, props)}</Suspense>;
}

function pageOf(address: LabAddress, props: LabPagesProps) {
  switch (address.page) {
    case "grade":
      return <GradePage {...props} />;
    case "editor":
      return <LabEditor {...props} />;
    case "link":
      return <LinkedLab payload={address.payload} seed={address.seed} />;
    case "lab":
    case "report":
      return <OpenLab key={`${address.lab} ${address.seed}`} address={address} {...props} />;
    default:
      return <LabList {...props} />;
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

interface LabListProps {
  readonly simulator: SimulatorParts;
  readonly onDrop: (files: readonly File[]) => void;
}

function LabList({ simulator, onDrop }: LabListProps) {
  const { storage } = useSession();
  const [isKeeping] = useState(() => canKeep(storage));
  const [faults, setFaults] = useState<readonly string[]>([]);

  async function open([file]: readonly File[]): Promise<void> {
    if (file === undefined) return;
    if (file.size > LAB_CHARACTER_LIMIT)
      return setFaults([`${file.name} ${WORDS.fileTooLarge(LAB_CHARACTER_LIMIT / 1024)}`]);
    const [{ readOwnLab }, { keepOwnLab }] = await Promise.all([
      import("../../lib/labs/own.ts"),
      import("./ownLabs.ts"),
    ]);
    const read = await readOwnLab(await file.text());
    if (read.ok)
      window.location.hash = labHash({ lab: keepOwnLab(storage, read.lab), seed: 0, scorm: false });
    else setFaults([`${file.name}:`, ...faultsOf(read)]);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was handed over is taken once
  useEffect(() => {
    const file = takeHandedOver("lab");
    if (file !== undefined) void open([file]);
  }, []);

  async function drop(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    const { recognise } = await import("../../lib/files/recognise.ts");
    const { kind } = await recognise(file, file.name);
    if (kind === "lab" || kind === "json") await open(files);
    else onDrop(files);
  }

  return (
    <main className="lab-page">
      <div className="lab-page__inner">
        <header>
          <h1 className="lab-page__title w-650">{WORDS.labs}</h1>
          <p className="lab-page__intro ink-2">{WORDS.labsIntro}</p>
          {isKeeping ? null : <p className="not-kept t-13 soft pad-3-4">{WORDS.nothingIsKeptHere}</p>}
        </header>
        <BegunLabs />
        <ol className="lab-list stack gap-2">
          {BUILTIN_LABS.map(({ id, title, minutes, summary }, index) => (
            <li key={id}>
              <a
                className="lab-list__item grid gap-3 surface hair r-3 pad-3-4"
                href={labHash({ lab: id, seed: 0, scorm: false })}
              >
                <span className="mono t-18 ink-3" aria-hidden="true">
                  {index + 1}
                </span>
                <span>
                  <strong>{translated(title)}</strong>
                  <span className="lab-list__summary block ink-2">{translated(summary)}</span>
                </span>
                <span className="dim">{WORDS.minutes(minutes)}</span>
              </a>
            </li>
          ))}
        </ol>
        <p className="lab-list__links row wrap gap-4">
          {WORDS.fromFile}
          <FileButton name={WORDS.openLabFile} small onFile={(file) => void open([file])} />
        </p>
        <div role="alert">{faults.length === 0 ? null : <Faults reasons={faults} />}</div>
        <section aria-labelledby="lab-teachers">
          <h2 id="lab-teachers" className="lab-page__subtitle t-15">
            {WORDS.forTeachers}
          </h2>
          <p className="lab-list__links row wrap gap-4">
            <a href="#lab-grade">{WORDS.gradeLink}</a>
            <a href="#lab-editor">{WORDS.editorLink}</a>
          </p>
        </section>
      </div>
      {simulator.dropTarget({
        onFiles: (files) => void drop(files),
        title: WORDS.dropLab,
        what: WORDS.dropLabWhat,
      })}
    </main>
  );
}

/** Opens the variant that the student has started, not the original lab. */
function BegunLabs() {
  const { storage } = useSession();
  const [begun, setBegun] = useState<readonly BegunLab[]>([]);
  useEffect(() => {
    let gone = false;
    import("./begun.ts")
      .then(({ begunLabs }) => begunLabs(storage))
      .then((found) => {
        if (!gone) setBegun(found);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [storage]);
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="lab-begun" className="lab-begun">
      <h2 id="lab-begun" className="lab-page__subtitle t-15">
        {WORDS.begun}
      </h2>
      <ul>
        {begun.map(({ name, title, seed, counts, next }) => (
          <li className="flex wrap" key={`${name} ${seed}`}>
            <a href={labHash({ lab: name, seed, scorm: false }, next, next === undefined ? "report" : "lab")}>
              {translated(title)}
            </a>
            {seed === 0 ? null : <span className="dim">{WORDS.seed(seed)}</span>}
            <span className="dim">{WORDS.stepsDone(counts)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
