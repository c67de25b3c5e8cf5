import { Dialog } from "@base-ui/react/dialog";
import { useRef, useState } from "react";
import { useStore } from "zustand";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { saveJson } from "../../ui/saveBlob.ts";
import {
  changeScenes,
  goToScene,
  lecture,
  lectureAddress,
  lectureText,
  movedScene,
  NOTE_CHARACTER_LIMIT,
  readLecture,
  type Scene,
} from "./lecture.ts";

interface ScenesDialogProps {
  readonly onAdd: () => void;
  readonly onClose: () => void;
}

/** The scenes of the lecture: their order, their notes, and buttons to store them. */
export default function ScenesDialog({ onAdd, onClose }: ScenesDialogProps) {
  const { scenes, at } = useStore(lecture);
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog scenes">
          <div className="row apart">
            <Dialog.Title className="dialog__title">{t("Scenes of the lecture")}</Dialog.Title>
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label={t("Close")}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          <Dialog.Description className="ink-2 around-2">
            {t("PgDn and PgUp lead from one scene to the next. A clicker sends these keys.")}
          </Dialog.Description>
          <ol className="grid gap-2 tight flush no-marks">
            {scenes.map((scene, place) => (
              <SceneRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a scene is its place
                key={`${place} ${scene.link}`}
                scene={scene}
                place={place}
                isShown={place === at}
                isLast={place === scenes.length - 1}
                onShow={() => {
                  goToScene(place);
                  onClose();
                }}
                onScenes={(change) => changeScenes(change(scenes))}
              />
            ))}
          </ol>
          <SceneFiles scenes={scenes} onAdd={onAdd} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface SceneRowProps {
  readonly scene: Scene;
  readonly place: number;
  readonly isShown: boolean;
  readonly isLast: boolean;
  readonly onShow: () => void;
  readonly onScenes: (change: (scenes: readonly Scene[]) => readonly Scene[]) => void;
}

function SceneRow({ scene, place, isShown, isLast, onShow, onScenes }: SceneRowProps) {
  const number = place + 1;
  return (
    <li className="row gap-2">
      <button
        type="button"
        className="btn digits"
        aria-label={t("Show scene {number}", { number })}
        aria-current={isShown ? "step" : undefined}
        title={scene.link}
        onClick={onShow}
      >
        {number}
      </button>
      <input
        className="field fill"
        aria-label={t("Note of scene {number}", { number })}
        placeholder={scene.link.slice(0, 60)}
        maxLength={NOTE_CHARACTER_LIMIT}
        value={scene.note}
        onChange={(event) => {
          const note = event.currentTarget.value;
          onScenes((scenes) => scenes.with(place, { ...scene, note }));
        }}
      />
      <button
        type="button"
        className="btn btn--ghost btn--icon"
        aria-label={t("Scene {number} earlier", { number })}
        disabled={place === 0}
        onClick={() => onScenes((scenes) => movedScene(scenes, place, -1))}
      >
        ↑
      </button>
      <button
        type="button"
        className="btn btn--ghost btn--icon"
        aria-label={t("Scene {number} later", { number })}
        disabled={isLast}
        onClick={() => onScenes((scenes) => movedScene(scenes, place, 1))}
      >
        ↓
      </button>
      <button
        type="button"
        className="btn btn--ghost btn--icon"
        aria-label={t("Remove scene {number}", { number })}
        onClick={() => onScenes((scenes) => scenes.toSpliced(place, 1))}
      >
        ×
      </button>
    </li>
  );
}

/** The lecture as a file and as a link. */
function SceneFiles({ scenes, onAdd }: { readonly scenes: readonly Scene[]; readonly onAdd: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [said, say] = useState("");
  const address = scenes.length === 0 ? undefined : lectureAddress(scenes);

  async function open(chosen: File | undefined): Promise<void> {
    const read = chosen === undefined ? undefined : readLecture(await chosen.text());
    if (read === undefined) return say(chosen === undefined ? "" : t("The file holds no lecture."));
    changeScenes(read);
    say("");
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(window.location.href.replace(/#.*$/, "") + address);
      say(t("The link opens the lecture at its first scene."));
    } catch {
      say(t("The link could not be copied."));
    }
  }

  return (
    <div className="row wrap gap-2 above-3">
      <input
        ref={file}
        type="file"
        accept=".json"
        hidden
        onChange={(event) => {
          void open(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <button type="button" className="btn btn--primary" onClick={onAdd}>
        {t("Add this view as a scene")}
      </button>
      <button type="button" className="btn" onClick={() => file.current?.click()}>
        {t("Open a file …")}
      </button>
      <button
        type="button"
        className="btn"
        disabled={scenes.length === 0}
        onClick={() => saveJson("scenes.lecture.json", lectureText(scenes))}
      >
        {t("Save as a file")}
      </button>
      <button type="button" className="btn" disabled={address === undefined} onClick={() => void copy()}>
        {t("Copy the link")}
      </button>
      <p className="across ink-2" role="status">
        {said}
      </p>
    </div>
  );
}
