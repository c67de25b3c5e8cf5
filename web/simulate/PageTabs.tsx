import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface Tab {
  readonly name: string;
  readonly content: ReactNode;
  /** Keeps its scroll position and the typed text. */
  readonly stays?: boolean;
}

export interface TabsOfPage {
  readonly label: string;
  readonly tabs: readonly Tab[];
}

/** Tabs that show one of several views at a time, for phones. */
export function PageTabs({ label, tabs }: TabsOfPage) {
  return (
    <Tabs.Root className="page page--phone" defaultValue={tabs[0]?.name} render={<main />}>
      <Tabs.List className="tabs tabs--phone surface" aria-label={label}>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} className="tab" value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content, stays = false }) => (
        <Tabs.Panel key={name} className="page__panel" value={name} keepMounted={stays}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
