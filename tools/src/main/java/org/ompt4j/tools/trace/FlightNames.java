package org.ompt4j.tools.trace;

/** Names of the events, and of their members, in the Flight Recorder's file beside a trace, for its writer and its reader. */
public final class FlightNames {
    /** The suffix that follows the name of the trace. */
    public static final String SUFFIX = ".jfr";

    /** The JDK's module that is needed to write and to read the file. */
    public static final String MODULE = "jdk.jfr";

    /** The period of samples in milliseconds: of each thread's processor time, or of elapsed time if processor time is not supported. */
    public static final long PERIOD_MILLIS = 10;

    /** The event that relates the Flight Recorder's clock to that of the trace. */
    public static final String CLOCK = "org.ompt4j.Clock";

    /** The time in nanoseconds since the begin of the trace. */
    public static final String TRACE_NANOS = "traceNanos";

    /** When the trace began, in milliseconds since 1970. */
    public static final String STARTED_AT_MILLIS = "startedAtMillis";

    /** The event that maps a thread of the JVM to a thread of the trace. */
    public static final String THREAD = "org.ompt4j.Thread";

    /** The JVM's id of the thread. */
    public static final String JAVA_THREAD = "javaThread";

    /** The trace's id of the thread. */
    public static final String TRACE_THREAD = "traceThread";

    /** The event with the stack of code that creates a region or a task. */
    public static final String MADE = "org.ompt4j.Made";

    /** The id of the region or the task. */
    public static final String MADE_ID = "made";

    /** The code that the region or the task runs. */
    public static final String BODY = "body";

    /** The event with the stack of code that has waited. */
    public static final String WAITED = "org.ompt4j.Waited";

    /** When the wait began, in nanoseconds since the begin of the trace. */
    public static final String BEGAN = "began";

    /** The id in the trace of the call site of a creation or of a wait. */
    public static final String CALL_SITE = "callSite";

    /* Events of the JDK. */

    /** A sample of processor time. */
    public static final String CPU_TIME_SAMPLE = "jdk.CPUTimeSample";

    /** The number of lost samples of processor time. */
    public static final String LOST_SAMPLES = "jdk.CPUTimeSamplesLost";

    /** A sample of a thread that ran. */
    public static final String EXECUTION_SAMPLE = "jdk.ExecutionSample";

    /** A sample of a thread in native code. */
    public static final String NATIVE_SAMPLE = "jdk.NativeMethodSample";

    public static final String SAFEPOINT_BEGIN = "jdk.SafepointBegin";
    public static final String SAFEPOINT_END = "jdk.SafepointEnd";

    /** The operation for which threads were stopped. */
    public static final String VM_OPERATION = "jdk.ExecuteVMOperation";

    public static final String COLLECTION = "jdk.GarbageCollection";

    /** A phase of a garbage collection while threads were stopped. */
    public static final String COLLECTION_PAUSE = "jdk.GCPhasePause";

    private FlightNames() {}
}
