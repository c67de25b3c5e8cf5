import { Component, type ReactNode } from "react";
import { t } from "../text/t.ts";

interface BrokenProps {
  readonly children: ReactNode;
}

/** The last resort: after a fault of the page itself, it shows a message and a way to continue. */
export class Broken extends Component<BrokenProps, { readonly reason: string | undefined }> {
  override state = { reason: undefined };

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <main className="stage-message" role="alert">
        <h1>{t("Something went wrong on this page")}</h1>
        <p>{reason}</p>
        <p className="dim">
          {t(
            "Your machine, its position and all you have saved are safe: this browser and the address keep them.",
          )}
        </p>
        <button type="button" className="btn btn--primary" onClick={() => window.location.reload()}>
          {t("Load the page again")}
        </button>
      </main>
    );
  }
}
