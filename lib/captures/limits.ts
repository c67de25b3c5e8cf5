/** Before anything is read: a file larger than this is refused. */
export const CAPTURE_BYTE_LIMIT = 1 << 30;
/** The largest packet that tcpdump and Wireshark write (their MAXIMUM_SNAPLEN). */
export const PACKET_BYTE_LIMIT = 262_144;

export const ETHERNET_HEADER_BYTES = 14;
/** A frame check sequence follows every frame on the wire; captures leave it out. */
export const FCS_BYTES = 4;
/** Shorter frames are padded on the wire (IEEE 802.3), FCS included. */
export const MINIMUM_FRAME_BYTES = 64;
/** With FCS and one VLAN tag; longer ones were merged or not yet cut by an offload. */
export const MAXIMUM_FRAME_BYTES = 1522;
