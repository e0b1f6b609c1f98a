package org.ompt4j.tools.trace;

/** What the events are called that stand in the Flight Recorder's file beside a trace, and their members: for who writes them and who reads them. */
public final class FlightNames {
    /** Behind the name of the trace. */
    public static final String SUFFIX = ".jfr";

    /** The JDK's, without which nothing is written or read. */
    public static final String MODULE = "jdk.jfr";

    /** So often a sample is taken: of processor time of each thread, or of the clock where there is nothing better. */
    public static final long PERIOD_MILLIS = 10;

    /** The Flight Recorder's clock and that of the trace. */
    public static final String CLOCK = "org.ompt4j.Clock";

    /** The time in the trace, in nanoseconds. */
    public static final String TRACE_NANOS = "traceNanos";

    /** When the trace began, in milliseconds since 1970. */
    public static final String STARTED_AT_MILLIS = "startedAtMillis";

    /** Which thread of the trace a thread of the JVM is. */
    public static final String THREAD = "org.ompt4j.Thread";

    /** The JVM's number of it. */
    public static final String JAVA_THREAD = "javaThread";

    /** The trace's number of it. */
    public static final String TRACE_THREAD = "traceThread";

    /** The stack of what makes a region or a task. */
    public static final String MADE = "org.ompt4j.Made";

    /** The id of the region or the task. */
    public static final String MADE_ID = "made";

    /** The code that it runs. */
    public static final String BODY = "body";

    /** The stack of what has waited. */
    public static final String WAITED = "org.ompt4j.Waited";

    /** When the wait began in the trace, in nanoseconds. */
    public static final String BEGAN = "began";

    /** The call site in the trace, of what was made and of a wait. */
    public static final String CALL_SITE = "callSite";

    /* Those of the JDK. */

    /** A sample of processor time. */
    public static final String CPU_TIME_SAMPLE = "jdk.CPUTimeSample";

    /** How many of these could not be kept. */
    public static final String LOST_SAMPLES = "jdk.CPUTimeSamplesLost";

    /** A sample of a thread that ran. */
    public static final String EXECUTION_SAMPLE = "jdk.ExecutionSample";

    /** A sample of a thread in native code. */
    public static final String NATIVE_SAMPLE = "jdk.NativeMethodSample";

    public static final String SAFEPOINT_BEGIN = "jdk.SafepointBegin";
    public static final String SAFEPOINT_END = "jdk.SafepointEnd";

    /** What threads were stopped for. */
    public static final String VM_OPERATION = "jdk.ExecuteVMOperation";

    public static final String COLLECTION = "jdk.GarbageCollection";

    /** What a collection did while threads were stopped. */
    public static final String COLLECTION_PAUSE = "jdk.GCPhasePause";

    private FlightNames() {}
}
