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
 * Stacks of code that made regions and tasks, and of code that waited. They were taken now and then; what was made at the same call site without one and runs
 * the same code has what all stacks taken of such begin with. A wait has its own, or none.
 *
 * <p>Memory is bounded: stacks of waits, of which there are as many as the run was long, lie in a private file, see {@link WaitStacks}. Thread safety: none.
 */
final class MadeStacks {
    /** None were taken. */
    static final int NONE = StackTable.EMPTY;

    /** Between what all stacks that were taken at a call site begin with, and the call site. */
    static final String CALLER_NOT_SAMPLED = "<caller not sampled>";

    /** Outermost in stacks that are whole, up to the thread's own begin. */
    private static final String WHOLE = "";

    private static final int MOST_FRAMES = 200_000;
    private static final int MOST_THREADS = 1_000;

    private final @Nullable Trace trace;
    private final StackTable stacks = new StackTable(MOST_FRAMES);
    private final IdFile ofMade = new IdFile();
    private final WaitStacks ofWaits = new WaitStacks();
    /** By call site and body. */
    private final Map<Long, Integer> ofPlaces = new HashMap<>();
    /** By the number of a thread that the Flight Recorder has. */
    private final Map<Long, String> outermost = new HashMap<>();

    private MadeStacks(@Nullable Trace trace) {
        this.trace = trace;
    }

    /** None at all. */
    static MadeStacks none() {
        return new MadeStacks(null);
    }

    /** None so far, of a trace that has the call sites. */
    static MadeStacks of(Trace trace) {
        return new MadeStacks(trace);
    }

    /**
     * A stack that was taken where a region or task was made.
     *
     * @param made the region or task
     * @param body what it runs; 0 if that is not known
     * @param stack the innermost frame first
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
     * A stack that was taken when a wait was over.
     *
     * @param beginNanos when it began, in the trace
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

    /** What is outside of our own frames. */
    private static List<String> withoutAgent(List<String> stack) {
        int begin = 0;
        for (int i = 0; i < stack.size(); i++) {
            if (ClassOrigin.isOfAgent(stack.get(i))) {
                begin = i + 1;
            }
        }
        return stack.subList(begin, stack.size());
    }

    /** The frames down to the one that has the call site; null if none has: then it is told elsewhere than it happened. */
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

    /** What had been called up to the code that made a region or task, as a number; {@link #NONE} if that is not known. */
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

    /** What had been called up to the code that waited, as a number; {@link #NONE} if no stack of that wait was taken. */
    int ofWait(long threadId, long beginNanos) {
        return Math.max(NONE, ofWaits.find(threadId, beginNanos));
    }

    /** Whether there is no more outside of these frames in their thread. */
    boolean isWhole(int stack) {
        return outermostFrame(stack).equals(WHOLE);
    }

    /** Whether all frames of the task are there that made something. */
    boolean endsAtTask(int stack) {
        return switch (outermostFrame(stack)) {
            case WHOLE, PseudoFrames.CUT_OFF, CALLER_NOT_SAMPLED -> false;
            default -> true;
        };
    }

    /** Whether what is outside of these frames is missing. */
    boolean isCutOff(int stack) {
        return outermostFrame(stack).equals(PseudoFrames.CUT_OFF);
    }

    /** The outermost frame of a stack that is not {@link #NONE}. */
    String outermostFrame(int stack) {
        return stacks.name(stacks.outermost(stack));
    }

    /** The frames, the outermost first, as {@link #name} knows them. */
    int[] frames(int stack) {
        int[] all = stacks.outermostFirst(stack);
        return isWhole(stack) ? Arrays.copyOfRange(all, 1, all.length) : all;
    }

    String name(int frame) {
        return stacks.name(frame);
    }

    /** Where the thread began, if a stack of it was taken that is whole; {@link PseudoFrames#MAIN} if that is not known. */
    String outermost(long threadId) {
        return outermost.getOrDefault(threadId, PseudoFrames.MAIN);
    }

    /** All stacks are there; from now on threads have these numbers. */
    void renumber(LongUnaryOperator threads) {
        ofWaits.renumber(threads);
        Map<Long, String> found = new HashMap<>();
        outermost.forEach((thread, frame) -> found.put(threads.applyAsLong(thread), frame));
        outermost.clear();
        outermost.putAll(found);
    }
}
