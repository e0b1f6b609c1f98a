package org.ompt4j.tools.profile;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.read.IdFile;
import org.ompt4j.tools.read.Trace;

/**
 * Stacks of code that created regions and tasks, and of code that waited. Stacks are taken only now and then. A region or task without a stack
 * gets the common outermost frames of all stacks that were taken at its call site for the same body. A wait has a stack of its own or none.
 *
 * <p>Memory is bounded: the number of stacks of waits grows with the length of the run, so they are in a private file, see {@link WaitStacks}.
 * Thread safety: none.
 */
final class MadeStacks {
    /** The number that stands for no stack. */
    static final int NONE = StackTable.EMPTY;

    /** The frame between the common frames of all stacks at a call site, and the call site. */
    static final String CALLER_NOT_SAMPLED = "<caller not sampled>";

    /** The outermost frame of stacks that are complete up to the begin of the thread. */
    private static final String WHOLE = "";

    private static final int MOST_FRAMES = 200_000;
    private static final int MOST_THREADS = 1_000;

    private final @Nullable Trace trace;
    private final StackTable stacks = new StackTable(MOST_FRAMES);
    private final IdFile ofMade = new IdFile();
    private final WaitStacks ofWaits = new WaitStacks();
    /** Numbers of stacks by call site and body. */
    private final Map<Long, Integer> ofPlaces = new HashMap<>();
    /** The outermost frames by the Flight Recorder's number of the thread. */
    private final Map<Long, String> outermost = new HashMap<>();

    private MadeStacks(@Nullable Trace trace) {
        this.trace = trace;
    }

    /** Creates an object that never has stacks. */
    static MadeStacks none() {
        return new MadeStacks(null);
    }

    /** Creates an object without stacks yet, for a trace that contains the call sites. */
    static MadeStacks of(Trace trace) {
        return new MadeStacks(trace);
    }

    /**
     * Adds a stack that was taken where a region or task was created.
     *
     * @param made the id of the region or task
     * @param body the code that it runs; 0 if it is not known
     * @param stack the frames, the innermost first
     * @param isCutOff whether the outermost frames are missing
     * @param thread a number of the thread
     */
    void add(long made, int callSite, int body, List<String> stack, boolean isCutOff, long thread) throws IOException {
        UserFrames frames = UserFrames.of(withoutAgent(stack), isCutOff, true);
        List<String> callers = callSite == 0 ? null : callers(frames.outermostFirst(), callSite);
        int number = callers == null ? StackTable.OF_TOO_MANY : numberOf(callers, frames);
        if (callers == null || number == StackTable.OF_TOO_MANY) {
            return;
        }
        ofMade.put(made, number);
        ofPlaces.merge(EventShape.place(callSite, body), number, this::common);
        addOutermost(frames, callers, thread);
    }

    private void addOutermost(UserFrames frames, List<String> callers, long thread) {
        if (isWhole(frames) && !callers.isEmpty() && outermost.size() < MOST_THREADS) {
            outermost.putIfAbsent(thread, callers.get(0));
        }
    }

    /**
     * Adds a stack that was taken when a wait was over.
     *
     * @param beginNanos when the wait began, in nanoseconds since the begin of the trace
     * @param thread a number of the thread that waited
     */
    void addWait(long beginNanos, int callSite, List<String> stack, boolean isCutOff, long thread) throws IOException {
        UserFrames frames = UserFrames.of(withoutAgent(stack), isCutOff, true);
        List<String> callers = callSite == 0 ? frames.outermostFirst() : callers(frames.outermostFirst(), callSite);
        if (callers == null || callers.isEmpty()) {
            return;
        }
        int number = numberOf(callers, frames);
        if (number != StackTable.OF_TOO_MANY) {
            ofWaits.add(thread, beginNanos, number);
            addOutermost(frames, callers, thread);
        }
    }

    /** The frames outside of the agent's own frames. */
    private static List<String> withoutAgent(List<String> stack) {
        int begin = 0;
        for (int i = 0; i < stack.size(); i++) {
            if (ClassOrigin.isOfAgent(stack.get(i))) {
                begin = i + 1;
            }
        }
        return stack.subList(begin, stack.size());
    }

