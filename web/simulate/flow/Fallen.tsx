import { later } from "../../ui/later.ts";
import { useLater } from "../../ui/useLater.ts";
import type { FallenProps } from "./FallenToken.tsx";

const token = later(async () => (await import("./FallenToken.tsx")).FallenToken);

/** Draws packets that a full ring or queue has refused. Empty unless the loss was in the previous cycle. */
export function Fallen(props: FallenProps) {
  const Token = useLater(token, props.view.lost !== undefined);
  return (
    <div className="fallen placed row gap-2 nowrap" data-stop={`fall:${props.place}`}>
      {Token === undefined ? null : <Token {...props} />}
    </div>
  );
}
