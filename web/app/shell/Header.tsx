import { useState } from "react";
import { ScenarioPicker } from "../../scenarios/gallery/ScenarioPicker.tsx";
import type { Opened } from "../../scenarios/open/open.ts";
import { useQuiet } from "../../simulate/quiet/useShownParts.ts";
import { useActions, useApp, useKeyHint, useSession } from "../../state/hooks.ts";
import { type CommandId, keysOf } from "../../state/keymap.ts";
import type { Page } from "../../state/usePage.ts";
import { LANGUAGE_NAMES } from "../../text/language.ts";
import { t, translated } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { PopupButton } from "../../ui/PopupButton.tsx";
import { chooseLanguage, otherLanguage } from "../language.ts";
import type { ThemeControl } from "../useTheme.ts";
import { SharePopover } from "./SharePopover.tsx";

interface HeaderProps {
  readonly page: Page;
  readonly theme: ThemeControl;
  readonly onOpen: (opened: Opened) => void;
  readonly onShow: (what: "palette" | "keys") => void;
  readonly onTour: () => void;
  readonly onPresenter: () => void;
}

export function Header(props: HeaderProps) {
  const { page, theme, onOpen, onShow, onTour, onPresenter } = props;
  const session = useSession();
  const actions = useActions();
  const hint = useKeyHint();
  const scenario = useApp((state) => state.scenario);
  const scenarioId = useApp((state) => state.scenarioId);
  const other = useApp((state) => state.other);
  const isEdited = useApp((state) => state.scenario !== state.original);
  const loading = useApp((state) => state.status === "loading");
  const gallery = useApp(({ panel }) => (panel === "scenarios" || panel === "save" ? panel : undefined));
  const isSimulate = page === "simulate";
  const isQuiet = useQuiet();
  return (
    <header className="header">
      {isSimulate ? (
        <button
          type="button"
          className="btn skip"
          onClick={() => document.querySelector<HTMLElement>(".play")?.focus()}
        >
          {t("Skip to Play")}
        </button>
      ) : null}
      <PhoneMenu page={page} theme={theme} onTour={onTour} />
      <Logo isTitle={page !== "lab"} />
      <SiteNav page={page} className="nav not-phone flex high nowrap" />
      {isSimulate ? (
        <ScenarioPicker
          name={scenario === undefined ? t("none") : translated(scenario.name)}
          isEdited={isEdited}
          selectedId={scenarioId}
          onOpen={onOpen}
          panel={{ open: gallery, onChange: actions.setPanel }}
        />
      ) : (
        <span className="header__page only-phone" aria-hidden="true">
          {pageName(page)}
        </span>
      )}
      {loading ? (
        <span className="not-phone small" role="status">
          {t("loading")}
        </span>
      ) : null}
      <span className={isSimulate ? "not-phone grow" : "grow"} />
      {page === "papers" || page === "sweep" || page === "lab" ? null : (
        <SharePopover
          scenario={scenario}
          other={page === "compare" ? other : undefined}
          position={session.position}
        />
      )}
      {isSimulate ? <DetailsSwitch /> : null}
      {isQuiet ? (
        <MoreMenu {...props} />
      ) : (
        <>
          {isSimulate ? (
            <button
              type="button"
              className="btn btn--ghost btn--icon not-phone"
              aria-label={t("Presenter mode")}
              title={hint("presenter", t("Only the machine and the timeline, in large type"))}
              onClick={onPresenter}
            >
              <Icon name="stage" />
            </button>
          ) : null}
          <button
            type="button"
            className="btn btn--ghost btn--icon not-phone"
            aria-label={t("Keyboard shortcuts")}
            title={hint("keys", t("Keyboard shortcuts"))}
            onClick={() => onShow("keys")}
          >
            ?
          </button>
          <button
            type="button"
            className="btn btn--ghost btn--icon"
            aria-label={t("All commands")}
            title={hint("palette", t("All commands"))}
            onClick={() => onShow("palette")}
          >
            <Icon name="search" />
          </button>
          <LanguageButton />
          <ThemeButton {...theme} />
        </>
      )}
    </header>
  );
}

function pageName(page: Exclude<Page, "simulate">): string {
  switch (page) {
    case "compare":
      return t("Compare");
    case "sweep":
      return t("Sweep");
    case "papers":
      return t("Published experiments");
    case "lab":
      return t("Labs");
  }
}

/** The label is in the language to which the button switches, so that a user who cannot read the page finds it. */
function LanguageButton() {
  const session = useSession();
  const language = otherLanguage();
  const name = LANGUAGE_NAMES[language];
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon language not-phone t-11 w-600"
      lang={language}
      aria-label={name}
      title={name}
      onClick={() => void chooseLanguage(session, language)}
    >
      {language.toUpperCase()}
    </button>
  );
}

