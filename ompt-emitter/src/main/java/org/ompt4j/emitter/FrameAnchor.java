package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * Describes how to find the place on the Java stack where the code of a task, a region or a worker begins. Hook families register an anchor for each
 * of their constructs; without one, the code is not found.
 *
 * <p>Thread safety: any thread; registered when a family is initialised, before there is a frame of its constructs.
 */
public final class FrameAnchor {
    private enum Match {
        INNERMOST_METHOD,
        OUTERMOST_OF_BLOCK,
        BODY,
        THREAD_RUN
    }

    private static final int CONSTRUCTS = Construct.values().length;
    private static final @Nullable FrameAnchor[] TASKS = new FrameAnchor[CONSTRUCTS];
    private static final @Nullable FrameAnchor[] REGIONS = new FrameAnchor[CONSTRUCTS];

    private static @Nullable FrameAnchor ofTasksThatRunThemselves;

    private final Match match;
    private final String[] names;

    private FrameAnchor(Match match, String... names) {
        this.match = match;
        this.names = names;
    }

    /** The innermost call of one of these methods, each given as {@code pkg.Class.method}. */
    public static FrameAnchor innermost(String... methods) {
        return new FrameAnchor(Match.INNERMOST_METHOD, methods);
    }

    /**
     * The outermost call of such a method in the innermost block of calls of such classes that has one.
     *
     * @param classPrefix what the names of the classes begin with
     * @param methodPrefix what the names of the methods begin with
     */
    public static FrameAnchor outermostOfBlock(String classPrefix, String methodPrefix) {
        return new FrameAnchor(Match.OUTERMOST_OF_BLOCK, classPrefix, methodPrefix);
    }

    /** The method that the task or region has as its body, see {@link TaskStack#setBody}. */
    public static FrameAnchor body() {
        return new FrameAnchor(Match.BODY);
    }

    /** The method in which the thread begins to run its own code, see {@link StackSnapshot}. */
    public static FrameAnchor threadRun() {
        return new FrameAnchor(Match.THREAD_RUN);
    }

    /** Registers how the explicit tasks of a construct are found. */
    public static void ofTasks(Construct construct, FrameAnchor anchor) {
        TASKS[construct.ordinal()] = anchor;
    }

    /** Registers how explicit tasks are found, of any construct, that a method of their own object runs; see {@link Tasks#runsItself}. */
    public static void ofTasksThatRunThemselves(FrameAnchor anchor) {
        ofTasksThatRunThemselves = anchor;
    }

    /** Registers how the encountering thread's implicit task in the regions of a construct is found. */
    public static void ofRegions(Construct construct, FrameAnchor anchor) {
        REGIONS[construct.ordinal()] = anchor;
    }

    /** The anchor of the frame's code; null if the frame has no code, or no anchor is registered. */
    static @Nullable FrameAnchor of(TaskFrame frame) {
        int construct = frame.construct.ordinal();
        return switch (frame.kind) {
            case INITIAL, MEMBER -> null;
            case ENCOUNTERING -> REGIONS[construct];
            case EXPLICIT -> frame.runsItself ? ofTasksThatRunThemselves : TASKS[construct];
        };
    }

    /** Whether each call of this method runs one explicit task of some construct. */
    static boolean runsTasks(@Nullable String method) {
        for (FrameAnchor each : TASKS) {
            if (each != null && each.isRunBy(method)) {
                return true;
            }
        }
        return false;
    }

    /** Whether this anchor matches calls of the method. */
    boolean isRunBy(@Nullable String method) {
        if (match == Match.INNERMOST_METHOD) {
            for (String each : names) {
                if (each.equals(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The depth at which the code begins, below the limit; 0 if it is not found. */
    int find(StackSnapshot stack, TaskFrame frame, int limit) {
        return switch (match) {
            case INNERMOST_METHOD -> innermost(stack, limit);
            case OUTERMOST_OF_BLOCK -> stack.outermostOfBlock(names[0], names[1], limit);
            case BODY -> stack.highest(Definitions.bodyText(frame.body), limit);
            case THREAD_RUN -> stack.threadRun();
        };
    }

    private int innermost(StackSnapshot stack, int limit) {
        int highest = 0;
        for (String each : names) {
            highest = Math.max(highest, stack.highest(each, limit));
        }
        return highest;
    }
}
