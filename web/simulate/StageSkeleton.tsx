/** The shape of the stage while the first machine is being built. */
import { t } from "../text/t.ts";
export function StageSkeleton() {
  return (
    <section className="stage stage--skeleton" aria-label={t("Machine")} aria-busy="true">
      <h2 className="zone zone--nic">{t("Network card")}</h2>
      <h2 className="zone zone--controller">{t("Interrupt controller")}</h2>
      <h2 className="zone zone--core">{t("CPU core")}</h2>
      <div className="stage__nics">
        <div className="ghost ghost--card" />
      </div>
      <span />
      <div className="controller">
        <div className="ghost ghost--list" />
      </div>
      <span />
      <div className="core">
        <div className="pipeline" style={{ "--stages": 5 }}>
          {["IF", "ID", "EX", "MEM", "WB"].map((name) => (
            <div className="ghost ghost--stage" key={name}>
              {name}
            </div>
          ))}
        </div>
      </div>
      <p className="sr-only" role="status">
        {t("Building the machine")}
      </p>
    </section>
  );
}
