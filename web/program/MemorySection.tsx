import { useId } from "react";
import { useStore } from "zustand";
import { SIM_PROGRAM_MEMORY_BASE } from "../../core-wasm/binding/layout.gen.ts";
import { addressOf } from "../../lib/programs/addressOf.ts";
import { t } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import { hexText, wordText } from "./numbers.ts";
import { programView } from "./programView.ts";
import type { ProgramState } from "./states.ts";
import type { ProgramMoment } from "./useStates.ts";

interface MemorySectionProps {
  readonly moment: ProgramMoment;
  readonly state: ProgramState;
}

const ROW_BYTES = 8;
const ROWS = 16;
const PAGE_BYTES = ROWS * ROW_BYTES;

/** The memory that programs share, from an address onwards. A register may give the address. */
export function MemorySection({ moment, state }: MemorySectionProps) {
  const text = useStore(programView, (view) => view.address);
  const id = useId();
  const memory = moment.view?.programs?.memory ?? new Uint8Array();
  const names = moment.places.names.filter(({ address }) => address >= SIM_PROGRAM_MEMORY_BASE);
  const wanted = text.trim() === "" ? SIM_PROGRAM_MEMORY_BASE : addressOf(text, state.program, moment.places);
  const offset = wanted === undefined ? 0 : wanted - SIM_PROGRAM_MEMORY_BASE;
  // A stack that begins at the end of the memory is empty while sp points there.
  const isEnd = wanted !== undefined && memory.length > 0 && offset === memory.length;
  const isThere = isEnd || (wanted !== undefined && offset >= 0 && offset < memory.length);
  const first = isEnd ? Math.max(0, offset - PAGE_BYTES) : offset;
  const from = isThere ? first - (first % ROW_BYTES) : 0;
  const move = (bytes: number) =>
    programView.setState({ address: `0x${hexText(SIM_PROGRAM_MEMORY_BASE + from + bytes)}` });

  return (
    <div className="memory">
      <div className="memory__bar flex gap-1">
        <label className="grow">
          <span className="sr-only">{t("Address, symbol or register")}</span>
          <input
            className="field"
            list={id}
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder={t("Address, symbol or register")}
            aria-invalid={!isThere}
            onChange={({ currentTarget }) => programView.setState({ address: currentTarget.value })}
          />
        </label>
        <datalist id={id}>
          <option value="sp" />
          {names.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button
          type="button"
          className="btn btn--ghost btn--icon btn--small"
          aria-label={t("Lower addresses")}
          disabled={from === 0}
          onClick={() => move(-Math.min(PAGE_BYTES, from))}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          className="btn btn--ghost btn--icon btn--small"
          aria-label={t("Higher addresses")}
          disabled={from + PAGE_BYTES >= memory.length}
          onClick={() => move(PAGE_BYTES)}
        >
          <Icon name="down" />
        </button>
      </div>
      {isThere ? (
        <>
          {isEnd ? <EmptyStack address={`0x${hexText(wanted)}`} /> : null}
          <Rows moment={moment} state={state} from={from} />
        </>
      ) : (
        <NoMemory bytes={memory.length} />
      )}
    </div>
  );
}

function EmptyStack({ address }: { readonly address: string }) {
  return (
    <p className="dim above-2" role="status">
      {t("{address} is the end of the memory: the stack is empty.", { address })}
    </p>
  );
}

function NoMemory({ bytes }: { readonly bytes: number }) {
  return (
    <p className="empty" role="status">
      {bytes === 0
        ? t("The programs have no memory.")
        : t("There is no memory at this address; it extends from {from} to {to}.", {
            from: `0x${hexText(SIM_PROGRAM_MEMORY_BASE)}`,
            to: `0x${hexText(SIM_PROGRAM_MEMORY_BASE + bytes - 1)}`,
          })}
    </p>
  );
}

function Rows({ moment, state, from }: MemorySectionProps & { readonly from: number }) {
  const format = useStore(programView, (view) => view.format);
  const now = moment.view?.programs?.memory ?? new Uint8Array();
  const before = moment.before?.programs?.memory;
  const words = new DataView(now.buffer, now.byteOffset, now.byteLength);
  const sp = (state.program.x[2] ?? 0) - SIM_PROGRAM_MEMORY_BASE;
  const rows = Array.from({ length: ROWS }, (_, row) => from + row * ROW_BYTES).filter(
    (at) => at < now.length,
  );
  const word = (at: number) => (at + 4 <= now.length ? words.getUint32(at, true) : undefined);
  const isChanged = (at: number) =>
    before !== undefined && [0, 1, 2, 3].some((byte) => before[at + byte] !== now[at + byte]);
  return (
    <table className="memory__words wide above-2">
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("Address")}</th>
          <th scope="col">{t("Word")}</th>
          <th scope="col">{t("Word")}</th>
          <th scope="col">{t("Characters")}</th>
          <th scope="col">{t("Meaning")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((at) => (
          <tr key={at}>
            <th scope="row">{hexText(SIM_PROGRAM_MEMORY_BASE + at)}</th>
            {[at, at + 4].map((place) => {
              const value = word(place);
              return (
                <td key={place} data-changed={isChanged(place)} data-sp={place === sp}>
                  {value === undefined ? "" : wordText(value, format)}
                </td>
              );
            })}
            <td className="ink-3">{textOf(now.subarray(at, at + ROW_BYTES))}</td>
            <td className="memory__meaning wide ends ink-2">{meaningOf(at, word, sp, moment)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "\u00b7",
  ).join("");
}

/** Labels that lie in the row, sp, and where its words point to. */
function meaningOf(
  at: number,
  word: (at: number) => number | undefined,
  sp: number,
  { places }: ProgramMoment,
): string {
  const labels = places.names.flatMap(({ name, address }) => {
    const offset = address - SIM_PROGRAM_MEMORY_BASE - at;
    return offset >= 0 && offset < ROW_BYTES ? [`${name}:`] : [];
  });
  const targets = [at, at + 4].flatMap((place) => {
    const name = places.nameOf(word(place) ?? 0);
    return name === undefined ? [] : [`\u2192 ${name}`];
  });
  return [...labels, ...(sp >= at && sp < at + ROW_BYTES ? ["sp"] : []), ...targets].join(" ");
}
