package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * One record of a trace buffer: which event, when and where.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.3.4 ({@code ompt_record_ompt_t}).
 *
 * @param time device time of the event; {@code ompt_translate_time} makes host time of it
 * @param threadId the thread on which the event happened
 * @param targetId the target region to which the event belongs, 0 for events of the host
 * @param record what the event's record has of its own; null for {@link Event#THREAD_END}, which has nothing
 */
public record OmptRecordOmpt(
        Event type,
        long time,
        long threadId,
        long targetId,
        @Nullable OmptRecord record) {}
