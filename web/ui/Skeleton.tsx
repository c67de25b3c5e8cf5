import { t } from "../text/t.ts";

/** Placeholder for numbers that are not known yet. */
export function Skeleton() {
  return (
    <div className="skeletons grid">
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
    </div>
  );
}

/** Shown while a page loads. The bars appear after a third of a second, so a fast load shows none. */
export function PageLoading() {
  return (
    <main className="page-loading grid packed gap-4 grow" aria-busy="true">
      <p className="sr-only" role="status">
        {t("loading")}
      </p>
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
    </main>
  );
}
