import { Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { textIn } from "../../lib/story/caption.ts";
import { builtinScenario } from "../../scenarios/index.ts";
import type { StoryStep, StoryText } from "../../scenarios/story/story.ts";
import { useActions, useApp, useCell, useLive, useSession } from "../state/hooks.ts";
import { currentLanguage } from "../text/language.ts";
import { t, tCount, translated } from "../text/t.ts";
import { useLanguage } from "../text/useLanguage.ts";
import { formatSeconds, quantityText } from "../ui/format.ts";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { Term } from "../ui/Term.tsx";
import { lostIn } from "./lost.ts";
import { numberText } from "./numberText.ts";
import type { StoryPlayer, StoryState } from "./player.ts";
import { measureFor, playerOf, storyOf, tellStory } from "./storyOfPage.ts";
import { type TextPiece, termPieces } from "./termsInText.ts";
import { isAnswerKnown, type Tried } from "./tried.ts";
import { useCaption } from "./useCaption.ts";
import "./storyBar.css";

const Challenge = lazyPart(() => import("./Challenge.tsx"));

/** The current step, buttons for the others, and the action of the step. */
export function StoryBar() {
  const session = useSession();
  const [player, setPlayer] = useState<StoryPlayer>();
  const [state, setState] = useState<StoryState>();
  useEffect(() => {
    let stop = () => {};
    let isLeft = false;
    void Promise.all([playerOf(session), storyOf(session.store.getState())]).then(([made, story]) => {
      if (isLeft) return;
      setPlayer(made);
      setState(made.store.getState());
      const forget = made.store.subscribe(setState);
      void tellStory(session, made, story);
      stop = () => {
        forget();
        made.rest();
      };
    });
    return () => {
      isLeft = true;
      stop();
    };
  }, [session]);
  if (player === undefined || state === undefined)
    return <div className="storybar stack at-end gap-1 surface" aria-busy="true" />;
  return <Step player={player} state={state} />;
}

interface StepProps {
  readonly player: StoryPlayer;
  readonly state: StoryState;
}

const own = (text: StoryText) => textIn(text, currentLanguage());

function Step({ player, state }: StepProps) {
  useLanguage();
  const { story, step: index, scenario, cycle, status } = state;
  const step = story.steps[index];
  const caption = useCaption(step?.caption, scenario, cycle, measureFor());
  const answer = useCaption(step?.question?.answer, scenario, cycle, measureFor());
  const isLast = index === story.steps.length - 1;
  const goal = state.isChallenged === true ? story.challenge : undefined;
  const bar = useRef<HTMLElement>(null);
  // Runs before a reader can reach the contents. Later it would take the focus from a word there.
  useLayoutEffect(() => bar.current?.focus({ preventScroll: true }), []);
  if (step === undefined) return null;
  return (
    <section
      className="storybar stack at-end gap-1 surface"
      aria-label={t("Story: {title}", { title: own(story.title) })}
      aria-busy={status === "going"}
      tabIndex={-1}
      ref={bar}
    >
      {goal === undefined ? (
        <p className="storybar__caption t-18" role="status">
          <CaptionText text={caption} />
          {status === "nowhere" ? <span className="dim"> {t("This run has no such moment.")}</span> : null}
        </p>
      ) : (
        <Suspense fallback={<p className="storybar__caption t-18" />}>
          <Challenge goal={goal} />
        </Suspense>
      )}
      {index === 0 ? <LostBefore cycle={cycle} /> : null}
      {goal === undefined ? (
        <Question
          step={step}
          answer={answer}
          chosen={state.chosen}
          isKnown={isAnswerKnown(step, state.tried)}
          onChoose={player.choose}
        />
      ) : null}
      <div className="storybar__foot row wrap at-end">
        <p className="storybar__title flex gap-3 slim note nowrap">
          <span className="storybar__name slim clip" title={own(story.title)}>
            {own(story.title)}
          </span>
          <span className="storybar__count digits nowrap">
            {t("{number} of {of}", { number: index + 1, of: story.steps.length })}
          </span>
        </p>
        {goal === undefined ? (
          <>
            <WhyDropped step={step} cycle={cycle} />
            <Action step={step} tried={state.tried} onTry={player.tryIt} />
          </>
        ) : null}
        <Ways
          player={player}
          index={index}
          isLast={isLast}
          state={state}
          isFirstChoice={goal !== undefined || step.do === undefined || state.tried?.status === "done"}
        />
      </div>
    </section>
  );
}

/** Earlier losses in the counters of a story that starts in the middle of a run. */
function LostBefore({ cycle }: { readonly cycle: number | undefined }) {
  const view = useCell(useLive().view);
  const clockHertz = useApp(({ scenario }) => scenario?.machine.clockHertz);
  if (view === undefined || view.cycle !== cycle || clockHertz === undefined) return null;
  const lost = lostIn(view);
  if (lost === 0) return null;
  const time = quantityText(formatSeconds(cycle / clockHertz));
  return (
    <p className="dim">
      {tCount(
        lost,
        "The story begins after {time}. {count} packet has already been lost.",
        "The story begins after {time}. {count} packets have already been lost.",
        { time },
      )}
    </p>
  );
}

interface WaysProps {
  readonly player: StoryPlayer;
  readonly index: number;
  readonly isLast: boolean;
  readonly state: StoryState;
  /** False while the step has something to try. */
  readonly isFirstChoice: boolean;
}

/** Buttons: back, play, forward, and leave. */
function Ways({ player, index, isLast, state, isFirstChoice }: WaysProps) {
  const playing = useApp((app) => app.playing);
  const onward = { className: isFirstChoice ? "btn btn--primary" : "btn", "data-clicker": "next" };
  return (
    <div className="storybar__buttons row gap-2 rigid">
      <button
        type="button"
        className="btn btn--icon"
        data-clicker="back"
        aria-label={t("Back")}
        title={t("Back")}
        disabled={index === 0}
        onClick={() => player.go(state.isChallenged === true ? index : index - 1)}
      >
        <Icon name="back" />
      </button>
      {isLast ? null : (
        <button
          type="button"
          className="btn"
          aria-label={t("Watch until the next step")}
          disabled={playing}
          onClick={player.playOn}
        >
          <Icon name="play" />
          <span className="not-phone">{t("Watch until the next step")}</span>
          <span className="only-phone">{t("Watch")}</span>
        </button>
      )}
      {isLast ? (
        <WayOn player={player} state={state} onward={onward} />
      ) : (
        <button type="button" {...onward} onClick={() => player.go(index + 1)}>
          {t("Next")}
        </button>
      )}
      <button
        type="button"
        className="btn btn--icon btn--ghost"
        aria-label={t("Leave the story")}
        title={t("Leave the story")}
        onClick={player.leave}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Shown after the last step: its challenge, then the next story. */
function WayOn({
  player,
  state: { story, isChallenged },
  onward,
}: Pick<WaysProps, "player" | "state"> & { readonly onward: { readonly className: string } }) {
  if (story.challenge !== undefined && isChallenged !== true)
    return (
      <button type="button" {...onward} onClick={player.challenge}>
        {t("Your turn")}
      </button>
    );
  const next = story.next === undefined ? undefined : builtinScenario(story.next);
  if (next === undefined)
    return (
      <button type="button" {...onward} onClick={player.leave}>
        {t("Now try it yourself")}
      </button>
    );
  return (
    <a {...onward} href={`#${next.id}?y=1`}>
      {t("Next story: {name}", { name: translated(next.name) })}
    </a>
  );
}

/** Opens the card with the causes of a loss, for a step at a loss. */
function WhyDropped({
  step: { at },
  cycle,
}: {
  readonly step: StoryStep;
  readonly cycle: number | undefined;
}) {
  const { askWhy } = useActions();
  if (at?.on !== "event" || at.event !== "frame-dropped" || cycle === undefined) return null;
  return (
    <button
      type="button"
      className="btn btn--small"
      // The step shows the cycle right after the loss.
      onClick={() => askWhy({ what: "drop", cycle: Math.max(0, cycle - 1) })}
    >
      {t("Why this one?")}
    </button>
  );
}

interface ActionProps {
  readonly step: StoryStep;
  readonly tried: Tried | undefined;
  readonly onTry: () => void;
}

function Action({ step, tried, onTry }: ActionProps) {
  const action = step.do;
  if (action === undefined) return null;
  const shown = (value: number | undefined) =>
    value === undefined ? "–" : numberText(value, tried?.unit ?? "");
  return (
    <p className="storybar__action row wrap">
      <button
        type="button"
        className={tried?.status === "done" ? "btn btn--small" : "btn btn--small btn--primary"}
        disabled={tried?.status === "running" || tried?.status === "done"}
        onClick={onTry}
      >
        {own(action.label)}
      </button>
      <span role="status">
        {tried === undefined ? null : tried.status === "running" ? (
          t("The whole run, before and after …")
        ) : tried.status === "failed" ? (
          tried.message
        ) : (
          <>
            {own(action.metricLabel)} <s className="mono ink-3">{shown(tried.before)}</s>{" "}
            <span aria-hidden="true">→</span> <b className="mono t-18">{shown(tried.after)}</b>
          </>
        )}
      </span>
    </p>
  );
}

interface QuestionProps {
  readonly step: StoryStep;
  /** The answer with its numbers. */
  readonly answer: string;
  readonly chosen: number | undefined;
  /** True if the try has revealed the answer. */
  readonly isKnown: boolean;
  readonly onChoose: (choice: number) => void;
}

/** If there is something to try, the question asks for a guess. */
function Question({ step: { question, do: action }, answer, chosen, isKnown, onChoose }: QuestionProps) {
  if (question === undefined) return null;
  return (
    <div className="storybar__question row wrap">
      <p>{own(question.text)}</p>
      <p className="storybar__choices row wrap">
        {question.choices.map((choice, index) => {
          const number = index + 1;
          const verdict =
            !isKnown || chosen === undefined || (number !== chosen && number !== question.right)
              ? undefined
              : number === question.right
                ? "right"
                : "wrong";
          return (
            <button
              key={own(choice)}
              type="button"
              className="btn btn--small"
              aria-pressed={chosen === number}
              data-verdict={verdict}
              onClick={() => onChoose(number)}
            >
              {own(choice)}
              {verdict === undefined ? null : (
                <span className="sr-only">, {verdict === "right" ? t("right") : t("wrong")}</span>
              )}
            </button>
          );
        })}
      </p>
      <p role="status">
        {chosen === undefined
          ? action !== undefined && isKnown
            ? answer
            : null
          : !isKnown
            ? t("The run answers: press “{label}”.", { label: action === undefined ? "" : own(action.label) })
            : `${chosen === question.right ? t("Right.") : t("No.")} ${answer}`}
      </p>
    </div>
  );
}

/** A caption whose words of the trade are explained: under the pointer, with the focus, by touch. */
function CaptionText({ text }: { readonly text: string }) {
  const pieces = termPieces(text, currentLanguage());
  return pieces.map((piece, index) => {
    if (piece.term === undefined) return piece.text.slice(endOf(pieces[index - 1], piece).length);
    return (
      <span key={piece.text} className="storybar__term nowrap">
        <Term id={piece.term}>{piece.text}</Term>
        {endOf(piece, pieces[index + 1])}
      </span>
    );
  });
}

/** Punctuation directly after a term, which stays on the term's line. */
function endOf(before: TextPiece | undefined, piece: TextPiece | undefined): string {
  if (before?.term === undefined || piece === undefined) return "";
  return /^[^\s\p{L}\p{N}]+/u.exec(piece.text)?.[0] ?? "";
}
