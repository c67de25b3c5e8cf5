import { Menu } from "@base-ui/react/menu";
import { t } from "../../text/t.ts";
import "./figureFormats.css";
import type { Figure } from "./figure.ts";
import { SaveIcon } from "./SaveIcon.tsx";

const FORMATS = [
  { format: "svg", name: "SVG", note: "for papers and slides" },
  { format: "png", name: "PNG", note: "a picture, twice the size" },
  { format: "csv", name: "CSV", note: "the numbers, unrounded" },
] as const;
export type FigureFormat = (typeof FORMATS)[number]["format"];

export interface FigureMenuProps {
  readonly figure: Figure;
}

/** A chart as a file. The drawing code is loaded on demand. */
export default function FigureFormats({ figure }: FigureMenuProps) {
  async function save(format: FigureFormat): Promise<void> {
    const { saveFigure } = await import("./figureFile.ts");
    await saveFigure(figure, format);
  }
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger
        className="tabletoggle grid centre tight bare r-1 ink-3 press"
        aria-label={t("{title} as a file", { title: figure.title })}
      >
        <SaveIcon />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="end">
          <Menu.Popup className="popup menu figure-menu">
            {FORMATS.map(({ format, name, note }) => (
              <Menu.Item key={format} className="menu__item" onClick={() => void save(format)}>
                <span className="stack slim">
                  <span>{name}</span>
                  <span className="small">{t(note)}</span>
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
