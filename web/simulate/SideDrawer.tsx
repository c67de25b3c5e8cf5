import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { t } from "../text/t.ts";
import { Icon } from "../ui/Icon.tsx";
import "./drawer.css";
import { SideTabs } from "./SideTabs.tsx";

interface SideDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly tries: ReactNode;
}

export function SideDrawer({ open, onOpenChange, tries }: SideDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup className="drawer stack surface floating fixed">
          <Dialog.Title className="sr-only">{t("Results and settings")}</Dialog.Title>
          <SideTabs tries={tries} />
          <Dialog.Close className="btn btn--ghost btn--icon drawer__close placed" aria-label={t("Close")}>
            <Icon name="close" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
