import "./share.css";
import { Popover } from "@base-ui/react/popover";
import { Suspense, useEffect, useRef, useState } from "react";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import type { Share } from "../../scenarios/share.ts";
import { useApp } from "../../state/hooks.ts";
import type { Position } from "../../state/store.ts";
import { t, tCount, translated } from "../../text/t.ts";
import { embedText } from "../../ui/frame.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { offeredWindows } from "../export/exportWindows.ts";

const QrCode = lazyPart(() => import("./QrCode.tsx"));
const ExportRow = lazyPart(() => import("../export/ExportRow.tsx"));
const PictureRow = lazyPart(() => import("../picture/PictureRow.tsx"));

const COPIED_MS = 2500;
/** A code of this length has about a hundred modules per side. A phone can still read it from a screen at the other end
 * of a room. */
const QR_CHARACTERS = 1000;

interface ShareBodyProps {
  /** Undefined while the link is being made. */
  readonly share: Share | undefined;
  readonly scenario: Scenario | undefined;
  /** The scenario to compare with. */
  readonly other: Scenario | undefined;
  /** Position to which the link leads. */
  readonly position: Position | undefined;
  /** Language of the page, as part of the link. */
  readonly language: Choice;
  /** True if the link contains the scenario itself, even if the page has it built in. */
  readonly whole: Choice;
}

interface Choice {
  readonly isIn: boolean;
  readonly onChange: (isIn: boolean) => void;
}

/** Contents of the Share popup. */
export default function ShareBody({ share, scenario, other, position, language, whole }: ShareBodyProps) {
  const isComparison = other !== undefined;
  const isChanged = useApp((state) => state.original !== state.scenario);
  return (
    <>
      <Popover.Title className="t-13 w-600">
        {isComparison ? t("Share this comparison") : t("Share this run")}
      </Popover.Title>
      {share === undefined || scenario === undefined || position === undefined ? null : (
        <>
          <ShareWays
            share={share}
            scenario={scenario}
            what={
              isComparison
                ? t("both machines")
                : isChanged
                  ? t("{name}, with your changes,", { name: translated(scenario.name) })
                  : translated(scenario.name)
            }
            position={position}
            isComparison={isComparison}
          />
          <ChoiceRow choice={language} name={t("Force English for the reader")} />
          {whole.isIn || (share.kind === "link" && share.isByName) ? (
            <ChoiceRow choice={whole} name={t("Self-contained link (longer)")} />
          ) : null}
          <Suspense>
            <PictureRow
              fileName={`irqscope-cycle-${position.cycle}`}
              title={translated(scenario.name)}
              compared={isComparison}
            />
          </Suspense>
          <Suspense>
            <ExportRow
              scenario={scenario}
              other={other}
              windowsOf={(offered) => offeredWindows(offered, position, scenario.runCycles)}
              // Numbers of a comparison count from cycle 0.
              warmUpCycles={isComparison ? 0 : (position.warmUpCycles ?? 0)}
            />
          </Suspense>
        </>
      )}
    </>
  );
}

function ChoiceRow({ choice, name }: { readonly choice: Choice; readonly name: string }) {
  return (
    <label className="share__language row gap-6px">
      <input
        type="checkbox"
        checked={choice.isIn}
        onChange={(event) => choice.onChange(event.currentTarget.checked)}
      />
      {name}
    </label>
  );
}

interface ShareWaysProps {
  readonly share: Share;
  readonly scenario: Scenario;
  /** Describes what the link opens. */
  readonly what: string;
  readonly position: Position;
  readonly isComparison: boolean;
}

