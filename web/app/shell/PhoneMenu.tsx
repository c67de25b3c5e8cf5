import { useState } from "react";
import { useSession } from "../../state/hooks.ts";
import type { Page } from "../../state/usePage.ts";
import { LANGUAGE_NAMES } from "../../text/language.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";
import { chooseLanguage, otherLanguage } from "../language.ts";
import type { ThemeControl } from "../useTheme.ts";
import { SiteNav } from "./SiteNav.tsx";

interface PhoneMenuProps {
  readonly page: Page;
  readonly theme: ThemeControl;
  readonly onTour: () => void;
}

/** On a phone: the other pages, and what else the header has no room for. */
export function PhoneMenu({ page, theme, onTour }: PhoneMenuProps) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const language = otherLanguage();
  const close = () => setOpen(false);
  function closing(act: () => void): () => void {
    return () => {
      close();
      act();
    };
  }
  return (
    <PopupButton
      open={open}
      onOpenChange={setOpen}
      button={{
        className: "btn btn--ghost btn--icon only-phone",
        disabled: false,
        name: t("Menu"),
        content: <Icon name="menu" />,
      }}
      popup={{ className: "menu phone-menu", name: t("Menu"), side: "bottom" }}
    >
      <SiteNav page={page} className="phone-menu__nav" onFollow={close} />
      <div className="menu__separator" />
      <button
        type="button"
        className="menu__item menu__item--button"
        lang={language}
        onClick={closing(() => void chooseLanguage(session, language))}
      >
        {LANGUAGE_NAMES[language]}
      </button>
      <button type="button" className="menu__item menu__item--button" onClick={closing(theme.toggle)}>
        {theme.theme === "dark" ? t("Light theme") : t("Dark theme")}
      </button>
      <button type="button" className="menu__item menu__item--button" onClick={closing(onTour)}>
        {t("One-minute tour")}
      </button>
    </PopupButton>
  );
}
