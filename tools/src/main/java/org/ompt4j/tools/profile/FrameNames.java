package org.ompt4j.tools.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** Numbers the names of frames: methods, call sites, and pseudo frames for states. Thread safety: none. */
public final class FrameNames {
    /** The number that stands for no name. */
    static final int NONE = 0;

    /** The text behind the name of a call site at which tasks created tasks of the same path. */
    static final String RECURSIVE = " [recursive]";

    private static final String UNKNOWN_CALL_SITE = "(unknown call site)";

    /** The most names. Later ones become {@link PseudoFrames#OTHER}. */
    private static final int MOST = 200_000;

    private final Trace trace;
    private final int other;
    private final String main;
    private final MadeStacks stacks;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<@Nullable State> states = new ArrayList<>();
    private final Map<Integer, Integer> callSites = new HashMap<>();
    private final Map<Integer, Integer> methods = new HashMap<>();
    private final Map<State, Integer> ofStates = new EnumMap<>(State.class);
    private final Map<State, Map<String, Integer>> objectWaits = new EnumMap<>(State.class);

    FrameNames(Trace trace) {
        this(trace, PseudoFrames.MAIN, MadeStacks.none());
    }

    /**
     * Creates names that include those of frames in paths.
     *
     * @param main the name for {@link CallPath#MAIN}
     */
    FrameNames(Trace trace, String main, MadeStacks stacks) {
        this.trace = trace;
        this.main = main;
        this.stacks = stacks;
        of("", null);
        this.other = of(PseudoFrames.OTHER, null);
        for (String each : List.of(PseudoFrames.WORK, PseudoFrames.NOT_SAMPLED)) {
            of(each, State.WORK_SERIAL);
        }
        of(PseudoFrames.of(State.OVERHEAD), State.OVERHEAD);
        for (State each : State.values()) {
            ofStates.put(each, of(PseudoFrames.of(each), each));
        }
    }

    /** The name with this number. */
    public String name(int number) {
        return names.get(number);
    }

    /** The name of a frame, with a mark if tasks created tasks of the same path there. */
    String name(FrameTree.Node node) {
        return node.isRecursive() ? name(node.frame()) + RECURSIVE : name(node.frame());
    }

    /** The state that the frame stands for; null for code. */
    public @Nullable State state(int number) {
        return states.get(number);
    }

    int of(String name) {
        return of(name, null);
    }

    private int of(String name, @Nullable State state) {
        Integer known = numbers.get(name);
        if (known == null && names.size() >= MOST) {
            return other;
        }
        if (known == null) {
            known = names.size();
            numbers.put(name, known);
            names.add(name);
            states.add(state);
        }
        return known;
    }

    int ofCallSite(int callSite) {
        Integer known = callSites.get(callSite);
        if (known == null) {
            known = of(callSite(callSite));
            callSites.put(callSite, known);
        }
        return known;
    }

    /**
     * The program's method that contains this call site; {@link #NONE} if it is not known, or if it is in the JDK, whose frames stacks
     * leave out.
     */
    int methodOf(int callSite) {
        Integer known = methods.get(callSite);
        if (known == null) {
            String site = callSite(callSite);
            int end = site.indexOf('(');
            known = end > 0 && ClassOrigin.isOfProgram(site) ? of(site.substring(0, end)) : NONE;
            methods.put(callSite, known);
        }
        return known;
    }

    /** The name of a step of a path. */
    String callSite(int callSite) {
        int frame = CallPath.frame(callSite);
        if (frame >= 0) {
            return stacks.name(frame);
        }
        return callSite == CallPath.MAIN ? main : callSite(trace, callSite);
    }

    /** The name of a call site. */
    static String callSite(Trace trace, int callSite) {
        if (callSite == CallPath.OTHER) {
            return PseudoFrames.OTHER;
        }
        String text = trace.callSite(callSite);
        return text == null ? UNKNOWN_CALL_SITE : text;
    }

    /** The name of a task's code; null if it is not known or not the program's. */
    @Nullable
    String body(int body) {
        if (body == CallPath.OTHER) {
            return PseudoFrames.OTHER;
        }
        String text = trace.body(body);
        return text != null && ClassOrigin.isOfProgram(text) ? text : null;
    }

    /** The number of this state's pseudo frame, see {@link PseudoFrames#of}. */
    int ofState(State state) {
        return Objects.requireNonNull(ofStates.get(state));
    }

    /** The number of the pseudo frame for a wait that begins with this event, with the class of the awaited object if it is known. */
    int ofWait(State state, @Nullable TraceEvent wait) {
        return wait == null ? ofState(state) : ofWait(state, wait.waitId());
    }

    /** The number of the pseudo frame for a wait for this object. */
    int ofWait(State state, long waitId) {
        Trace.WaitObject object = trace.waitObject(waitId);
        if (object == null) {
            return ofState(state);
        }
        return objectWaits
                .computeIfAbsent(state, key -> new HashMap<>())
                .computeIfAbsent(object.className(), className -> of(PseudoFrames.of(state, className), state));
    }
}
