import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { nanosecondsOfRow } from "../../../lib/captures/captureTimes.ts";
import { leftOutNotes, type TrafficReport } from "../../../lib/captures/captureToTraffic.ts";
import { EVERYTHING, hostCandidates } from "../../../lib/captures/host.ts";
import { LISTED_SCENARIOS } from "../../../scenarios/index.ts";
import { translatedMessage } from "../../text/message.ts";
import { t, tCount, translated } from "../../text/t.ts";
import { formatInteger, formatSeconds, quantityText } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import type { Opened } from "../open/open.ts";
import type { DroppedCapture } from "./choice.ts";
import { choiceOf, FIRST_CHOICE, machineOf, type Typed, WRONG } from "./choice.ts";
import { CaptureError, takenOf } from "./taken.ts";
import "./capture.css";

interface CapturePanelProps {
  readonly dropped: DroppedCapture;
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** Limit for each kind, network addresses and stations. */
const CANDIDATES = 20;

/** Shows the used and omitted parts of a capture, and other choices. It is beside the running machine, and takes the
 * focus only if nothing of the capture runs yet. */
export default function CapturePanel({ dropped, onOpen, onClose }: CapturePanelProps) {
  const { file, taken } = dropped;
  const { name, read, served } = file;
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const needsChoice = "reason" in taken;
  const [typed, setTyped] = useState<Typed>(
    () => dropped.typed ?? FIRST_CHOICE(needsChoice, served !== undefined),
  );
  const [isOpening, setOpening] = useState(false);
  const [refusal, setRefusal] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (needsChoice) panel.current?.querySelector<HTMLElement>("input:checked")?.focus();
  }, [needsChoice]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const choice = choiceOf(typed);
    if (choice === WRONG) {
      setRefusal(t("Times must be in milliseconds and above 0, such as 1000 or 0.5."));
      return;
    }
    setOpening(true);
    const machine = await machineOf(typed, served).catch(() => null);
    setOpening(false);
    if (machine === null) {
      setRefusal(t("This part of the page could not be loaded. Are you still online?"));
      return;
    }
    try {
      const opened = takenOf(file, { ...choice, machine }, typed);
      setRefusal(opened.ok ? undefined : opened.message);
      if (opened.ok) onOpen(opened);
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      setRefusal(`${translatedMessage(error.message)}.`);
    }
  }

  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const told = refusal ?? (needsChoice ? `${translatedMessage(taken.reason)}.` : undefined);
  return (
    <section
      ref={panel}
      className="capture scroll-down t-12 ink raised hair-2 r-3 floating fixed"
      role="dialog"
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="row gap-2">
        <h2 id={`${id}-title`} className="fill t-13 w-600 anywhere">
          {t("Capture {name}", { name })}
        </h2>
        <button type="button" className="btn btn--ghost btn--icon" aria-label={t("Close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <p className="ink-3">
        {tCount(
          read.capture.packetCount,
          "{format}, {count} packet in {time}",
          "{format}, {count} packets in {time}",
          {
            format: read.capture.format,
            time: timeText(nanosecondsOfRow(read.capture, read.capture.packetCount - 1)),
          },
        )}
      </p>
      {needsChoice ? null : <Taken report={taken} />}
      <form onSubmit={(event) => void submit(event)}>
        <fieldset className="capture__part flush tight edgeless">
          <legend>{t("Part")}</legend>
          <Part kind="all" typed={typed} onChange={change}>
            {t("the whole capture")}
          </Part>
          <Part kind="busiest" typed={typed} onChange={change}>
            {t("the busiest")}
            <Milliseconds
              label={t("Length of the busiest part in ms")}
              value={typed.busiest}
              onValue={(busiest) => change({ part: "busiest", busiest })}
            />
            ms
          </Part>
          <Part kind="span" typed={typed} onChange={change}>
            {t("start at")}
            <Milliseconds
              label={t("Start, ms after the first packet")}
              value={typed.from}
              onValue={(from) => change({ part: "span", from })}
            />
            ms, {t("for")}
            <Milliseconds
              label={t("Length in ms (empty: up to the end)")}
              value={typed.duration}
              onValue={(duration) => change({ part: "span", duration })}
            />
            ms
          </Part>
        </fieldset>
        <label className="capture__host stack gap-2px w-600">
          {t("Our host")}
          <input
            className="field"
            list={`${id}-hosts`}
            value={typed.hosts}
            disabled={typed.everything}
            placeholder={t("the recording or most frequent host")}
            onChange={({ currentTarget }) => change({ hosts: currentTarget.value })}
          />
          <datalist id={`${id}-hosts`}>
            {hostCandidates(read.capture, CANDIDATES).map(({ address, packets }) => (
              <option key={address} value={address}>
                {tCount(packets, "{count} packet", "{count} packets")}
              </option>
            ))}
          </datalist>
        </label>
        <label className="capture__check">
          <input
            type="checkbox"
            checked={typed.everything}
            onChange={({ currentTarget }) => change({ everything: currentTarget.checked })}
          />
          {t("Receive every packet, as behind a mirror port")}
        </label>
        {served === undefined ? null : (
          <label className="capture__check">
            <input
              type="checkbox"
              checked={typed.onServed}
              onChange={({ currentTarget }) => change({ onServed: currentTarget.checked })}
            />
            {t("On the machine of “{name}”, where a program reads the frames", {
              name: translated(served.name),
            })}
          </label>
        )}
        {typed.onServed ? null : (
          <Machine value={typed.machineId} onValue={(machineId) => change({ machineId })} />
        )}
        {told === undefined ? null : (
          <p className="ink-drop" role="alert">
            {told}
          </p>
        )}
        <button type="submit" className="btn btn--primary" disabled={isOpening}>
          {needsChoice ? t("Open this part") : t("Open again")}
        </button>
      </form>
    </section>
  );
}

const timeText = (nanoseconds: number): string => quantityText(formatSeconds(nanoseconds / 1e9));

/** The part of the capture that runs, and the omitted parts. */
function Taken({ report }: { readonly report: TrafficReport }) {
  const { host, receive, send } = report;
  const notes = [...leftOutNotes(report), ...report.notes];
  return (
    <>
      <p>
        {t("Used: {received} received and {sent} sent by {host}, {time}.", {
          received: formatInteger(receive.frames),
          sent: formatInteger(send.frames),
          host:
            host.addresses.join(", ") || (host.how === EVERYTHING ? t("all hosts") : t("the recording host")),
          time: timeText(report.windowNanoseconds),
        })}
      </p>
      {host.how === "station" ? (
        <p>
          {t(
            "No address occurs in a quarter of the packets, so our host is the station that occurs in most of them.",
          )}
        </p>
      ) : null}
      {notes.length === 0 ? null : (
        <ul className="capture__notes scroll-down">
          {notes.map((note) => (
            <li key={note}>{translatedMessage(note)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface MachineProps {
  readonly value: string;
  readonly onValue: (id: string) => void;
}

const Machine = ({ value, onValue }: MachineProps) => (
  <label className="capture__host stack gap-2px w-600">
    {t("Machine")}
    <select className="field" value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
      <option value="">{t("the default machine for captures")}</option>
      {LISTED_SCENARIOS.map(({ id, name }) => (
        <option key={id} value={id}>
          {translated(name)}
        </option>
      ))}
    </select>
  </label>
);

interface PartProps {
  readonly kind: Typed["part"];
  readonly typed: Typed;
  readonly onChange: (part: Partial<Typed>) => void;
  readonly children: React.ReactNode;
}

function Part({ kind, typed, onChange, children }: PartProps) {
  const name = useId();
  return (
    <div className="capture__row">
      <input id={name} type="radio" checked={typed.part === kind} onChange={() => onChange({ part: kind })} />
      <label htmlFor={name}>{children}</label>
    </div>
  );
}

interface MillisecondsProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A click selects the part even if the number stays. Moving through the fields by keys does not. */
const Milliseconds = ({ label, value, onValue }: MillisecondsProps) => (
  <input
    className="field capture__number"
    inputMode="decimal"
    aria-label={label}
    value={value}
    onClick={() => onValue(value)}
    onChange={({ currentTarget }) => onValue(currentTarget.value)}
  />
);
