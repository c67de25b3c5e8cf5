/** Saves a chart as a file. Load it by `import()`, so that it is a chunk of its own. */

import { dataCsv } from "../dataCsv.ts";
import { pagePalette } from "../pagePalette.ts";
import { saveBlob } from "../saveBlob.ts";
import type { FigureFormat } from "./FigureFormats.tsx";
import type { Figure } from "./figure.ts";
import { figureSvg } from "./figureSvg.ts";

const PNG_SCALE = 2;

export async function saveFigure(figure: Figure, format: FigureFormat): Promise<void> {
  const name = `${figure.title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.${format}`;
  if (format === "csv") saveBlob(name, new Blob([dataCsv(figure.data)], { type: "text/csv" }));
  else {
    const svg = figureSvg(figure, pagePalette());
    const blob = new Blob([svg], { type: "image/svg+xml" });
    saveBlob(name, format === "svg" ? blob : await rasterised(blob));
  }
}

export async function rasterised(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * PNG_SCALE;
    canvas.height = image.naturalHeight * PNG_SCALE;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas to draw the picture on");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((png) => (png === null ? reject(new Error("the picture is too large")) : resolve(png)));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
