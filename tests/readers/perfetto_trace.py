"""Reads a trace by the classes that Perfetto's own schema generates, and prints what is in it as JSON."""
import json
import sys

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent

trace = Trace()
with open(sys.argv[1], "rb") as file:
    trace.ParseFromString(file.read())

known = Trace()
known.CopyFrom(trace)
known.DiscardUnknownFields()
if known.ByteSize() != trace.ByteSize():
    raise SystemExit("a field that the schema does not have")

tracks, happenings, sequences = {}, [], set()
names, categories, note_names = {}, {}, {}
for packet in trace.packet:
    sequences.add(packet.trusted_packet_sequence_id)
    for entry in packet.interned_data.event_names:
        names[entry.iid] = entry.name
    for entry in packet.interned_data.event_categories:
        categories[entry.iid] = entry.name
    for entry in packet.interned_data.debug_annotation_names:
        note_names[entry.iid] = entry.name
    if packet.HasField("track_descriptor"):
        one = packet.track_descriptor
        tracks[one.uuid] = {
            "name": one.name,
            "parent": one.parent_uuid or None,
            "unit": one.counter.unit_name if one.HasField("counter") else None,
        }
    if packet.HasField("track_event"):
        event = packet.track_event
        happenings.append(
            {
                "track": event.track_uuid,
                "at": packet.timestamp,
                "type": TrackEvent.Type.Name(event.type).removeprefix("TYPE_").lower(),
                "name": event.name or (names[event.name_iid] if event.name_iid else None),
                "category": categories[event.category_iids[0]] if event.category_iids else None,
                "notes": {
                    note_names[note.name_iid]: note.string_value
                    if note.HasField("string_value")
                    else note.int_value
                    for note in event.debug_annotations
                },
                "value": event.counter_value if event.HasField("counter_value") else None,
                "flows": list(event.flow_ids),
                "ends": list(event.terminating_flow_ids),
            }
        )
json.dump({"tracks": tracks, "happenings": happenings, "sequences": sorted(sequences)}, sys.stdout)
