import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useState } from "react";
import { panelOf } from "../../scenarios/story/parts.ts";
import { useApp } from "../state/hooks.ts";
import type { SideTab } from "../state/store.ts";
import { StoryPlace } from "../story/StoryPlace.tsx";
import { t } from "../text/t.ts";
import { WhyPlace } from "../why/WhyPlace.tsx";
import { ProgramTab, SettingsTab } from "./LatePanels.tsx";
import { LateMetrics, LateTimeline, LateTries } from "./LateParts.tsx";
import { StageRegion } from "./StageRegion.tsx";
import { useAsked, useSideTabs } from "./useSidePanels.ts";
import "./phoneTries.css";

const VIEWS = [
  { tab: "machine", text: "Machine" },
  { tab: "timeline", text: "Timeline" },
] as const;
type PhoneTab = (typeof VIEWS)[number]["tab"] | SideTab;

/** Undefined for a view, which is then shown. The timeline always is. */
function partOf(tab: PhoneTab, shown: PhoneTab): string | undefined {
  return tab === shown || tab === "machine" || tab === "timeline" ? undefined : tab;
}

interface PhonePageProps {
  readonly transport: ReactNode;
  /** Replaces the stage if two machines are shown. */
  readonly split: ReactNode;
}

/** Shows one view at a time. A short timeline and the transport stay at the bottom. */
export function PhonePage({ transport, split }: PhonePageProps) {
  const [wanted, setTab] = useState<PhoneTab>("machine");
  const tabs = [...VIEWS, ...useSideTabs()];
  const tab = tabs.some((one) => one.tab === wanted) ? wanted : "machine";
  useAsked((asked) => setTab(asked));
  // If a story's step mentions a program first, the program is shown. The next step that does not shows the machine
  // again.
  const tellsProgram = useApp(({ lit: [first = ""] }) => panelOf(first) === "program");
  useEffect(
    () => setTab((now) => (tellsProgram ? "program" : now === "program" ? "machine" : now)),
    [tellsProgram],
  );
  const full = tab === "timeline";
  return (
    <Tabs.Root className="page page--phone" value={tab} onValueChange={setTab} render={<main />}>
      <Tabs.List className="tabs tabs--phone surface" aria-label={t("Views")}>
        {tabs.map((one) => (
          <Tabs.Tab key={one.tab} className="tab" value={one.tab} data-part={partOf(one.tab, tab)}>
            {t(one.text)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel className="page__panel stack ground" value="machine">
        {split ?? <StageRegion />}
        <details className="phone-tries rigid scroll hair-above">
          <summary data-part="tries">{t("Try")}</summary>
          <LateTries />
        </details>
      </Tabs.Panel>
      <Tabs.Panel className="page__panel" value="metrics" tabIndex={0}>
        <LateMetrics />
      </Tabs.Panel>
      <Tabs.Panel className="page__panel" value="settings" tabIndex={0}>
        <SettingsTab />
      </Tabs.Panel>
      <Tabs.Panel className="page__panel" value="program" tabIndex={0}>
        <ProgramTab />
      </Tabs.Panel>
      <Tabs.Panel
        className={full ? "page__timeline page__timeline--full" : "page__timeline"}
        value="timeline"
        keepMounted
        hidden={false}
        inert={false}
        tabIndex={-1}
      >
        <LateTimeline parts={full ? "all" : "strip"} />
      </Tabs.Panel>
      <StoryPlace />
      {transport}
      <WhyPlace />
    </Tabs.Root>
  );
}
