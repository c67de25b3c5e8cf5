/** Closed forms beside the curves that the machine gives: `#papers=forms`. */
import { ticks } from "d3-array";
import { line } from "d3-shape";
import { useEffect, useState } from "react";
import { CLOSED_FORMS, type ClosedForm } from "../../lib/study/closedForms.ts";
import { type FormPoint, formPoints } from "../../lib/study/formPoints.ts";
import type { Scenario } from "../../scenarios/format/schema.ts";
import { plainText } from "../text/numbers.ts";
import { paperText } from "../text/papers/paperText.ts";
import { t } from "../text/t.ts";
import { claimNumber, percentText } from "./numbers.ts";
import { usePaperTexts } from "./usePaperTexts.ts";

interface FormsPageProps {
  readonly onOpen: (scenario: Scenario) => void;
}

export default function FormsPage({ onOpen }: FormsPageProps) {
  usePaperTexts();
  const simulated = useSimulated();
  return (
    <main className="papers grow scroll anchor">
      <p>
        <a href="#papers">{t("Published experiments")}</a>
      </p>
      <h2 className="papers__title">{t("Closed forms beside the machine")}</h2>
      <p className="above-1 ink-2">
        {t(
          "Lines are formulas, dots are the machine. No number of a machine was chosen to meet its formula: both have the same cycles.",
        )}
      </p>
      <div className="sources grid gap-4 above-3" style={{ "--least": "420px" }}>
        {CLOSED_FORMS.map((form) => (
          <Form key={form.study} form={form} points={simulated.get(form.study)} onOpen={onOpen} />
        ))}
      </div>
    </main>
  );
}

function useSimulated(): ReadonlyMap<string, readonly FormPoint[]> {
  const [known, setKnown] = useState<ReadonlyMap<string, readonly FormPoint[]>>(new Map());
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const all = await Promise.all(
        CLOSED_FORMS.map(async (form) => [form.study, await formPoints(form)] as const),
      );
      if (isWanted) setKnown(new Map(all));
    };
    load().catch(() => undefined); // offline
    return () => {
      isWanted = false;
    };
  }, []);
  return known;
}

interface FormProps extends FormsPageProps {
  readonly form: ClosedForm;
  /** Undefined until the results have been loaded. */
  readonly points: readonly FormPoint[] | undefined;
}

function Form({ form, points, onOpen }: FormProps) {
  const { title, question, formula, where, source, study } = form;
  return (
    <section className="surface hair r-3 pad-3-4 slim" aria-label={paperText(title)}>
      <h3 className="t-18">{paperText(title)}</h3>
      <p className="ink-2">{paperText(question)}</p>
      <p className="mono t-15 above-2 anywhere">{paperText(formula)}</p>
      <p className="t-13 ink-2">
        {paperText(where)} <a href={source.address}>{paperText(source.text)}</a>.
      </p>
      {points === undefined ? (
        <p className="t-13 ink-3">{t("Loading the results …")}</p>
      ) : (
        <>
          <Chart form={form} points={points} onOpen={onOpen} />
          <p className="t-13">{deviationText(form, points)}</p>
        </>
      )}
      <p className="t-13">
        <a href={`#sweep=${study}`}>{t("Run this study again in Sweep")}</a>
      </p>
    </section>
  );
}

function deviationText({ at, x }: ClosedForm, points: readonly FormPoint[]): string {
  const all = points
    .filter((point) => at(point.x) > 0)
    .map((point) => ({ x: point.x, share: point.mean / at(point.x) - 1 }));
  const worst = all.reduce((most, one) => (Math.abs(one.share) > Math.abs(most.share) ? one : most), {
    x: 0,
    share: 0,
  });
  return t("Largest deviation from the formula: {percent}, at {number} {what}.", {
    percent: percentText(worst.share),
    number: claimNumber(worst.x),
    what: paperText(x.text),
  });
}

