/** The transmit queue of a card. */
import { t } from "../../text/t.ts";
import { fillTrack, ofCard } from "./fill.ts";

export const tx = fillTrack({
  kind: "tx",
  linkName: "tx",
  places: ({ sends, nics }) =>
    sends ? nics.map((_, index) => ({ index, least: 24, natural: 40, most: 90 })) : [],
  name: (machine, index) => ofCard(machine, t("tx queue"), index),
  shortName: ({ nics }, index) => nics[index],
  headroomPx: 10,
  fill: ({ txFill }, index) => txFill[index],
  lost: ({ losses }, index) => losses.tx[index],
  held: ({ nics }, index) => nics[index]?.txFill,
});