function ShareWays({ share, scenario, what, position, isComparison }: ShareWaysProps) {
  const download = (
    <div>
      <button
        type="button"
        className={share.kind === "file" ? "btn btn--primary" : "btn"}
        onClick={async () => (await import("../../scenarios/share.ts")).downloadScenario(scenario)}
      >
        <Icon name="download" />
        {t("Download file")}
      </button>
    </div>
  );
  if (share.kind === "file") {
    return (
      <>
        <p className="small">
          {share.hasBytes
            ? t(
                "This scenario contains the bytes of recorded frames, which do not fit into a link. Send its file instead: it opens by drag and drop.",
              )
            : share.url === undefined
              ? t("This scenario is too big for a link. Send its file instead: it opens by drag and drop.")
              : t(
                  "The link to this scenario has {count} characters, and many programs truncate links of that length. Send its file instead: it opens by drag and drop.",
                  { count: share.url.length },
                )}
        </p>
        <p className="small">{leftOutText(position, isComparison)}</p>
        {download}
        {share.url === undefined ? null : (
          <CopyRow name={t("Link")} text={share.url} action={t("Copy link")} isFirst />
        )}
      </>
    );
  }
  return (
    <>
      <CopyRow name={t("Link")} text={share.url} action={t("Copy link")} isFirst />
      <p className="small">
        {t("{count} characters. Opens {what} at cycle {cycle}.", {
          count: share.url.length,
          what,
          cycle: position.cycle,
        })}
        {share.size === "long"
          ? ` ${t("Some chat programs truncate links of more than 2,000 characters.")}`
          : ""}
      </p>
      <p className="small">
        {linkContentsText(position)} {t("The file contains only the scenario.")}
      </p>
      {share.url.length > QR_CHARACTERS ? null : (
        <Suspense fallback={<div className="qr block r-2" />}>
          <QrCode text={share.url} />
        </Suspense>
      )}
      <CopyRow name={t("Embed code")} text={embedText(share.url, scenario.name)} action={t("Copy HTML")} />
      {download}
    </>
  );
}

interface CopyRowProps {
  readonly name: string;
  readonly text: string;
  readonly action: string;
  readonly isFirst?: boolean;
}

function CopyRow({ name, text, action, isFirst = false }: CopyRowProps) {
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"idle" | "copied" | "select">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // There is no clipboard (an iframe, plain http), so the reader copies the selected text.
      field.current?.select();
      setState("select");
    }
  }

  return (
    <div className="share__row flex gap-2">
      <input
        ref={field}
        className="field"
        aria-label={name}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" className={isFirst ? "btn btn--primary" : "btn"} onClick={copy}>
        <Icon name={state === "copied" ? "check" : "copy"} />
        {state === "copied" ? t("Copied") : action}
      </button>
      <span className="sr-only" role="status">
        {state === "copied" ? t("Copied") : state === "select" ? t("Press Ctrl+C to copy") : ""}
      </span>
    </div>
  );
}

/** Lists the contents of a link except the machines and the cycle. */
export function linkContentsText(position: Position): string {
  return t("The link also carries {list}, but not speed, theme or open panels.", {
    list: contentsOf(position).join(", "),
  });
}

/** The same for a file, which contains only one machine. */
export function leftOutText(position: Position, isComparison: boolean): string {
  const list = [
    ...(isComparison ? [t("the other machine")] : []),
    t("cycle {cycle}", { cycle: position.cycle }),
    ...contentsOf(position),
  ];
  return t("The file contains only the scenario, without {list}.", { list: list.join(", ") });
}

function contentsOf(position: Position): readonly string[] {
  const { breakpoints = [], bookmarks = [], tracks = [], measures = [] } = position;
  const { range, warmUpCycles, follow, pair } = position;
  const ofB = pair ?? { breakpoints: [], bookmarks: [], offsetCycles: 0 };
  const stops = breakpoints.length + ofB.breakpoints.length;
  const notes = bookmarks.length + ofB.bookmarks.length;
  return [
    t("what the timeline shows"),
    ...(stops === 0 ? [] : [tCount(stops, "{count} breakpoint", "{count} breakpoints")]),
    ...(notes === 0 ? [] : [tCount(notes, "{count} bookmark", "{count} bookmarks")]),
    ...(tracks.length === 0 ? [] : [t("your choice of tracks")]),
    ...(range === undefined ? [] : [t("the chosen range")]),
    ...(warmUpCycles === undefined ? [] : [t("the warm-up")]),
    ...(measures.length === 0 ? [] : [tCount(measures.length, "{count} measure", "{count} measures")]),
    ...(follow === undefined
      ? []
      : [t(follow.what === "packet" ? "the followed packet" : "the followed interrupt")]),
    ...(ofB.offsetCycles === 0 ? [] : [t("the shift of B")]),
  ];
}
