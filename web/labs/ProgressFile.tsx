import { useEffect, useState } from "react";
import { PROGRESS_CHARACTER_LIMIT } from "../../lib/labs/progress.ts";
import { progressFileName, progressFileText, readProgressFile } from "../../lib/labs/progressFile.ts";
import { saveBlob } from "../ui/saveBlob.ts";
import { FileButton } from "./FileButton.tsx";
import { takeHandedOver } from "./handedOver.ts";
import type { LabSession } from "./labSession.ts";
import { WORDS } from "./words.ts";

/** To go on another day on another device. */
export function ProgressFile({ lab }: { readonly lab: LabSession }) {
  const { bench, store } = lab;
  const [said, setSaid] = useState("");

  async function open(file: File): Promise<void> {
    // Of its bytes there are at least as many as characters.
    const text =
      file.size > 4 * PROGRESS_CHARACTER_LIMIT ? " ".repeat(PROGRESS_CHARACTER_LIMIT + 1) : await file.text();
    const read = readProgressFile(text, bench.lab, bench.seed);
    if (read.ok) lab.restore(read.progress);
    setSaid(read.ok ? WORDS.progressOpened : WORDS.progressRefused(file.name, read.reason));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was handed over is taken once
  useEffect(() => {
    const file = takeHandedOver("progress");
    if (file !== undefined) void open(file);
  }, []);

  return (
    <>
      <button
        type="button"
        className="btn"
        onClick={() => {
          const { progress } = store.getState();
          saveBlob(
            progressFileName(progress),
            new Blob([progressFileText(progress)], { type: "application/json" }),
          );
        }}
      >
        {WORDS.saveProgress}
      </button>
      <FileButton name={WORDS.openProgress} onFile={(file) => void open(file)} />
      <span role="status" className="dim">
        {said}
      </span>
    </>
  );
}
