import { Suspense, useState } from "react";
import { useApp } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";

const WarmUpForm = lazyPart(async () => ({ default: (await import("./lateSections.ts")).WarmUpForm }));

/** From which cycle on the panel counts; a press lets it count from another. `isBusy`: its numbers are still of another. */
export function CountedFrom({ isBusy }: { readonly isBusy: boolean }) {
  const cycle = useApp((state) => state.warmUpCycles);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="counted" aria-label={t("Warm-up")} aria-busy={isBusy} data-warm-up={cycle > 0}>
      <button
        type="button"
        className="btn btn--ghost btn--small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t("Counted from cycle {cycle}", { cycle })}
        <Icon name={isOpen ? "up" : "down"} />
      </button>
      {isOpen ? (
        <Suspense>
          <WarmUpForm onDone={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
