package org.ompt4j.views.tr4;

import org.ompt4j.views.tr4.Tr4.OmptRecordNativeKind;

/**
 * The information that is available for a record whose format the tool does not know.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_record_abstract_t}.
 *
 * @param rclass whether it records an event or is information
 * @param type a name for the kind of event, to be shown to a user
 * @param startTime device time at which it began, {@link #TIME_NONE} if it has none
 * @param endTime device time at which it ended, {@link #TIME_NONE} if it has none
 * @param hwid the id of the hardware in the device on which it happened, {@link #HWID_NONE} if it is not known, as for the host
 */
public record Tr4RecordAbstract(OmptRecordNativeKind rclass, String type, long startTime, long endTime, long hwid) {
    /** {@code ompt_time_none}. */
    public static final long TIME_NONE = 0;

    /** {@code ompt_hwid_none}. */
    public static final long HWID_NONE = 0;
}
