/** Room for texts of the charts, by the mean width of a character. */
const CHARACTER_PX = 6.4;

export const textWidthPx = (characters: number): number => characters * CHARACTER_PX;

/** As much as there is room for; what is cut ends with dots. */
export function fitted(text: string, roomPx: number): string {
  const most = Math.max(1, Math.floor(roomPx / CHARACTER_PX));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
