import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

export interface TabsOfPage {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

/** One of several things at a time, for phones. */
export function PageTabs({ label, tabs }: TabsOfPage) {
  return (
    <Tabs.Root className="page page--phone" defaultValue={tabs[0]?.name} render={<main />}>
      <Tabs.List className="tabs tabs--phone" aria-label={label}>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} className="tab" value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} className="page__panel" value={name}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
