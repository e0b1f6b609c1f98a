package org.ompt4j.control;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Commands of an application to the tools that observe it. Without the agent each call returns {@link #NO_TOOL} and does nothing.
 *
 * <p>Every method returns 0 or more if a tool has received the command: {@link #SUCCESS}, {@link #IGNORED}, or a number that the tool defines.
 * With several tools that have a callback for commands, it is the answer of the tool that was started first. Otherwise the result is {@link
 * #NO_CALLBACK} or {@link #NO_TOOL}. The methods never throw.
 *
 * <p>Thread safety: any thread. Cost without the agent: reading a constant.
 *
 * <p>Spec: OpenMP 5.1, section 3.14 ({@code omp_control_tool}); the numbers are the specification's.
 */
public final class OmptControl {
    /*
     * The agent defines the class with the implementation in the bootstrap loader before main begins. This class looks it up there once, by name.
     * So this class works in every class loader, however often it is loaded, and does not depend on the agent.
     */

    /** Command: start or resume monitoring. */
    public static final int START = 1;

    /** Command: pause monitoring. */
    public static final int PAUSE = 2;

    /** Command: write out the data that were collected. */
    public static final int FLUSH = 3;

    /** Command: turn monitoring off; it cannot be turned on again. */
    public static final int END = 4;

    /** The meaning of commands from this number on is defined by the tool. */
    public static final int FIRST_TOOL_SPECIFIC = 64;

    /** Answer: no tool runs, or there is no agent. */
    public static final int NO_TOOL = -2;

    /** Answer: tools run, but none of them has a callback for commands. */
    public static final int NO_CALLBACK = -1;

    /** Answer: success. */
    public static final int SUCCESS = 0;

    /** Answer: the command was ignored. */
    public static final int IGNORED = 1;

    private static final @Nullable MethodHandle AGENT = agent();

    private OmptControl() {}

    /** Starts or resumes monitoring: {@link #control} with {@link #START}. */
    public static int start() {
        return control(START, 0, null);
    }

    /** Pauses monitoring until the next {@link #start}: {@link #control} with {@link #PAUSE}. */
    public static int pause() {
        return control(PAUSE, 0, null);
    }

    /** Makes the tools write out the data that they have collected so far: {@link #control} with {@link #FLUSH}. */
    public static int flush() {
        return control(FLUSH, 0, null);
    }

    /** Turns monitoring off; it cannot be turned on again. The application goes on: {@link #control} with {@link #END}. */
    public static int end() {
        return control(END, 0, null);
    }

    /**
     * Sends any command.
     *
     * @param command one of the constants, or {@link #FIRST_TOOL_SPECIFIC} and above for a command that a tool defines
     * @param modifier its meaning is defined by the tool; usually 0
     * @param arg any object that application and tool have agreed on; the tool gets the object itself; null for none
     * @return the answer of the tools, 0 or more, or {@link #NO_TOOL} or {@link #NO_CALLBACK}
     */
    public static int control(int command, int modifier, @Nullable Object arg) {
        if (AGENT == null) {
            return NO_TOOL;
        }
        try {
            return (int) AGENT.invokeExact(command, modifier, arg);
        } catch (Throwable neverThrownByTheAgent) {
            return NO_TOOL;
        }
    }

    private static @Nullable MethodHandle agent() {
        try {
            Class<?> hooks = Class.forName("org.ompt4j.emitter.tool.ControlHooks", true, null);
            return MethodHandles.publicLookup()
                    .findStatic(hooks, "control", MethodType.methodType(int.class, int.class, int.class, Object.class));
        } catch (ReflectiveOperationException | LinkageError noAgent) {
            return null;
        }
    }
}