function ThemeButton({ theme, toggle }: ThemeControl) {
  const hint = useKeyHint();
  const next = theme === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon not-phone"
      aria-label={next === "dark" ? t("Switch to the dark theme") : t("Switch to the light theme")}
      title={hint("theme", next === "dark" ? t("Dark theme") : t("Light theme"))}
      onClick={toggle}
    >
      <Icon name={theme === "dark" ? "sun" : "moon"} />
    </button>
  );
}

/** Shows all parts of the machine, or only those for a first look. */
function DetailsSwitch() {
  const { setDetails } = useActions();
  const hint = useKeyHint();
  const details = useApp((state) => state.details);
  return (
    <button
      type="button"
      role="switch"
      className="btn details-switch not-phone"
      aria-checked={details}
      title={hint("details", t("All parts of the machine, all tracks and settings"))}
      onClick={() => setDetails(!details)}
    >
      {t("Details")}
      <i className="anchor pill" aria-hidden="true" />
    </button>
  );
}

/** Shown without details: entries that do not fit into the header. */
function MoreMenu({ theme, onShow, onTour, onPresenter }: HeaderProps) {
  const session = useSession();
  const [open, setOpen] = useState(false);
  const language = otherLanguage();
  const item = (text: string, act: () => void, command?: CommandId) => (
    <MenuItem
      text={text}
      command={command}
      onChoose={() => {
        setOpen(false);
        act();
      }}
    />
  );
  return (
    <PopupButton
      open={open}
      onOpenChange={setOpen}
      button={{
        className: "btn btn--ghost btn--icon not-phone",
        disabled: false,
        name: t("More"),
        title: t("More"),
        content: <Icon name="more" />,
      }}
      popup={{ className: "menu", name: t("More"), side: "bottom" }}
    >
      {item(t("Presenter mode"), onPresenter, "presenter")}
      {item(t("All commands"), () => onShow("palette"), "palette")}
      {item(t("Keyboard shortcuts"), () => onShow("keys"), "keys")}
      {item(t("One-minute tour"), onTour)}
      <div className="menu__separator" />
      {item(theme.theme === "dark" ? t("Light theme") : t("Dark theme"), theme.toggle, "theme")}
      {item(LANGUAGE_NAMES[language], () => void chooseLanguage(session, language))}
    </PopupButton>
  );
}

interface MenuItemProps {
  readonly text: string;
  readonly command: CommandId | undefined;
  readonly onChoose: () => void;
}

function MenuItem({ text, command, onChoose }: MenuItemProps) {
  const keys = useApp((state) => state.keys);
  const [key] = command === undefined ? [] : keysOf(keys, command);
  return (
    <button type="button" className="menu__item menu__item--button row apart gap-4" onClick={onChoose}>
      {text}
      {key === undefined || key.length > 1 ? null : <kbd>{key.toUpperCase()}</kbd>}
    </button>
  );
}

interface PhoneMenuProps {
  readonly page: Page;
  readonly theme: ThemeControl;
  readonly onTour: () => void;
}

/** Shown on a phone: the other pages, and everything else that does not fit into the header. */
function PhoneMenu({ page, theme, onTour }: PhoneMenuProps) {
  const session = useSession();
  const { setDetails } = useActions();
  const details = useApp((state) => state.details);
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
      {page === "simulate" ? (
        <button
          type="button"
          role="switch"
          aria-checked={details}
          className="menu__item menu__item--button row apart gap-4 details-switch"
          onClick={closing(() => setDetails(!details))}
        >
          {t("Details")}
          <i className="anchor pill" aria-hidden="true" />
        </button>
      ) : null}
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

interface SiteNavProps {
  readonly page: Page;
  readonly className: string;
  readonly onFollow?: () => void;
}

/** The pages. */
function SiteNav({ page, className, onFollow }: SiteNavProps) {
  const places: readonly { readonly page: Page; readonly hash: string; readonly name: string }[] = [
    { page: "simulate", hash: "#simulate", name: t("Simulate") },
    { page: "compare", hash: "#compare", name: t("Compare") },
    { page: "sweep", hash: "#sweep", name: t("Sweep") },
    { page: "papers", hash: "#papers", name: t("Published experiments") },
    { page: "lab", hash: "#labs", name: t("Labs") },
  ];
  return (
    <nav className={className} aria-label={t("Main")}>
      {places.map((place) => (
        <a
          key={place.page}
          href={place.hash}
          data-part={place.page === "compare" ? "compare" : undefined}
          aria-current={place.page === page ? "page" : undefined}
          onClick={onFollow}
        >
          {place.name}
        </a>
      ))}
    </nav>
  );
}

interface LogoProps {
  /** True if the page below has no title. */
  readonly isTitle: boolean;
}

export function Logo({ isTitle }: LogoProps) {
  const Element = isTitle ? "h1" : "p";
  return (
    <Element className="logo row gap-2 flush t-15 w-650">
      <svg viewBox="0 0 22 18" aria-hidden="true">
        <path d="M1 13h5V5h4" />
        <path d="M14 5h3v8h4" />
        <path className="logo__line" d="M12 1v16" />
      </svg>
      <span className="logo__word">irqscope</span>
    </Element>
  );
}
