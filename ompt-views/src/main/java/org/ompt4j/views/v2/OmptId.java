package org.ompt4j.views.v2;

/**
 * The identifiers that stand for none: threads, regions, tasks, target regions and what is waited for have a number each, but never one of
 * these.
 *
 * <p>Spec: OMPT v2, chapter 4, section 3.
 */
public final class OmptId {
    /** {@code ompt_thread_id_none}. */
    public static final long THREAD_NONE = 0;

    /** {@code ompt_parallel_id_none}. */
    public static final long PARALLEL_NONE = 0;

    /** {@code ompt_task_id_none}. */
    public static final long TASK_NONE = 0;

    /** {@code ompt_target_id_none}. */
    public static final long TARGET_NONE = 0;

    /** What a wait identifier is while the thread does not wait; the document leaves that open. */
    public static final long WAIT_NONE = 0;

    private OmptId() {}
}
