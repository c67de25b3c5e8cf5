import { Trans } from "../../text/Trans.tsx";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import "./leaveStage.css";

/** The way out of presenter mode. It has a place of its own in the bar, so that it covers nothing of the machine. */
export function LeaveStage({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <button
      type="button"
      className="btn leave-stage rigid"
      title={t("Exit presenter mode {key}", { key: "Esc" })}
      onClick={onLeave}
    >
      <Icon name="close" />
      <span className="leave-stage__text">
        <Trans text="Exit presenter mode {key}" gaps={{ key: <kbd>Esc</kbd> }} />
      </span>
    </button>
  );
}
