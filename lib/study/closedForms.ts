/** Formulas of queues and of hosts that interrupts drive, each with the built-in study that simulates it. A formula
 * uses the numbers of the machine in its study; none is fitted. */

export interface ClosedForm {
  /** Id of the built-in study. It varies one column. */
  readonly study: string;
  readonly title: string;
  readonly question: string;
  /** The formula as on paper. */
  readonly formula: string;
  /** The meaning of the letters, and the assumptions of the formula. */
  readonly where: string;
  readonly source: { readonly text: string; readonly address: string };
  readonly x: { readonly text: string; readonly unit: string };
  readonly y: { readonly text: string; readonly unit: string };
  /** In the units of the study: the value of its only metric at a value of its only column. */
  readonly at: (x: number) => number;
  /** False if x is a whole number. */
  readonly isContinuous: boolean;
}

const PACKETS_A_SECOND = { text: "packets offered", unit: "/s" };
const SERVICE_US = 20;
const LOSS_LOAD = 0.9;
/** Seconds of an interrupt, of the protocol for a packet, and of the timer. */
const [INTERRUPT, PROTOCOL, MERGED_PROTOCOL, TIMER] = [10e-6, 30e-6, 20e-6, 100e-6];

export const CLOSED_FORMS: readonly ClosedForm[] = [
  {
    study: "queue-wait",
    title: "Random arrivals at one server",
    question: "How long does a packet stay, from its arrival to its delivery?",
    formula: "T = S + ρ S / 2 (1 − ρ)",
    where:
      "S: service of 20 µs; ρ: packets offered times S. Arrivals are random (Poisson), each service takes the same time, and nothing is lost: the queue M/D/1.",
    source: {
      text: "Pollaczek and Khinchine",
      address: "https://en.wikipedia.org/wiki/Pollaczek%E2%80%93Khinchine_formula",
    },
    x: PACKETS_A_SECOND,
    y: { text: "mean time of a packet", unit: "µs" },
    at: (rate) => {
      const load = rate * SERVICE_US * 1e-6;
      return SERVICE_US * (1 + load / (2 * (1 - load)));
    },
    isContinuous: true,
  },
  {
    study: "queue-loss",
    title: "A ring with few slots",
    question: "How many packets are lost at 90 % load?",
    formula: "loss = 1 − 1 / (π₀ + ρ)",
    where:
      "ρ = 0.9; π₀: share of services that leave the server idle, from the chain of the packets that a service leaves behind. A ring of K slots and the packet in service are the queue M/D/1/K+1.",
    source: {
      text: "Brun and Garcia 2000",
      address: "https://doi.org/10.1239/jap/1014843086",
    },
    x: { text: "slots of the ring", unit: "" },
    y: { text: "lost", unit: "%" },
    at: (slots) => 100 * lossOf(LOSS_LOAD, slots + 1),
    isContinuous: false,
  },
  {
    study: "interrupt-per-packet",
    title: "Receive livelock",
    question: "What remains for the protocol when each packet interrupts it?",
    formula: "delivered = λ up to 1 / (I + P), then (1 − λ I) / P, and 0 from 1 / I on",
    where:
      "λ: packets offered; I: 10 µs of the driver for each packet, always first; P: 30 µs of the protocol. Packets come evenly.",
    source: {
      text: "Livelock as Mogul and Ramakrishnan describe it, 1996",
      address:
        "https://www.usenix.org/conference/usenix-1996-annual-technical-conference/eliminating-receive-livelock-interrupt-driven",
    },
    x: PACKETS_A_SECOND,
    y: { text: "packets delivered", unit: "/s" },
    at: (rate) =>
      rate * (INTERRUPT + PROTOCOL) <= 1 + 1e-9 ? rate : Math.max(0, (1 - rate * INTERRUPT) / PROTOCOL),
    isContinuous: true,
  },
  {
    study: "interrupts-merged",
    title: "Interrupts that merge",
    question: "What if packets that come during an interrupt need none of their own?",
    formula: "delivered = min(λ, 1 / P (1 + λ I))",
    where:
      "λ: packets offered, at random; I: 10 µs for an interrupt, however many packets it finds; P: 20 µs of the protocol for a packet. The driver has the share λ I / (1 + λ I) of the time.",
    source: {
      text: "Salah and El-Badawi 2005, hosts with DMA",
      address:
        "https://khazna.ku.ac.ae/en/publications/analysis-and-simulation-of-interrupt-overhead-impact-on-os-throug",
    },
    x: PACKETS_A_SECOND,
    y: { text: "packets delivered", unit: "/s" },
    at: (rate) => Math.min(rate, 1 / (MERGED_PROTOCOL * (1 + rate * INTERRUPT))),
    isContinuous: true,
  },
  {
    study: "interrupt-timer",
    title: "A timer that collects packets",
    question: "How many interrupts are left?",
    formula: "interrupts = λ / (1 + λ T)",
    where:
      "λ: packets offered, at random; T: timer of 100 µs, which the first packet starts. Between two interrupts lie one wait for a packet and one timer.",
    source: {
      text: "Renewal theory: one interrupt in 1 / λ + T",
      address: "https://en.wikipedia.org/wiki/Renewal_theory",
    },
    x: PACKETS_A_SECOND,
    y: { text: "interrupts", unit: "/s" },
    at: (rate) => rate / (1 + rate * TIMER),
    isContinuous: true,
  },
];

/** Share of packets that M/D/1/K loses, with `places` for the packets that wait and the one in service: the chain of
 * the packets that each service leaves behind. */
function lossOf(load: number, places: number): number {
  const arrivals = [Math.exp(-load)];
  for (let n = 1; n < places; n++) arrivals.push(((arrivals[n - 1] ?? 0) * load) / n);
  const [none = 1] = arrivals;
  const left = [1];
  for (let n = 0; n + 1 < places; n++) {
    const others = left.slice(1).reduce((sum, weight, at) => sum + weight * (arrivals[n - at] ?? 0), 0);
    left.push(((left[n] ?? 0) - (arrivals[n] ?? 0) - others) / none);
  }
  const sum = left.reduce((total, weight) => total + weight, 0);
  return 1 - 1 / ((left[0] ?? 0) / sum + load);
}
