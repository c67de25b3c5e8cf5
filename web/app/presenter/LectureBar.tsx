import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { useActions, useSession } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { changeScenes, goToScene, lecture, linkHere, openLecture } from "./lecture.ts";
import "./lecture.css";

const ScenesDialog = lazyPart(() => import("./ScenesDialog.tsx"));

/** The bar below the machine in presenter mode: the present scene, with buttons for the others. */
export default function LectureBar() {
  const { scenes, at } = useStore(lecture);
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  useFollowedAddress();
  const place = at ?? -1;
  const add = async () => {
    const link = await linkHere(session);
    if (link !== undefined) changeScenes([...scenes, { link, note: "" }]);
    setOpen(true);
  };
  return (
    <footer className="lecture row gap-3 surface hair-above t-18">
      {scenes.length === 0 ? (
        <button type="button" className="btn" onClick={() => void add()}>
          {t("Add this view as a scene")}
        </button>
      ) : (
        <>
          <button
            type="button"
            className="btn"
            data-lecture="back"
            disabled={place <= 0}
            aria-label={t("Previous scene")}
            onClick={() => goToScene(place - 1)}
          >
            ‹
          </button>
          <span className="digits" role="status">
            {at === undefined
              ? t("{count} scenes", { count: scenes.length })
              : `${at + 1} / ${scenes.length}`}
          </span>
          <button
            type="button"
            className="btn"
            data-lecture="next"
            disabled={place >= scenes.length - 1}
            aria-label={t("Next scene")}
            onClick={() => goToScene(place + 1)}
          >
            ›
          </button>
          <p className="fill cut">{scenes[place]?.note}</p>
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            {t("Scenes")}
          </button>
        </>
      )}
      {isOpen ? (
        <Suspense>
          <ScenesDialog onAdd={() => void add()} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </footer>
  );
}

/** Opening the address of a lecture starts it. */
function useFollowedAddress(): void {
  const { notify } = useActions();
  const follow = useEffectEvent(() => {
    const { hash } = window.location;
    if (hash.startsWith("#lecture=") && !openLecture(hash)) notify("error", t("The link holds no lecture."));
  });
  useEffect(() => {
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
}
