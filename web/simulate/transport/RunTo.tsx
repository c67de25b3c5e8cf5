import type { RefObject } from "react";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.ts";
import { PopupButton } from "../../ui/PopupButton.tsx";
import { useLater } from "../../ui/useLater.ts";
import type { RunToProps } from "./runTargets.ts";

/**
 * Digits typed directly after the key that opens the menu arrive in its field only if the menu is loaded
 * beforehand.
 */
export const runToMenu = later(async () => (await import("./RunToMenu.tsx")).RunToMenu);

interface AnchoredRunToProps extends RunToProps {
  /** Opens over this element if there is no button. */
  readonly anchor?: RefObject<HTMLElement | null> | undefined;
}

export function RunTo({ anchor, ...props }: AnchoredRunToProps) {
  const { open, onOpenChange, toField, disabled, folded } = props;
  const Menu = useLater(runToMenu, open);
  const button =
    folded === undefined
      ? {
          className: "btn",
          disabled,
          content: (
            <>
              {t("Run to")}
              <Icon name="down" />
            </>
          ),
        }
      : {
          className: "counter-trigger row gap-1 tight bare press",
          disabled,
          name: t("Run to, speed"),
          content: (
            <>
              {folded.face}
              <Icon name="up" />
            </>
          ),
        };
  return (
    <PopupButton
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      button={button}
      popup={{
        className: "menu",
        name: t("Run to"),
        side: "top",
        takesFocus: !toField,
      }}
    >
      {Menu === undefined ? null : <Menu {...props} />}
    </PopupButton>
  );
}
