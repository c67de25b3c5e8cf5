import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { t } from "../text/t.ts";

/** A part of the page that loads when it is first shown. If it cannot be loaded (no connection, another version on the
 * server), a message takes its place, and the rest of the page works. `floating`: it has no place of its own. */
export function lazyPart<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  floating = false,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return await load();
    } catch {
      return { default: () => <NotLoaded floating={floating} /> };
    }
  });
}

function NotLoaded({ floating }: { readonly floating: boolean }) {
  return (
    <div className="not-loaded" data-floating={floating} role="alert">
      <p>
        <span className="loss" aria-hidden="true">
          ✕{" "}
        </span>
        {t("This part of the page could not be loaded. Are you still online?")}
      </p>
      <button type="button" className="btn btn--small" onClick={() => window.location.reload()}>
        {t("Load the page again")}
      </button>
    </div>
  );
}
