import { lazy, Suspense, useRef, useState } from "react";
import { Icon } from "../Icon.tsx";
import type { ScenarioPickerProps } from "./ScenarioMenu.tsx";

const load = () => import("./ScenarioMenu.tsx");
const ScenarioMenu = lazy(load);

/** The name of what is open; the list behind it is loaded when somebody reaches for it. */
export function ScenarioPicker(props: ScenarioPickerProps) {
  const { label = "Scenario", name, isEdited = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const face = (
    <button
      type="button"
      className="btn picker__trigger"
      style={{ maxWidth: "100%" }}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => setAsked(true)}
    >
      <span className="picker__prefix">{label}</span>
      <span className="picker__name">{name}</span>
      {isEdited ? <span className="picker__edited">edited</span> : null}
      <Icon name="down" />
    </button>
  );
  return (
    <div className="picker" ref={host}>
      {isAsked ? (
        <Suspense fallback={face}>
          <ScenarioMenu {...props} host={host} />
        </Suspense>
      ) : (
        face
      )}
    </div>
  );
}
