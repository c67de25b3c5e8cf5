/** Metrics of the host behind a card: the requests that it received and sent. */
import type { Counters } from "../../../core-wasm/binding/index.ts";
import { NUMBER } from "../../expressions/dimension.ts";
import type { Entries } from "./entry.ts";

export const HOST = {
  heard: {
    path: ["host", "heard"],
    dimension: NUMBER,
    meaning: "ARP and ICMP echo requests of programs that its host heard",
    read: (nic) => nic.host_heard,
    text: { label: "heard" },
  },
  answered: {
    path: ["host", "answered"],
    dimension: NUMBER,
    meaning: "of these, requests whose answer went onto the wire",
    read: (nic) => nic.host_answered,
    text: { label: "answered" },
  },
  unanswered: {
    path: ["host", "unanswered"],
    dimension: NUMBER,
    meaning:
      "of these, requests that came while 16 answers were outstanding, or that were longer than 1,514 bytes",
    read: (nic) => nic.host_unanswered,
    text: { label: "unanswered" },
  },
  requests: {
    path: ["request", "count"],
    dimension: NUMBER,
    meaning: "UDP datagrams and ICMP echo requests of its host that programs found in their memory",
    read: (nic) => nic.requests,
    text: { label: "requests" },
  },
  requestsAnswered: {
    path: ["request", "answered"],
    dimension: NUMBER,
    meaning: "of these, answered: the last bit of the answer is on the wire",
    read: (nic) => nic.requests_answered,
    text: { label: "answered by programs" },
  },
  requestsGivenUp: {
    path: ["request", "givenUp"],
    dimension: NUMBER,
    meaning: "of these, given up, because 1,024 later ones wait for answers or have been answered",
    read: (nic) => nic.requests_given_up,
    text: { label: "given up" },
  },
} as const satisfies Entries<Counters["nics"][number]>;
