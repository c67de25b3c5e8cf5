/** A lab as a SCORM 1.2 package: the site, a page that opens the lab, and the manifest. */
import type { Lab } from "./lab.ts";

const LAUNCH_PAGE = "launch.html";
export const MANIFEST = "imsmanifest.xml";

export interface PackageFiles {
  readonly [path: string]: Uint8Array;
}

/** `site`: the built page, by path. */
export function scormPackage(lab: Lab, seed: number, site: PackageFiles): PackageFiles {
  const text = (content: string) => new TextEncoder().encode(content);
  const files = { ...site, [LAUNCH_PAGE]: text(launchPage(lab, seed)) };
  return { ...files, [MANIFEST]: text(manifest(lab, Object.keys(files).sort())) };
}

/** Without a script: no policy of a platform stands in its way. */
function launchPage({ id, title }: Lab, seed: number): string {
  const address = `index.html?embed=1#lab=${id}${seed === 0 ? "" : `&seed=${seed}`}&scorm=1`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${xml(title)}</title>
<meta http-equiv="refresh" content="0; url=${xml(address)}"></head>
<body><p><a href="${xml(address)}">${xml(title)}</a></p></body>
</html>
`;
}

function manifest({ id, title }: Lab, files: readonly string[]): string {
  const listed = files.map((file) => `      <file href="${xml(encodeURI(file))}"/>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="irqscope-${id}" version="1.0"
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
