import "./picture.css";
import { Suspense, useState } from "react";
import { useSession } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";
import { saveBlob } from "../../ui/saveBlob.ts";

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

/** Larger canvases exceed the limit on phones. */
const SCALE = 2;

/** Makes a PNG of the page: the browser draws the page's own elements and style sheets in an SVG, from which the wanted
 * part is cut. Images and fonts are embedded, because an SVG used as an image loads nothing.
 * Draws the visible parts of these elements, one below the other. Omits everything between them, and controls. */
async function pagePicture(elements: readonly Element[]): Promise<Blob> {
  const boxes = elements.map(seenBox).filter(({ width, height }) => width > 0 && height > 0);
  if (boxes.length === 0) throw new Error("none of it is on the screen");
  const image = await drawn(await pageSvg());
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...boxes.map(({ width }) => width)) * SCALE;
  canvas.height = boxes.reduce((sum, { height }) => sum + height, 0) * SCALE;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas to draw the picture on");
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  let at = 0;
  for (const { left, top, width, height } of boxes) {
    context.drawImage(image, left, top, width, height, 0, at * SCALE, width * SCALE, height * SCALE);
    at += height;
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png === null ? reject(new Error("the picture is too large")) : resolve(png)));
  });
}

interface SeenBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The visible box, in whole px of the window. */
function seenBox(element: Element): SeenBox {
  const box = element.getBoundingClientRect();
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))];
  const [right, bottom] = [
    Math.min(window.innerWidth, Math.ceil(box.right)),
    Math.min(window.innerHeight, Math.ceil(box.bottom)),
  ];
  return { left, top, width: right - left, height: bottom - top };
}

async function drawn(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  // A data URL and not a blob, because for a blob browsers let no script read the drawn pixels.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

async function pageSvg(): Promise<string> {
  const { innerWidth: width, innerHeight: height } = window;
  const root = document.documentElement;
  const copy = document.body.cloneNode(true) as HTMLElement;
  copyCanvases(document.body, copy);
  // Popups are outside the page's root and do not belong to the picture.
  for (const child of [...copy.children]) if (child.id !== "root") child.remove();
  const style = document.createElement("style");
  style.textContent = await styleText();
  copy.prepend(style);
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px`, margin: "0" });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const { name, value } of root.attributes) if (name !== "style") svg.setAttribute(name, value);
  svg.setAttribute("data-picture", "");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  // The size of the window, because style sheets depend on it. As an SVG it is sharp at any other size.
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "foreignObject");
  holder.setAttribute("width", "100%");
  holder.setAttribute("height", "100%");
  holder.append(copy);
  svg.append(holder);
  return new XMLSerializer().serializeToString(svg);
}

/** A copy of a canvas is empty. */
function copyCanvases(from: HTMLElement, to: HTMLElement): void {
  const copies = to.querySelectorAll("canvas");
  from.querySelectorAll("canvas").forEach((canvas, index) => {
    if (canvas.width * canvas.height === 0) return;
    const image = document.createElement("img");
    const { position, top, left } = getComputedStyle(canvas);
    Object.assign(image.style, { position, top, left, display: "block" });
    image.style.width = `${canvas.clientWidth}px`;
    image.style.height = `${canvas.clientHeight}px`;
    image.src = canvas.toDataURL();
    copies[index]?.replaceWith(image);
  });
}

/** The text of all style sheets of the page. Rules read from the browser would lose shorthands with variables. Adds
 * rules that stop motion, and the fonts in use. */
async function styleText(): Promise<string> {
  const sheets = [...document.styleSheets].map(({ href, ownerNode }) =>
    href === null ? { text: ownerNode?.textContent ?? "", href: window.location.href } : fetchText(href),
  );
  const texts = (await Promise.all(sheets)).map(async ({ text, href }) => {
    const faces = text.match(FONT_FACE) ?? [];
    const filled = await Promise.all(faces.map((face) => withFile(face, href)));
    return text.replace(FONT_FACE, () => filled.shift() ?? "");
  });
  const still = "*,*::before,*::after{animation:none!important;transition:none!important}";
  // The SVG has no element "html".
  return `${(await Promise.all(texts)).join("\n").replaceAll(/(^|[\s,}])html(?=[\s,{])/g, "$1:root")}\n${still}`;
}

const FONT_FACE = /@font-face\s*\{[^}]*\}/g;

async function fetchText(href: string): Promise<{ readonly text: string; readonly href: string }> {
  return { text: await (await fetch(href)).text(), href };
}

/** Only fonts that the page has already loaded. */
async function withFile(face: string, sheet: string): Promise<string> {
  const address = /url\("?([^")]+)"?\)/.exec(face)?.[1];
  if (address === undefined) return "";
  const { href } = new URL(address, sheet);
  if (performance.getEntriesByName(href).length === 0) return "";
  const bytes = new Uint8Array(await (await fetch(href)).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return face.replace(/url\([^)]*\)/, `url("data:font/woff2;base64,${btoa(text)}")`);
}
