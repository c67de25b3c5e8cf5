import { Dialog } from "@base-ui/react/dialog";
import { encode } from "uqr";
import { t } from "../../text/t.ts";
import "./qr.css";

/** Modules around the code that stay white (ISO/IEC 18004, section 6.3.8). */
const QUIET_MODULES = 4;

/** Load it with `import()`, so that it is a separate chunk. */
export default function QrCode({ text }: { readonly text: string }) {
  return (
    <Dialog.Root>
      <Dialog.Trigger className="qr-trigger tight bare r-2" title={t("Larger, to scan from across the room")}>
        <Code text={text} />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog dialog--qr tight">
          <Dialog.Title className="sr-only">{t("QR code of the link")}</Dialog.Title>
          <Dialog.Close className="qr-trigger tight bare r-2" aria-label={t("Close")}>
            <Code text={text} />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Code({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: "L", border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className="qr block r-2"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t("QR code of the link")}
    >
      <rect className="qr__paper" width={size} height={size} />
      <path className="qr__ink" d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
