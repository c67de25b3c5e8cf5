import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Outcome } from "./Outcome.tsx";
import { Rerun } from "./Rerun.tsx";
import { WayBack } from "./Toolbar.tsx";

interface SettingsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The form and the editor. */
  readonly children: ReactNode;
}

/** Both views beside each other, over the page. */
export function SettingsDialog({ open, onOpenChange, children }: SettingsDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="settings-dialog stack clip surface hair-2 r-3 floating fixed">
          <div className="settings-dialog__head row gap-1">
            <Dialog.Title className="dialog__title">{t("Settings")}</Dialog.Title>
            <span className="grow" />
            <WayBack />
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label={t("Close")}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <Rerun />
          <div className="settings-dialog__outcome hair-below">
            <Outcome />
          </div>
          <div className="settings-dialog__body grid grow low">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
