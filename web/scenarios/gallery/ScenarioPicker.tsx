import { Suspense, useRef, useState } from "react";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import type { Opened } from "../open/open.ts";

const load = () => import("./GalleryDialog.tsx");
const GalleryDialog = lazyPart(load, true);

interface ScenarioPickerProps {
  /** What the user chooses: "Scenario", "Machine B". */
  readonly label?: string;
  /** Name of the running machine. */
  readonly name: string;
  /** The user has changed it since it was opened. */
  readonly isEdited?: boolean;
  readonly selectedId: string | undefined;
  readonly onOpen: (opened: Opened) => void;
  /** Lets the caller open and close the panel. */
  readonly panel?: PickerPanel;
}

interface PickerPanel {
  readonly open: "scenarios" | "save" | undefined;
  readonly onChange: (open: "scenarios" | undefined) => void;
}

/** The name of the open scenario. Its gallery loads when the pointer moves towards it. */
export function ScenarioPicker({
  label,
  name,
  isEdited = false,
  selectedId,
  onOpen,
  panel,
}: ScenarioPickerProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState<"scenarios" | undefined>(undefined);
  const { open, onChange } = panel ?? { open: own, onChange: setOwn };
  return (
    <div className="picker slim" data-part="scenarios">
      <button
        ref={trigger}
        type="button"
        className="btn picker__trigger"
        style={{ maxWidth: "100%" }}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => onChange("scenarios")}
      >
        <span className="picker__prefix ink-3 w-400">{label ?? t("Scenario")}</span>
        <span className="picker__name ends">{name}</span>
        {isEdited ? <span className="picker__edited t-11 accent soft pill">{t("edited")}</span> : null}
        <Icon name="down" />
      </button>
      {open !== undefined ? (
        <Suspense>
          <GalleryDialog
            what={label}
            openId={isEdited ? undefined : selectedId}
            toSave={open === "save"}
            onOpen={onOpen}
            onClose={() => onChange(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
