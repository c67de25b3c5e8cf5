import { t } from "../text/t.ts";

/** Where numbers are to come. */
export function Skeleton() {
  return (
    <div className="skeletons grid">
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
      <div className="skeleton r-1" />
    </div>
  );
}

/** While a page is on its way. What is there soon is not announced: the bars wait for a third of a second. */
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
