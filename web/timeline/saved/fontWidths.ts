/** How wide the page's letters are, for where no canvas measures them: advances in thousandths of the font's size, of
 * Inter 4 (@fontsource-variable/inter, as Chromium measures it; tests/e2e/exportPicture.spec.ts holds them to it). JetBrains
 * Mono is as wide in every weight. */
const CHARACTERS =
  " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\u2013\u2212×·…✕µ\u202f";

const REGULAR = [
  281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618, 646,
  593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746, 743, 269,
  571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365, 360, 365, 471,
  456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600, 612, 612, 376, 528,
  327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662, 500, 662, 662, 288, 864, 838, 586, 141,
];
const SEMIBOLD = [
  252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636, 666,
  612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749, 746, 277,
  580, 703, 565, 922, 759, 769, 645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373, 379, 373, 481,
  469, 351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609, 624, 624, 397, 549,
  353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673, 500, 673, 673, 319, 956, 838, 614, 126,
];

const [REGULAR_WEIGHT, SEMIBOLD_WEIGHT] = [400, 600];
const MONO = 600;
/** Of a letter that is not in the table. */
const OTHER = 620;

/** In px. `font` as canvases have it: "600 12px Inter, sans-serif". */
export function fontTextWidth(text: string, font: string): number {
  const [, weight = "400", size = "10", family = ""] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(font) ?? [];
  const isMono = /mono/i.test(family);
  const bold = (Number(weight) - REGULAR_WEIGHT) / (SEMIBOLD_WEIGHT - REGULAR_WEIGHT);
  let sum = 0;
  for (const character of text) sum += isMono ? MONO : advance(character, bold);
  return (sum * Number(size)) / 1000;
}

/** `bold`: 0 is regular, 1 semibold; what lies between them, the font draws between them. */
function advance(character: string, bold: number): number {
  const at = CHARACTERS.indexOf(character);
  const regular = REGULAR[at] ?? OTHER;
  return regular + ((SEMIBOLD[at] ?? OTHER) - regular) * bold;
}
