import { useEffect, useState } from "react";
import { useActions } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";

interface DropTargetProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly title?: string;
  readonly what?: string;
  /** Set where folders are allowed. Receives everything that was dropped. */
  readonly onFolders?: (items: DataTransferItemList) => void;
}

/** The whole window accepts files. The veil shows this. */
export function DropTarget({
  onFiles,
  title = t("Drop to run"),
  what = t("a scenario, a capture, a program (assembly, ELF), a study, a bundle or a lab"),
  onFolders,
}: DropTargetProps) {
  const [over, setOver] = useState(false);
  const { notify } = useActions();

  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // The related target is null when the pointer leaves the window, but not when it moves between elements.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event)) return;
      event.preventDefault();
      const items = event.dataTransfer?.items;
      const folder = folderIn(items ?? []);
      if (folder !== undefined && items !== undefined && onFolders !== undefined) onFolders(items);
      else if (folder === undefined) onFiles(Array.from(event.dataTransfer?.files ?? []));
      else notify("error", t("{name} is a folder. You can drop {what}.", { name: folder, what }));
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragover", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragover", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [onFiles, onFolders, notify, what]);

  if (!over) return null;
  return (
    <div className="drop-veil grid centre through cover fixed" aria-hidden="true">
      <div className="drop-veil__card t-15 w-600 to-middle raised r-3">
        {title}
        <p className="above-1 note w-400">{what}</p>
      </div>
    </div>
  );
}

/** Name of the first folder in a drop. A folder appears among the files like a file, but it cannot be read. */
export function folderIn(items: ArrayLike<Pick<DataTransferItem, "webkitGetAsEntry">>): string | undefined {
  return Array.from(items, (item) => item.webkitGetAsEntry()).find((entry) => entry?.isDirectory)?.name;
}
