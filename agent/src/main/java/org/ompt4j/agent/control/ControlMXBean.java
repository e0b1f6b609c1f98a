package org.ompt4j.agent.control;

import org.jspecify.annotations.Nullable;

/**
 * Commands to the tools over JMX, as {@code org.ompt4j:type=Control}. Each answers as {@code omp_control_tool} does: -2 if no tool runs, -1 if none
 * takes commands, 0 for done, 1 for ignored, else what the tool says; -3 if there is no answer within ten seconds.
 *
 * <p>Spec: OpenMP 5.1, section 3.14. Public, as JMX demands it of its interfaces.
 */
public interface ControlMXBean {

    /** Starts or resumes monitoring. */
    int start();

    /** Pauses monitoring. */
    int pause();

    /** Has the tools write out what they have gathered. */
    int flush();

    /** Turns monitoring off for good. */
    int end();

    /** Any command; a tool's own ones begin at 64. */
    int control(int command, int modifier, @Nullable String arg);
}
