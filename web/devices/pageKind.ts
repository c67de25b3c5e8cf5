/** Presentation of a device kind. A card is a separate part of the stage (web/simulate/stage/NicCard). Every other
 * device is a row. */
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
  /** Share of the cycles between the two readings. */
  readonly share: (read: (metrics: Metrics) => number | undefined) => number;
  /** The later reading. */
  readonly now: Metrics;
}

export interface RowProps<View, Facts, Rates> {
  readonly view: View;
  readonly facts: Facts;
  /** Shown at speeds at which the state of a single cycle means nothing. */
  readonly rates: Rates | undefined;
  readonly cycle: number;
  /** Index of the device within its kind. */
  readonly index: number;
  /** Shows what programs did with the device. */
  readonly programs: ProgramsView | undefined;
}

export interface Moment<View> {
  readonly view: View;
  readonly cycle: number;
}

/** Marks in the drawing of a machine. Marks of a kind are side by side, at this distance in pixels from the left or
 * right edge. A mark whose place is used moves to the next free one. */
export interface SmallMark {
  readonly isRound: boolean;
  readonly from: "left" | "right";
  /** Offset of the first mark from that edge. */
  readonly offset: number;
  readonly width: number;
  /** Distance from one mark to the next. */
  readonly pitch: number;
  /** Largest number of marks in the drawing. */
  readonly most: number;
}

interface Shared<D extends Device, Facts, Rates> {
  /** Facts that do not change while the machine runs. */
  facts(device: D, around: Around): Facts;
  /** `index` is the index of the device within its kind. */
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
  /** The state in a cycle, in the words of the row, for drawings. */
  says(view: View, facts: Facts, cycle: number): string;
  /** One sentence about the purpose of this kind. */
  purpose(): string;
  /** The tracks of the timeline that show what its devices do, in the order of its list. */
  readonly track?: TrackSettingKind;
  /** Announcements for screen readers: changes between two pictures. */
  changes(name: string, before: Moment<View>, now: Moment<View>): readonly string[];
  readonly mark: SmallMark;
  /** Words for the line that describes a scenario's machine. "" if the kind is not worth mentioning. */
  words(count: number): string;
}
