import { Popover } from "@base-ui/react/popover";
import { TERMS, type TermId, termAddress } from "../../lib/terms/terms.ts";

export default function TermText({ id }: { readonly id: TermId }) {
  const { name, sentence, at } = TERMS[id];
  return (
    <>
      <Popover.Title className="term__name">{name}</Popover.Title>
      <Popover.Description className="term__sentence">{sentence}</Popover.Description>
      <a href={termAddress(TERMS[id])} target="_blank" rel="noopener">
        More: {at.heading}
      </a>
    </>
  );
}
