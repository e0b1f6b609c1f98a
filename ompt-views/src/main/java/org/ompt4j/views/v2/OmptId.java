package org.ompt4j.views.v2;

/**
 * The identifiers that mean that there is no such object: no thread, region, task, target region or wait has one of these.
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

    /** The wait identifier while a thread does not wait; the document does not specify it. */
    public static final long WAIT_NONE = 0;

    private OmptId() {}
}
