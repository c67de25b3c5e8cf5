import { Suspense, useId, useState } from "react";
import { useApp, useCounted } from "../../state/hooks.ts";
import { t } from "../../text/t.ts";
import { Icon } from "../../ui/Icon.tsx";
import { lazyPart } from "../../ui/lazyPart.tsx";

const WarmUpForm = lazyPart(() => import("./WarmUpForm.tsx"));

/** From which cycle on the panel counts; a press lets it count from another. */
export function CountedFrom() {
  const warmUpCycles = useApp((state) => state.warmUpCycles);
  const counted = useCounted();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isStale = counted !== undefined && counted.warmUpCycles !== warmUpCycles;
  return (
    <section className="counted" aria-label={t("Warm-up")} data-warm-up={warmUpCycles > 0}>
      <button
        type="button"
        className="btn btn--ghost btn--small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("Counted from cycle {cycle}", { cycle: warmUpCycles })}
        <Icon name={isOpen ? "up" : "down"} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <Suspense fallback={null}>
            <WarmUpForm onDone={() => setOpen(false)} />
          </Suspense>
        ) : null}
      </div>
      {isStale ? (
        <p className="empty" role="status">
          {t("Counts again from cycle {cycle} …", { cycle: warmUpCycles })}
        </p>
      ) : null}
    </section>
  );
}
