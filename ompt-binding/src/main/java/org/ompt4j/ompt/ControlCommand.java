package org.ompt4j.ompt;

/**
 * Commands that an application sends to its tools, and what it is answered.
 *
 * <p>Spec: OpenMP 5.1, section 3.14 ({@code omp_control_tool_t}, {@code omp_control_tool_result_t}); numbers are the
 * specification's.
 */
public final class ControlCommand {
    /** Start or resume monitoring. */
    public static final long START = 1;

    /** Pause monitoring. */
    public static final long PAUSE = 2;

    /** Write out what has been gathered. */
    public static final long FLUSH = 3;

    /** Turn monitoring off for good. */
    public static final long END = 4;

    /** Commands from here on mean what a tool says. */
    public static final long FIRST_TOOL_SPECIFIC = 64;

    /** Answer: no tool runs. */
    public static final int NOTOOL = -2;

    /** Answer: no tool has a callback for this. */
    public static final int NOCALLBACK = -1;

    /** Answer: done. Tools answer this or any larger number. */
    public static final int SUCCESS = 0;

    /** Answer: understood, and nothing done. */
    public static final int IGNORED = 1;

    private ControlCommand() {}
}
