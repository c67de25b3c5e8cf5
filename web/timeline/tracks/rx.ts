/** The receive ring of a card. */
import { t } from "../../text/t.ts";
import { fillTrack, ofCard } from "./fill.ts";

export const rx = fillTrack({
  kind: "rx",
  linkName: "rx",
  places: ({ nics }) => nics.map((_, index) => ({ index, least: 40, natural: 64, most: 200 })),
  name: (machine, index) =>
    ofCard(machine, machine.hasRing?.[index] === false ? t("rx buffer") : t("rx ring"), index),
  shortName: ({ nics }, index) => nics[index],
  headroomPx: 14,
  hasCapacityLine: true,
  fill: ({ rxFill }, index) => rxFill[index],
  lost: ({ losses }, index) => losses.rx[index],
  held: ({ nics }, index) => nics[index]?.rxFill,
});
