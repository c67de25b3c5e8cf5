import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { builtinScenario } from "../../../scenarios/index.ts";
import { useSession } from "../../state/hooks.ts";
import { t, tCount, translated } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { OwnSection } from "../library/OwnSection.tsx";
import { useLibrary } from "../library/useLibrary.ts";
import { type Opened, openBuiltin } from "../open/open.ts";
import { openNewMachine } from "../shelf/newMachine.ts";
import { siblingOf } from "../siblings.ts";
import { bestName, builtinCards, type CardGroup, pathCards, START_HERE } from "./builtinCards.ts";
import "./gallery.css";
import { gridMove } from "./gridMove.ts";
import { createPreviews, type Previews } from "./previews.ts";
import { ScenarioCard } from "./ScenarioCard.tsx";

interface GalleryProps {
  /** What the user chooses: "Scenario", "Machine B". */
  readonly what: string | undefined;
  /** True if the user opened the gallery to save the scenario. */
  readonly toSave?: boolean;
  /** Id of the open scenario, if it is built in. */
  readonly openId: string | undefined;
  readonly onOpen: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** Opens as soon as it is loaded. */
export default function GalleryDialog({ what, openId, toSave = false, onOpen, onClose }: GalleryProps) {
  const [query, setQuery] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** True after a choice by pointer. Keys then belong to the page: Space plays and does not open the gallery again. */
  const isTaken = useRef(false);
  const byPointer = useRef(false);
  const previews = usePreviews();
  useEffect(() => {
    // Runs before the page handles the event and removes the gallery.
    window.addEventListener("hashchange", onClose, { capture: true });
    return () => window.removeEventListener("hashchange", onClose, { capture: true });
  }, [onClose]);
  const shelf = useLibrary();
  const groups = builtinCards(query);
  const count = groups.reduce((sum, { cards }) => sum + cards.length, 0);
  // Built-in scenarios come first if the user has saved no scenarios and has nothing to save. The order is fixed while
  // the gallery is open: if the user saves the first scenario or removes the last one, the sections do not swap.
  const isOwnWanted = toSave || (what === undefined && openId === undefined);
  const [isOwnFirst, putOwnFirst] = useState<boolean | undefined>(isOwnWanted || undefined);
  if (isOwnFirst === undefined && shelf.entries !== undefined) putOwnFirst(shelf.entries.length > 0);
  /** The words behind which Enter was pressed. They open a scenario once the user's own ones are read. */
  const [asked, setAsked] = useState<string>();
  const isRead = shelf.entries !== undefined;
  useEffect(() => {
    if (asked === undefined || !isRead) return;
    setAsked(undefined);
    if (asked === query) openBest(list.current, query);
  }, [asked, isRead, query]);
  const own = (
    <OwnSection
      shelf={shelf}
      query={query}
      previews={previews}
      canSave={what === undefined}
      focusSave={toSave}
      onOpen={take}
    />
  );

  function take(opened: Opened): void {
    isTaken.current = true;
    onClose();
    onOpen(opened);
  }

  function takePair(pair: Opened): void {
    take(pair);
    if (pair.ok) window.location.hash = "#compare";
  }

  function moveInList(event: KeyboardEvent): void {
    const all = cardsIn(list.current);
    const current = all.findIndex((card) => card.matches(":focus"));
    const places = all.map((card) => card.getBoundingClientRect());
    const next = gridMove(places, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) search.current?.focus();
    else all[next]?.focus();
  }

  function leaveSearch(event: KeyboardEvent): void {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "ArrowDown") cardsIn(list.current)[0]?.focus();
    else if (query.trim() !== "") setAsked(query);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup
          className="dialog gallery stack tight clip"
          initialFocus={toSave ? false : search}
          onPointerDownCapture={() => {
            byPointer.current = true;
          }}
          onKeyDownCapture={() => {
            byPointer.current = false;
          }}
          finalFocus={() => !(isTaken.current && byPointer.current)}
        >
          <header className="gallery__head row gap-3 rigid hair-below">
            <Dialog.Title className="dialog__title">
              {what === undefined ? t("Scenarios") : t("Scenarios for {what}", { what })}
            </Dialog.Title>
            <label className="gallery__search row gap-2 fill ink-3 edge r-2 target">
              <Icon name="search" />
              <input
                ref={search}
                type="search"
                aria-label={t("Find a scenario")}
                placeholder={t("Find a scenario")}
                value={query}
                onChange={(event) => setQuery(event.currentTarget.value)}
                onKeyDown={leaveSearch}
              />
            </label>
            {what === undefined ? (
              <button
                type="button"
                className="btn"
                title={t("A core alone: put cards, disks and timers on it")}
                onClick={async () => take(await openNewMachine())}
              >
                {t("New machine")}
              </button>
            ) : null}
            <OpenFile onOpen={take} />
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label={t("Close")}>
              <Icon name="close" />
            </Dialog.Close>
          </header>
          <span className="sr-only" role="status">
            {query === "" ? "" : tCount(count, "{count} scenario", "{count} scenarios")}
          </span>
          <div className="gallery__body grid grow low">
            <Rail
              groups={groups}
              own={shelf.entries?.length ?? 0}
              isOwnFirst={isOwnFirst === true}
              hasStart={query.trim() === "" && what === undefined}
              list={list}
            />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go over the buttons in it, Tab goes too */}
            <div className="gallery__list stack scroll-down ground" ref={list} onKeyDown={moveInList}>
              {isOwnFirst ? own : null}
              {query.trim() === "" && what === undefined ? (
                <StartHere
                  previews={previews}
                  openId={openId}
                  onPick={async (id) => take(withStory(await openBuiltin(id)))}
                />
              ) : null}
              {groups.map((group) => (
                <section
                  key={group.id}
                  id={`gallery-${group.id}`}
                  aria-labelledby={`gallery-${group.id}-title`}
                >
                  <GroupHead group={group} onClose={onClose} />
                  <ul className="gallery__cards grid gap-4">
                    {group.cards.map((facts) => (
                      <li key={facts.id}>
                        <ScenarioCard
                          facts={facts}
                          isOpen={facts.id === openId}
                          previews={previews}
                          onPick={async () => take(await openBuiltin(facts.id))}
                        />
                        {what === undefined ? (
                          <CompareButton id={facts.id} onPair={(pair) => takePair(pair)} />
                        ) : null}
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              {isOwnFirst === false ? own : null}
              {count > 0 ? null : (
                <div className="gallery__none grid gap-3 ink-2">
                  <p>
                    {t("No scenario has “{query}” in its name or its description.", { query: query.trim() })}
                  </p>
                  <button
                    type="button"
                    className="btn"
                    onClick={() => {
                      setQuery("");
                      search.current?.focus();
                    }}
                  >
                    {t("Show all")}
                  </button>
                </div>
              )}
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const cardsIn = (list: HTMLElement | null) =>
  Array.from(list?.querySelectorAll<HTMLElement>("[data-card]") ?? []);

function openBest(list: HTMLElement | null, query: string): void {
  const all = cardsIn(list);
  const names = all.map((card) => card.querySelector(".card__name")?.textContent ?? "");
  all[bestName(names, query)]?.click();
}

/** Opens the scenario with the first step of its story. */
function withStory(opened: Opened): Opened {
  if (!opened.ok || opened.position === undefined) return opened;
  return { ...opened, position: { ...opened.position, story: 1 } };
}

interface StartHereProps {
  readonly previews: Previews | undefined;
  readonly openId: string | undefined;
  readonly onPick: (id: string) => void;
}

/** The introduction: scenarios in teaching order. */
function StartHere({ previews, openId, onPick }: StartHereProps) {
  return (
    <section id="gallery-start" aria-labelledby="gallery-start-title">
      <div className="gallery__group line wrap">
        <h3 id="gallery-start-title">{t("Start here")}</h3>
        <p>{t("Six stories, from one packet to eight cores.")}</p>
      </div>
      <ol className="gallery__cards grid gap-4">
        {pathCards().map(({ facts, ...step }) => (
          <li key={facts.id}>
            <ScenarioCard
              facts={facts}
              isOpen={facts.id === openId}
              previews={previews}
              onPick={() => onPick(facts.id)}
              step={step}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface CompareButtonProps {
  readonly id: string;
  readonly onPair: (pair: Opened) => void;
}

/** Button for a scenario that is best compared with another one. */
function CompareButton({ id, onPair }: CompareButtonProps) {
  const sibling = builtinScenario(siblingOf(id) ?? "");
  if (sibling === undefined) return null;
  async function open(other: string): Promise<void> {
    const [a, b] = await Promise.all([openBuiltin(id), openBuiltin(other)]);
    onPair(a.ok && b.ok ? { ...a, other: b.scenario } : a.ok ? b : a);
  }
  return (
    <button
      type="button"
      className="btn btn--small card__compare placed"
      aria-label={t("Compare with {name}", { name: translated(sibling.name) })}
      onClick={() => void open(sibling.id)}
    >
      {t("Compare")}
    </button>
  );
}

function usePreviews(): Previews | undefined {
  const [previews, setPreviews] = useState<Previews>();
  // Created in the effect, because React runs effects twice in development, and a closed one stays closed.
  useEffect(() => {
    const made = createPreviews();
    setPreviews(made);
    return made.close;
  }, []);
  return previews;
}

function GroupHead({ group, onClose }: { readonly group: CardGroup; readonly onClose: () => void }) {
  return (
    <div className="gallery__group line wrap">
      <h3 id={`gallery-${group.id}-title`}>{group.title}</h3>
      <p>{group.about}</p>
      {group.part !== "Published experiments" ? null : (
        <button
          type="button"
          onClick={() => {
            onClose();
            window.location.hash = "#papers";
          }}
        >
          {t("printed and simulated values")}
        </button>
      )}
    </div>
  );
}

interface RailProps {
  readonly groups: readonly CardGroup[];
  readonly own: number;
  readonly isOwnFirst: boolean;
  readonly hasStart: boolean;
  readonly list: React.RefObject<HTMLDivElement | null>;
}

function Rail({ groups, own, isOwnFirst, hasStart, list }: RailProps) {
  const parts = [...new Set(groups.map(({ part }) => part))];
  const show = (id: string) =>
    list.current?.querySelector(`#gallery-${id}`)?.scrollIntoView({ block: "start" });
  const yours = (
    <button type="button" onClick={() => show("own")}>
      {t("Yours")}
      <span className="mono">{own}</span>
    </button>
  );
  return (
    <nav className="gallery__rail stack gap-4 scroll-down" aria-label={t("Groups of scenarios")}>
      {isOwnFirst ? yours : null}
      {hasStart ? (
        <button type="button" onClick={() => show("start")}>
          {t("Start here")}
          <span className="mono">{START_HERE.length}</span>
        </button>
      ) : null}
      {parts.map((part) => (
        <div key={part}>
          <p>{t(part)}</p>
          {groups
            .filter((group) => group.part === part)
            .map(({ id, title, cards }) => (
              <button key={id} type="button" onClick={() => show(id)}>
                {title}
                <span className="mono">{cards.length}</span>
              </button>
            ))}
        </div>
      ))}
      {isOwnFirst ? null : yours}
    </nav>
  );
}

function OpenFile({ onOpen }: { readonly onOpen: (opened: Opened) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { store } = useSession();
  return (
    <>
      <button
        type="button"
        className="btn"
        title={t("A scenario, a capture, a program (assembly, ELF), a study, a bundle or a lab")}
        onClick={() => input.current?.click()}
      >
        <Icon name="open" />
        {t("Open file…")}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.pcap,.pcapng,.cap,.gz,.s,.S,.asm,.elf,.zip,application/json,application/vnd.tcpdump.pcap"
        onChange={async (event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
          if (files.length === 0) return;
          const { openFiles } = await import("../open/openFile.ts");
          onOpen(await openFiles(files, store.getState().scenario));
        }}
      />
    </>
  );
}