    /** The frames down to the one that contains the call site. If none does: all frames for a call site in the JDK, else null. */
    private @Nullable List<String> callers(List<String> frames, int callSite) {
        String site = trace == null ? null : trace.callSite(callSite);
        if (site == null) {
            return null;
        }
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (site.startsWith(frames.get(i))
                    && site.startsWith("(", frames.get(i).length())) {
                return frames.subList(0, i + 1);
            }
        }
        return ClassOrigin.isOfProgram(site) ? null : frames;
    }

    private static boolean isWhole(UserFrames frames) {
        return !frames.endsAtTask() && !frames.isCutOff();
    }

    private int numberOf(List<String> callers, UserFrames frames) {
        int number = NONE;
        if (isWhole(frames)) {
            number = stacks.call(number, WHOLE);
        } else if (frames.isCutOff()) {
            number = stacks.call(number, PseudoFrames.CUT_OFF);
        }
        for (String each : callers) {
            number = number == StackTable.OF_TOO_MANY ? number : stacks.call(number, each);
        }
        return number;
    }

    private int common(int one, int other) {
        if (one == other) {
            return one;
        }
        int shared = stacks.call(stacks.common(one, other), CALLER_NOT_SAMPLED);
        return shared == StackTable.OF_TOO_MANY ? NONE : shared;
    }

    /** The number of the stack of the code that created a region or task; {@link #NONE} if it is not known. */
    int of(long made, int callSite, int body) {
        if (ofPlaces.isEmpty()) {
            return NONE;
        }
        long exact = ofMade.get(made);
        return exact >= 0 ? (int) exact : ofPlaces.getOrDefault(EventShape.place(callSite, body), NONE);
    }

    /** Whether a stack was taken of this region or task itself. */
    boolean isOf(long made) {
        return ofMade.get(made) >= 0;
    }

    /** Whether a stack of any wait was taken. */
    boolean hasWaits() {
        return !ofWaits.isEmpty();
    }

    /** The number of the stack of the code that waited; {@link #NONE} if no stack of that wait was taken. */
    int ofWait(long threadId, long beginNanos) {
        return Math.max(NONE, ofWaits.find(threadId, beginNanos));
    }

    /** Whether the stack is complete up to the begin of the thread. */
    boolean isWhole(int stack) {
        return outermostFrame(stack).equals(WHOLE);
    }

    /** Whether the stack has all frames of the creating task. */
    boolean endsAtTask(int stack) {
        return switch (outermostFrame(stack)) {
            case WHOLE, PseudoFrames.CUT_OFF, CALLER_NOT_SAMPLED -> false;
            default -> true;
        };
    }

    /** Whether outer frames of the stack are missing. */
    boolean isCutOff(int stack) {
        return outermostFrame(stack).equals(PseudoFrames.CUT_OFF);
    }

    /** The outermost frame of a stack that is not {@link #NONE}. */
    String outermostFrame(int stack) {
        return stacks.name(stacks.outermost(stack));
    }

    /** The frames, the outermost first, as numbers for {@link #name}. */
    int[] frames(int stack) {
        int[] all = stacks.outermostFirst(stack);
        return isWhole(stack) ? Arrays.copyOfRange(all, 1, all.length) : all;
    }

    String name(int frame) {
        return stacks.name(frame);
    }

    /** The outermost frame of the thread, if a complete stack of it was taken; {@link PseudoFrames#MAIN} if it is not known. */
    String outermost(long threadId) {
        return outermost.getOrDefault(threadId, PseudoFrames.MAIN);
    }

    /** Replaces the numbers of threads, once all stacks have been added. */
    void renumber(LongUnaryOperator threads) {
        ofWaits.renumber(threads);
        Map<Long, String> found = new HashMap<>();
        outermost.forEach((thread, frame) -> found.put(threads.applyAsLong(thread), frame));
        outermost.clear();
        outermost.putAll(found);
    }
}