const [WIDTH_PX, HEIGHT_PX] = [420, 220];
const [LEFT_PX, RIGHT_PX, TOP_PX, BOTTOM_PX] = [52, 12, 10, 40];
/** Points of a drawn formula. */
const SAMPLES = 240;

const tickText = (value: number) => (value < 1000 ? plainText(value) : `${plainText(value / 1000)} k`);

function Chart({ form, points, onOpen }: Required<FormProps> & { readonly points: readonly FormPoint[] }) {
  const xs = points.map(({ x }) => x);
  const last = Math.max(...xs);
  const samples = form.isContinuous
    ? Array.from({ length: SAMPLES + 1 }, (_, at) => (at / SAMPLES) * last)
    : xs;
  const most = Math.max(...samples.map(form.at), ...points.map(({ mean, halfWidth }) => mean + halfWidth));
  const across = (x: number) => LEFT_PX + (x / last) * (WIDTH_PX - RIGHT_PX - LEFT_PX);
  const up = (y: number) => HEIGHT_PX - BOTTOM_PX - (y / most) * (HEIGHT_PX - BOTTOM_PX - TOP_PX);
  const path = line<number>()
    .x((x) => across(x))
    .y((x) => up(form.at(x)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place around a drawing, and an image has no buttons
    <svg
      className="wide above-2"
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      role="group"
      aria-label={t("{what} by formula and machine", { what: paperText(form.y.text) })}
    >
      <path
        className="dots__axis hollow"
        d={`M${LEFT_PX},${TOP_PX}V${HEIGHT_PX - BOTTOM_PX}H${WIDTH_PX - RIGHT_PX}`}
      />
      {ticks(0, last, 5).map((value) => (
        <text
          key={value}
          className="scatter__name t-11"
          x={across(value)}
          y={HEIGHT_PX - BOTTOM_PX + 15}
          textAnchor="middle"
        >
          {tickText(value)}
        </text>
      ))}
      {ticks(0, most, 4).map((value) => (
        <text key={value} className="scatter__name t-11" x={LEFT_PX - 6} y={up(value) + 4} textAnchor="end">
          {tickText(value)}
        </text>
      ))}
      <text
        className="scatter__name t-11"
        x={(LEFT_PX + WIDTH_PX - RIGHT_PX) / 2}
        y={HEIGHT_PX - 6}
        textAnchor="middle"
      >
        {`${paperText(form.x.text)} ${form.x.unit}`}
      </text>
      <text
        className="scatter__name t-11"
        transform={`translate(11 ${(HEIGHT_PX - BOTTOM_PX + TOP_PX) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {`${paperText(form.y.text)} ${form.y.unit}`}
      </text>
      <path className="dots__printed hollow" d={path(samples) ?? ""} />
      {points.map((point) => (
        <Dot
          key={point.x}
          name={t("{x}: {simulated} by the machine, {formula} by the formula. Open the machine.", {
            x: `${claimNumber(point.x)} ${paperText(form.x.text)}`,
            simulated: claimNumber(point.mean),
            formula: claimNumber(form.at(point.x)),
          })}
          at={[across(point.x), up(point.mean)]}
          bar={[up(point.mean - point.halfWidth), up(point.mean + point.halfWidth)]}
          onOpen={() => onOpen(point.scenario)}
        />
      ))}
    </svg>
  );
}

interface DotProps {
  readonly name: string;
  readonly at: readonly [number, number];
  readonly bar: readonly [number, number];
  readonly onOpen: () => void;
}

function Dot({ name, at: [x, y], bar, onOpen }: DotProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button has no place in a drawing
    <g
      className="scatter__dot press"
      role="button"
      tabIndex={0}
      aria-label={name}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onOpen();
      }}
    >
      <title>{name}</title>
      <circle className="scatter__reach" cx={x} cy={y} r="11" />
      <line className="dots__printed" x1={x} x2={x} y1={bar[0]} y2={bar[1]} />
      <circle className="dots__simulated" cx={x} cy={y} r="3.6" />
    </g>
  );
}
