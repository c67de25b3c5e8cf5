import { Suspense, useState } from "react";
import { useSession } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { saveBlob } from "../../ui/saveBlob.ts";
import { pagePicture } from "./pagePicture.ts";

const VideoDialog = lazyPart(() => import("../video/VideoDialog.tsx"), true);

const PARTS = [
  { part: "both", text: "Machine and timeline", selector: ".stage, .timeline, .compare__stack" },
  { part: "machine", text: "Machine", selector: ".stage" },
  { part: "timeline", text: "Timeline", selector: ".timeline" },
] as const;
type Part = (typeof PARTS)[number]["part"];

interface PictureRowProps {
  /** File name without its ending. */
  readonly fileName: string;
  /** Name of the scenario, used as the heading of a drawing. */
  readonly title: string;
  /** Two machines are compared, so there is no stage. */
  readonly compared: boolean;
}

/** Saves the page as a picture for slides, mails and papers. Loaded with the Share popover. */
export default function PictureRow({ fileName, title, compared }: PictureRowProps) {
  const session = useSession();
  const [part, setPart] = useState<Part>("both");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const [isFilming, setFilming] = useState(false);
  const selector = PARTS.find((one) => one.part === part)?.selector ?? "";

  async function make(use: (picture: Promise<Blob>) => Promise<string>, draw = page): Promise<void> {
    setBusy(true);
    setSaid("");
    try {
      setSaid(await use(draw()));
    } catch (error) {
      setSaid(
        t("No picture: {error}.", {
          error: error instanceof Error ? error.message : t("this browser cannot draw it"),
        }),
      );
    }
    setBusy(false);
  }

  const page = () => pagePicture([...document.querySelectorAll(selector)]);

  async function drawing(): Promise<Blob> {
    const { svgPicture } = await import("./svgPicture.ts");
    return svgPicture(session, compared ? "timeline" : part, title);
  }

  async function save(picture: Promise<Blob>): Promise<string> {
    const blob = await picture;
    saveBlob(`${fileName}.${blob.type === "image/png" ? "png" : "svg"}`, blob);
    return t("Saved as a file.");
  }

  async function copy(picture: Promise<Blob>): Promise<string> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      return t("Copied.");
    } catch {
      // There is no clipboard (in an iframe, or with plain http), or the browser did not allow it.
      return t("This page may not use the clipboard. {saved}", { saved: await save(picture) });
    }
  }

  return (
    <fieldset className="share__picture flex wrap gap-2 flush tight edgeless" disabled={busy}>
      <legend className="sr-only">{t("Picture")}</legend>
      {compared ? null : (
        <select
          className="field"
          aria-label={t("Part to save")}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value as Part)}
        >
          {PARTS.map((one) => (
            <option key={one.part} value={one.part}>
              {t(one.text)}
            </option>
          ))}
        </select>
      )}
      <span className="share__row flex gap-2">
        <button type="button" className="btn" onClick={() => make(copy)}>
          <Icon name="copy" />
          {t("Copy PNG")}
        </button>
        <button type="button" className="btn" onClick={() => make(save)}>
          <Icon name="download" />
          {t("Save PNG")}
        </button>
        <button
          type="button"
          className="btn"
          title={t("for papers and slides")}
          onClick={() => make(save, drawing)}
        >
          <Icon name="download" />
          {t("Save SVG")}
        </button>
      </span>
      {compared ? null : (
        <button type="button" className="btn" onClick={() => setFilming(true)}>
          <Icon name="play" />
          {t("Video of the moving packets …")}
        </button>
      )}
      {isFilming ? (
        <Suspense>
          <VideoDialog fileName={fileName} title={title} onClose={() => setFilming(false)} />
        </Suspense>
      ) : null}
      <span className="share__said" role="status">
        {said}
      </span>
    </fieldset>
  );
}
