import type { MachineView } from "../engine/protocol.ts";
import { EntryList } from "./EntryList.tsx";
import type { MachineFacts } from "./facts.ts";
import { LAYER_TEXT } from "./labels.ts";

interface Line {
  readonly key: string;
  readonly name: string;
  /** Raised by a thread, not by a device. */
  readonly soft: boolean;
  readonly state: "pending" | "masked" | "clear";
  readonly text: string;
  readonly priority: number;
}

interface InterruptControllerProps {
  readonly view: MachineView;
  readonly facts: MachineFacts;
}

export function InterruptController({ view, facts }: InterruptControllerProps) {
  return (
    <div className="controller">
      <ul className="lines" aria-label="Interrupt lines">
        {interruptLines(view, facts).map((line) => (
          <li key={line.key} data-state={line.state} data-soft={line.soft}>
            <i className="lines__dot" aria-hidden="true" />
            <span className="lines__name" title={line.name}>
              {line.name}
            </span>
            {line.soft ? <span className="lines__soft opt">soft</span> : null}
            <span className="lines__state">{line.text}</span>
            <span className="mono">P{line.priority}</span>
          </li>
        ))}
      </ul>
      <EntryList view={view} facts={facts} />
    </div>
  );
}

/** Lines of the devices, then the soft interrupts that threads raise. */
export function interruptLines(view: MachineView, facts: MachineFacts): readonly Line[] {
  const lines: Line[] = facts.nics.map((nic, index) => {
    const state = view.nics[index];
    const pending = state?.pending ?? false;
    const masked = state?.masked ?? false;
    return {
      key: `nic${index}`,
      name: nic.name,
      soft: false,
      state: masked ? "masked" : pending ? "pending" : "clear",
      text: masked && pending ? "pending, masked" : masked ? "masked" : pending ? "pending" : "clear",
      priority: nic.linePriority,
    };
  });
  for (const [index, thread] of facts.threads.entries()) {
    if (thread.start !== "soft") continue;
    const pending = view.softPending[index] ?? 0;
    lines.push({
      key: `soft${index}`,
      name: thread.name === "" ? LAYER_TEXT[thread.layer] : thread.name,
      soft: true,
      state: pending > 0 ? "pending" : "clear",
      text: pending > 1 ? `${pending} pending` : pending === 1 ? "pending" : "clear",
      priority: thread.priority,
    });
  }
  return lines;
}
