/** What the page shows of a kind of devices. A card is a part of the stage of its own (web/simulate/stage/NicCard); all
 * others are a row each. */
import type { ReactNode } from "react";
import type { Device } from "../../scenarios/devices/device.ts";
import type { Machine, Traffic } from "../../scenarios/format/schema.ts";
import type { TrackSettingKind } from "../../scenarios/link/tracks.ts";
import type { ProgramsView } from "../engine/machineView.ts";
import type { Metrics } from "../engine/protocol.ts";

/** The scenario around a device, as far as its facts need it. */
export interface Around {
  readonly machine: Machine;
  readonly traffic: readonly Traffic[];
}

/** Rates between two readings of the counters. */
export interface RateReader {
  readonly perSecond: (read: (metrics: Metrics) => number | undefined) => number;
  /** Of the cycles between. */
  readonly share: (read: (metrics: Metrics) => number | undefined) => number;
  /** The later reading. */
  readonly now: Metrics;
}

export interface RowProps<View, Facts, Rates> {
  readonly view: View;
  readonly facts: Facts;
  /** Given at speeds at which the state of a cycle means nothing. */
  readonly rates: Rates | undefined;
  readonly cycle: number;
  /** Of the device among its kind. */
  readonly index: number;
  /** What programs did with it is told here. */
  readonly programs: ProgramsView | undefined;
}

export interface Moment<View> {
  readonly view: View;
  readonly cycle: number;
}

/** In the drawing of a machine: marks of a kind stand side by side, in pixels from the left or the right edge; one
 * whose place is taken stands at the next that is free. */
export interface SmallMark {
  readonly isRound: boolean;
  readonly from: "left" | "right";
  /** Of the first one, from that edge. */
  readonly offset: number;
  readonly width: number;
  /** From one to the next. */
  readonly pitch: number;
  /** More are not drawn. */
  readonly most: number;
}

interface Shared<D extends Device, Facts, Rates> {
  /** What does not change while the machine runs. */
  facts(device: D, around: Around): Facts;
  /** `index`: of the device among its kind. */
  rates(index: number, reader: RateReader): Rates;
}

export interface CardKind<D extends Device, Facts = unknown, Rates = unknown>
  extends Shared<D, Facts, Rates> {
  readonly isCard: true;
}

export interface RowKind<D extends Device, View, Facts = unknown, Rates = unknown>
  extends Shared<D, Facts, Rates> {
  readonly isCard: false;
  Row(props: RowProps<View, Facts, Rates>): ReactNode;
  /** What it does in a cycle, as in the row, for drawings. */
  says(view: View, facts: Facts, cycle: number): string;
  /** What a device of this kind is for, in a sentence. */
  purpose(): string;
  /** The tracks of the timeline that show what its devices do, in the order of its list. */
  readonly track?: TrackSettingKind;
  /** What is said aloud when it did something between two pictures. */
  changes(name: string, before: Moment<View>, now: Moment<View>): readonly string[];
  readonly mark: SmallMark;
  /** In the line that tells what machine a scenario has; "": not worth telling. */
  words(count: number): string;
}
