/** The frame of a report: a page that loads nothing. */
import { type Html, html } from "./html.ts";
import { REPORT_STYLE } from "./style.ts";

export function pageOf(title: string, program: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="irqscope ${program}">
<title>${title}</title>
<style>${{ html: REPORT_STYLE }}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`.html;
}
