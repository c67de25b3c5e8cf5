export const PAPER_006 = {
  "A router in software polls its cards and takes no interrupt. Six costs of a packet make 2,798 ns, which would be 357,000 packets a second; 333,000 were measured.":
    "Ein Router in Software fragt seine Karten ab und nimmt keinen Interrupt. Sechs Kosten eines Pakets sind zusammen 2798 ns, das wären 357 000 Pakete je Sekunde; gemessen wurden 333 000.",
  "Click: costs of a packet, and the rate that they allow":
    "Click: Kosten eines Pakets und die Rate, die sie erlauben",
  "Six costs of a packet are measured in the source, and its text compares the rate that they allow with the rate that was measured. The scenario has the costs and a PCI bus.":
    "Sechs Kosten eines Pakets sind in der Quelle gemessen, und ihr Text vergleicht die Rate, die sie erlauben, mit der gemessenen. Das Szenario hat die Kosten und einen PCI-Bus.",
  "{rate} packets a second": "{rate} Pakete je Sekunde",
  "Polling a packet": "Ein Paket abfragen",
  "Refilling the receive DMA ring": "Den Empfangsring auffüllen",
  "Pushing a packet through the elements into the queue":
    "Ein Paket durch die Elemente in die Warteschlange schieben",
  "Pulling a packet from the queue": "Ein Paket aus der Warteschlange holen",
  "Enqueuing a packet for transmit": "Ein Paket zum Senden einreihen",
  "Cleaning the transmit DMA ring": "Den Sendering aufräumen",
  "All costs of a packet together": "Alle Kosten eines Pakets zusammen",
  "Packets a second that the costs allow": "Pakete je Sekunde, die die Kosten erlauben",
  "Packets of 64 bytes a second, the most without loss":
    "Pakete von 64 Bytes je Sekunde, höchstens ohne Verlust",
  "Below the maximum no packet is lost": "Unter dem Maximum geht kein Paket verloren",
  "Above the maximum the rate stays: no livelock": "Über dem Maximum bleibt die Rate: kein Livelock",
  "Packets forwarded": "Weitergeleitete Pakete",
  "Packets that a poll takes at once": "Pakete, die eine Abfrage auf einmal nimmt",
  "Bus time around a burst: arbitration, address, first word":
    "Buszeit um einen Burst: Vergabe, Adresse, erstes Wort",
} as const;
