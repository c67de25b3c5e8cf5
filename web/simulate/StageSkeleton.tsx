/** The shape of the stage while the first machine is being built. */
import { t } from "../text/t.ts";
export function StageSkeleton() {
  return (
    <section
      className="stage stage--skeleton grid grow low scroll anchor"
      aria-label={t("Machine")}
      aria-busy="true"
    >
      <h2 className="zone zone--nic not-phone">{t("Network card")}</h2>
      <h2 className="zone zone--controller not-phone">{t("Interrupt controller")}</h2>
      <h2 className="zone zone--core">{t("CPU core")}</h2>
      <div className="stage__nics slim">
        <div className="ghost ghost--card small r-2" />
      </div>
      <span />
      <div className="controller stack slim">
        <div className="ghost ghost--list small r-2" />
      </div>
      <span />
      <div className="core stack slim">
        <div className="pipeline grid gap-2" style={{ "--stages": 5 }}>
          {["IF", "ID", "EX", "MEM", "WB"].map((name) => (
            <div className="ghost ghost--stage small r-2" key={name}>
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
