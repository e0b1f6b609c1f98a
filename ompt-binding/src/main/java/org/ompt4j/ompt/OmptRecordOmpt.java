package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * One record of a trace buffer: which event, when and where.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.4 ({@code ompt_record_ompt_t}).
 *
 * @param time device time of the event; {@code ompt_translate_time} converts it to host time
 * @param threadId the thread on which the event happened
 * @param targetId the target region to which the event belongs, 0 for events of the host
 * @param record the members of the event's record; null for {@link Event#THREAD_END}, which has none
 */
public record OmptRecordOmpt(
        Event type,
        long time,
        long threadId,
        long targetId,
        @Nullable OmptRecord record) {}
