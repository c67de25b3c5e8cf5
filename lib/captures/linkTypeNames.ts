/** Names of link types that are not read, from https://www.tcpdump.org/linktypes.html, for messages. */
import { READ_LINK_TYPES } from "./linkLayer.ts";

const NAMES: ReadonlyMap<number, string> = new Map([
  [3, "AX.25"],
  [6, "Token Ring"],
  [7, "ARCNET"],
  [8, "SLIP"],
  [9, "PPP"],
  [10, "FDDI"],
  [11, "ATM"],
  [50, "PPP HDLC"],
  [51, "PPPoE"],
  [100, "ATM LLC"],
  [104, "Cisco HDLC"],
  [107, "Frame Relay"],
  [109, "OpenBSD enc"],
  [114, "LocalTalk"],
  [117, "OpenBSD pflog"],
  [122, "IP Fibre Channel"],
  [123, "SunATM"],
  [129, "ARCNET Linux"],
  [139, "SS7 MTP2 PHDR"],
  [140, "SS7 MTP2"],
  [141, "SS7 MTP3"],
  [142, "SS7 SCCP"],
  [143, "DOCSIS"],
  [144, "Linux IrDA"],
  [147, "DLT_USER"],
  [162, "DLT_USER"],
  [165, "BACnet MS/TP"],
  [166, "PPP pppd"],
  [169, "GPRS LLC"],
  [177, "Linux LAPD"],
  [187, "Bluetooth HCI"],
  [189, "USB Linux"],
  [192, "802.11 PPI"],
  [195, "802.15.4"],
  [197, "Endace ERF"],
  [201, "Bluetooth HCI PHDR"],
  [203, "LAPD"],
  [204, "PPP DIR"],
  [209, "IPMB Linux"],
  [215, "802.15.4 NONASK PHY"],
  [220, "USB Linux"],
  [224, "Fibre Channel"],
  [225, "Fibre Channel FC-2 framed"],
  [226, "Solaris IPNET"],
  [227, "CAN SocketCAN"],
  [230, "802.15.4 NOFCS"],
  [235, "DVB CI"],
  [239, "Linux netfilter log"],
  [240, "netANALYZER"],
  [242, "MPEG-2 transport stream"],
  [245, "NFC LLCP"],
  [247, "InfiniBand"],
  [248, "SCTP"],
  [249, "USBPcap"],
  [251, "Bluetooth low energy"],
  [252, "Wireshark upper PDU"],
  [253, "Linux netlink"],
  [254, "Bluetooth Linux monitor"],
  [256, "Bluetooth low energy PHDR"],
  [265, "DOCSIS 3.1"],
  [266, "USB Darwin"],
  [272, "Nordic BLE sniffer"],
  [283, "802.15.4 TAP"],
  [288, "USB 2.0"],
]);

/** Numbers that are not published keep their number. */
export const linkTypeName = (linkType: number): string => {
  const name = NAMES.get(linkType);
  return name === undefined ? String(linkType) : `${name} (${linkType})`;
};

/** `name` comes from linkTypeName(). */
export const unreadReason = (name: string): string =>
  `link type ${name} is not read, only ${READ_LINK_TYPES}`;
