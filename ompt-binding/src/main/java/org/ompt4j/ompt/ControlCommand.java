package org.ompt4j.ompt;

/**
 * Commands that an application sends to its tools, and the answers.
 *
 * <p>Spec: OpenMP 5.1, section 3.14 ({@code omp_control_tool_t}, {@code omp_control_tool_result_t}); numbers are the
 * specification's.
 */
public final class ControlCommand {
    /** Start or resume monitoring. */
    public static final long START = 1;

    /** Pause monitoring. */
    public static final long PAUSE = 2;

    /** Write out the data that were collected. */
    public static final long FLUSH = 3;

    /** Turn monitoring off; it cannot be turned on again. */
    public static final long END = 4;

    /** The meaning of commands from this number on is defined by the tool. */
    public static final long FIRST_TOOL_SPECIFIC = 64;

    /** Answer: no tool runs. */
    public static final int NOTOOL = -2;

    /** Answer: no tool has a callback for commands. */
    public static final int NOCALLBACK = -1;

    /** Answer: success. Tools return this or any larger number. */
    public static final int SUCCESS = 0;

    /** Answer: the command was ignored. */
    public static final int IGNORED = 1;

    private ControlCommand() {}
}
