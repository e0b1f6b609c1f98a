package org.ompt4j.tools.export;

/** The numbers of the few fields of Perfetto's trace format that are written: message, then field. */
final class PerfettoFields {
    static final int TRACE_PACKET = 1;

    static final int PACKET_TIMESTAMP = 8;
    static final int PACKET_SEQUENCE_ID = 10;
    static final int PACKET_TRACK_EVENT = 11;
    static final int PACKET_INTERNED_DATA = 12;
    static final int PACKET_SEQUENCE_FLAGS = 13;
    static final int PACKET_TRACK_DESCRIPTOR = 60;
    static final int SEQUENCE_BEGINS = 1;
    static final int NEEDS_INTERNED_DATA = 2;

    static final int TRACK_UUID = 1;
    static final int TRACK_NAME = 2;
    static final int TRACK_PROCESS = 3;
    static final int TRACK_THREAD = 4;
    static final int TRACK_PARENT_UUID = 5;
    static final int TRACK_COUNTER = 8;

    static final int PROCESS_PID = 1;
    static final int PROCESS_COMMAND_LINE = 2;
    static final int PROCESS_NAME = 6;

    static final int THREAD_PID = 1;
    static final int THREAD_TID = 2;
    static final int THREAD_NAME = 5;

    static final int COUNTER_UNIT = 3;
    static final int UNIT_COUNT = 2;

    static final int EVENT_CATEGORY_IIDS = 3;
    static final int EVENT_ANNOTATIONS = 4;
    static final int EVENT_TYPE = 9;
    static final int EVENT_NAME_IID = 10;
    static final int EVENT_TRACK_UUID = 11;
    static final int EVENT_NAME = 23;
    static final int EVENT_COUNTER_VALUE = 30;
    static final int EVENT_FLOW_IDS = 47;
    static final int EVENT_TERMINATING_FLOW_IDS = 48;
    static final int SLICE_BEGIN = 1;
    static final int SLICE_END = 2;
    static final int INSTANT = 3;
    static final int COUNTER = 4;

    static final int ANNOTATION_NAME_IID = 1;
    static final int ANNOTATION_NUMBER = 4;
    static final int ANNOTATION_TEXT = 6;
    static final int ANNOTATION_TEXT_IID = 17;

    static final int INTERNED_CATEGORIES = 1;
    static final int INTERNED_EVENT_NAMES = 2;
    static final int INTERNED_ANNOTATION_NAMES = 3;
    static final int INTERNED_ANNOTATION_TEXTS = 29;
    /** The field for the number in each kind of interned data. */
    static final int INTERNED_IID = 1;

    static final int INTERNED_TEXT = 2;

    private PerfettoFields() {}
}
