package org.ompt4j.agent.control;

import org.jspecify.annotations.Nullable;

/**
 * Commands to the tools over JMX, as {@code org.ompt4j:type=Control}. Each command returns the value of {@code omp_control_tool}: -2 if no tool
 * runs, -1 if no tool has a callback for commands, 0 for success, 1 for ignored, any other number as the tool defines it; -3 if there is no answer
 * within ten seconds. Thread safety: any thread.
 *
 * <p>Spec: OpenMP 5.1, section 3.14. Public, since JMX requires that of its interfaces.
 */
public interface ControlMXBean {

    /** Starts or resumes monitoring. */
    int start();

    /** Pauses monitoring. */
    int pause();

    /** Makes the tools write out the data that they have collected. */
    int flush();

    /** Turns monitoring off; it cannot be turned on again. */
    int end();

    /** Any command; commands that a tool defines itself begin at 64. */
    int control(int command, int modifier, @Nullable String arg);
}
