import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { createJsonEditor, type JsonEditor as Editor } from "./jsonEditor.ts";
import { useSettings } from "./useSettings.ts";
import "./editor.css";

export { createJsonEditor };

/** The scenario as text: completion and errors in place. */
export default function JsonEditor() {
  const settings = useSettings();
  const state = useStore(settings.store);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | undefined>(undefined);

  useEffect(() => {
    if (host.current === null) return;
    const { text, setText } = settings;
    const made = createJsonEditor(host.current, {
      text,
      setText,
      label: "Scenario as JSON",
      scenario: settings,
    });
    editor.current = made;
    return () => {
      editor.current = undefined;
      made.close();
    };
  }, [settings]);

  useEffect(() => {
    editor.current?.show(settings.text(), state.errors, state.textFault);
  }, [settings, state]);

  return <div className="json" ref={host} />;
}
