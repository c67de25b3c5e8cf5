/** German of the closed forms (lib/study/closedForms.ts). */
export const FORMS = {
  "Random arrivals at one server": "Zufällige Ankünfte an einem Server",
  "How long does a packet stay, from its arrival to its delivery?":
    "Wie lange bleibt ein Paket, von seiner Ankunft bis zur Auslieferung?",
  "S: service of 20 µs; ρ: packets offered times S. Arrivals are random (Poisson), each service takes the same time, and nothing is lost: the queue M/D/1.":
    "S: Bedienung von 20 µs; ρ: angebotene Pakete mal S. Ankünfte sind zufällig (Poisson), jede Bedienung dauert gleich lang, und nichts geht verloren: die Warteschlange M/D/1.",
  "Pollaczek and Khinchine": "Pollaczek und Chintschin",
  "packets offered": "angebotene Pakete",
  "mean time of a packet": "mittlere Zeit eines Pakets",
  "A ring with few slots": "Ein Ring mit wenigen Plätzen",
  "How many packets are lost at 90 % load?": "Wie viele Pakete gehen bei 90 % Last verloren?",
  "loss = 1 − 1 / (π₀ + ρ)": "Verlust = 1 − 1 / (π₀ + ρ)",
  "ρ = 0.9; π₀: share of services that leave the server idle, from the chain of the packets that a service leaves behind. A ring of K slots and the packet in service are the queue M/D/1/K+1.":
    "ρ = 0,9; π₀: Anteil der Bedienungen, nach denen der Server leer ist, aus der Kette der Pakete, die eine Bedienung zurücklässt. Ein Ring mit K Plätzen und das Paket in Bedienung sind die Warteschlange M/D/1/K+1.",
  "Brun and Garcia 2000": "Brun und Garcia 2000",
  "slots of the ring": "Plätze des Rings",
  lost: "verloren",
  "Receive livelock": "Livelock beim Empfang",
  "What remains for the protocol when each packet interrupts it?":
    "Was bleibt dem Protokoll, wenn jedes Paket es unterbricht?",
  "delivered = λ up to 1 / (I + P), then (1 − λ I) / P, and 0 from 1 / I on":
    "ausgeliefert = λ bis 1 / (I + P), dann (1 − λ I) / P, und 0 ab 1 / I",
  "λ: packets offered; I: 10 µs of the driver for each packet, always first; P: 30 µs of the protocol. Packets come evenly.":
    "λ: angebotene Pakete; I: 10 µs des Treibers für jedes Paket, immer zuerst; P: 30 µs des Protokolls. Pakete kommen gleichmäßig.",
  "Livelock as Mogul and Ramakrishnan describe it, 1996":
    "Livelock, wie Mogul und Ramakrishnan ihn 1996 beschreiben",
  "packets delivered": "ausgelieferte Pakete",
  "Interrupts that merge": "Interrupts, die zusammenfallen",
  "What if packets that come during an interrupt need none of their own?":
    "Was, wenn Pakete, die während eines Interrupts kommen, keinen eigenen brauchen?",
  "delivered = min(λ, 1 / P (1 + λ I))": "ausgeliefert = min(λ, 1 / P (1 + λ I))",
  "λ: packets offered, at random; I: 10 µs for an interrupt, however many packets it finds; P: 20 µs of the protocol for a packet. The driver has the share λ I / (1 + λ I) of the time.":
    "λ: angebotene Pakete, zufällig; I: 10 µs für einen Interrupt, egal wie viele Pakete er findet; P: 20 µs des Protokolls für ein Paket. Der Treiber hat den Anteil λ I / (1 + λ I) der Zeit.",
  "Salah and El-Badawi 2005, hosts with DMA": "Salah und El-Badawi 2005, Rechner mit DMA",
  "A timer that collects packets": "Ein Timer, der Pakete sammelt",
  "How many interrupts are left?": "Wie viele Interrupts bleiben?",
  "interrupts = λ / (1 + λ T)": "Interrupts = λ / (1 + λ T)",
  "λ: packets offered, at random; T: timer of 100 µs, which the first packet starts. Between two interrupts lie one wait for a packet and one timer.":
    "λ: angebotene Pakete, zufällig; T: Timer von 100 µs, den das erste Paket startet. Zwischen zwei Interrupts liegen eine Wartezeit auf ein Paket und ein Timer.",
  "Renewal theory: one interrupt in 1 / λ + T": "Erneuerungstheorie: ein Interrupt in 1 / λ + T",
  interrupts: "Interrupts",
} as const;
