/** Building blocks of the controls of a study. */
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { isWithin } from "../../../lib/settings/node.ts";
import type { StudyPlan } from "../../../lib/study/plan.ts";
import type { ScenarioError } from "../../../scenarios/base/messages.ts";
import type { Scenario } from "../../../scenarios/format/schema.ts";
import { TextInput } from "../../form/controls.tsx";
import { translatedMessage } from "../../text/message.ts";
import type { Draft } from "../draft/draft.ts";
import type { Typed } from "../draft/typed.ts";

export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="sweep-form__group grid gap-2 flush edgeless hair-above">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface FoldProps {
  readonly title: string;
  /** Open if the study has a value there. */
  readonly isUsed: boolean;
  readonly children: ReactNode;
}

/** Controls that are rarely needed. */
export function Fold({ title, isUsed, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isUsed);
  useEffect(() => {
    if (isUsed) setOpen(true);
  }, [isUsed]);
  return (
    <details
      className="sweep-form__fold"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className="sweep-form__folded grid gap-2">{children}</div>
    </details>
  );
}

export function Suggestions({ id, values }: { readonly id: string; readonly values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

interface TakeAwayProps {
  readonly label: string;
  readonly onPress: () => void;
}

export function TakeAway({ label, onPress }: TakeAwayProps) {
  return (
    <button
      type="button"
      className="btn btn--ghost btn--icon"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      ×
    </button>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** Id of a list of suggestions. */
  readonly list?: string;
  readonly placeholder?: string;
  readonly lines?: boolean;
  /** Reason why the text is rejected, in the language of the page. */
  readonly refusalOf?: (text: string) => string | undefined;
  readonly onCommit: (value: string) => void;
}

/** A text without the blanks around it. */
export function TextField({ label, value, lines = false, refusalOf, onCommit, ...input }: TextFieldProps) {
  const commit = (text: string) => {
    if (text !== value) onCommit(text);
  };
  return (
    <TextInput
      {...input}
      aria-label={label}
      lines={lines}
      text={value}
      refusalOf={(text) => refusalOf?.(text.trim())}
      onText={(text) => commit(text.trim())}
    />
  );
}

interface TypedFieldProps<T> extends Omit<TextFieldProps, "refusalOf" | "onCommit"> {
  readonly read: (text: string) => Typed<T>;
  readonly onValue: (value: T) => void;
}

/** A text that stands for a value. A text that cannot be read stays as typed, with the reason. */
export function TypedField<T>({ read, onValue, ...props }: TypedFieldProps<T>) {
  return (
    <TextField
      {...props}
      refusalOf={(text) => {
        const typed = read(text);
        return typed.ok ? undefined : typed.message;
      }}
      onCommit={(text) => {
        const typed = read(text);
        if (typed.ok) onValue(typed.value);
      }}
    />
  );
}

/** In `axes[1]: ringFrames`, a field of the scenario follows the place in the study. */
export const placeOf = ({ field }: ScenarioError): string => field.replace(/: .*$/, "");

/** Errors at a place of the study, or anywhere inside it. */
export const errorsIn = (errors: readonly ScenarioError[], place: string): readonly ScenarioError[] =>
  errors.filter((error) => isWithin(placeOf(error), place));

export function Errors({ errors }: { readonly errors: readonly ScenarioError[] }) {
  return errors.length === 0 ? null : (
    <ul className="sweep-form__errors grid gap-2 anywhere r-2" role="alert">
      {errors.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <span className="loss">✕ </span>
          <code>{field}</code> {translatedMessage(message)}
        </li>
      ))}
    </ul>
  );
}

export interface StudyFormProps {
  readonly draft: Draft;
  /** The first scenario of the study. Undefined if it is not loaded. */
  readonly scenario: Scenario | undefined;
  /** The study when it was last read without an error. */
  readonly plan: StudyPlan | undefined;
  readonly errors: readonly ScenarioError[];
  /** The scenario of the page. An id if it is an unchanged built-in one. */
  readonly open: string | Scenario | undefined;
  readonly onChange: (draft: Draft) => void;
}

interface StudyFacts extends StudyFormProps {
  /** Ids of the lists of suggestions. */
  readonly fieldList: string;
  readonly metricList: string;
}

export const StudyContext = createContext<StudyFacts | undefined>(undefined);

/** What the controls of a study share: the study as written, and the scenario that it is about. */
export function useStudy(): StudyFacts {
  const facts = useContext(StudyContext);
  if (facts === undefined) throw new Error("no study around this control");
  return facts;
}
