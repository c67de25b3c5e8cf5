/** A lab as a SCORM 1.2 package: the site, a page that opens the lab, and the manifest. */
import { VERSION } from "../origin.ts";
import type { Lab } from "./lab.ts";
import { labFileText, PACKED_LAB, PACKED_LAB_FILE } from "./own.ts";

const LAUNCH_PAGE = "launch.html";
const MANIFEST = "imsmanifest.xml";
/** A service worker would answer requests for the platform's own files, on every visit after the first. */
const LEFT_OUT = ["sw.js"];

export interface PackageFiles {
  readonly [path: string]: Uint8Array;
}

interface PackageOptions {
  readonly lab: Lab;
  /** True for a lab that is not part of the course. The package then contains the lab. */
  readonly isOwn: boolean;
  /** "student": each student has a seed, computed from the identifier that the platform gives. */
  readonly seed: number | "student";
  /** Undefined: the language of the student's browser. */
  readonly language: "en" | "de" | undefined;
  /** The built page, by path. */
  readonly site: PackageFiles;
}

export function scormPackage(options: PackageOptions): PackageFiles {
  const { lab, isOwn, site } = options;
  const text = (content: string) => new TextEncoder().encode(content);
  const files: Record<string, Uint8Array> = { ...site, [LAUNCH_PAGE]: text(launchPage(options)) };
  for (const name of LEFT_OUT) delete files[name];
  if (isOwn) files[PACKED_LAB_FILE] = text(labFileText(lab));
  return { ...files, [MANIFEST]: text(manifest(lab, Object.keys(files).sort())) };
}

const LAUNCH_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'";

/** The page has no script, so no security policy of a platform can block it. */
function launchPage({ lab, isOwn, seed, language }: PackageOptions): string {
  const { title } = lab;
  const name = isOwn ? PACKED_LAB : lab.id;
  const spoken = language === undefined ? "" : `&lang=${language}`;
  const address = `index.html?embed=1${spoken}#lab=${name}${seed === 0 ? "" : `&seed=${seed}`}&scorm=1`;
  return `<!doctype html>
<html lang="${language ?? "en"}">
<head><meta charset="utf-8"><title>${xml(title)}</title>
<meta http-equiv="Content-Security-Policy" content="${LAUNCH_POLICY}">
<meta http-equiv="refresh" content="0; url=${xml(address)}"></head>
<body><p><a href="${xml(address)}">${xml(title)}</a></p></body>
</html>
`;
}

function manifest({ id, title }: Lab, files: readonly string[]): string {
  const listed = files.map((file) => `      <file href="${xml(encodeURI(file))}"/>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="irqscope-${id}" version="${VERSION}"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${xml(title)}</title>
      <item identifier="lab" identifierref="page"><title>${xml(title)}</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${LAUNCH_PAGE}">
${listed}
    </resource>
  </resources>
</manifest>
`;
}

function xml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
