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

/** What is kept in memory of a capture, whatever its size: files that unpack to a gigabyte may have hundreds of millions of
 * each. */
export const PACKET_LIMIT = 25_000_000;
export const ADDRESS_LIMIT = 1 << 21;
/** Of a section. */
export const INTERFACE_LIMIT = 1 << 16;
/** Kinds that are not read and are named each. */
export const NAMED_LINK_TYPES = 16;
