package org.ompt4j.mappings.monitor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Computes which monitors a method holds at each of its instructions, over all paths. HotSpot does the same before it compiles a method; methods that
 * HotSpot refuses to compile are not supported here either.
 *
 * <p>A monitor is identified by the local variables that hold its object.
 */
final class MonitorFlow {
    /**
     * What happens to an exception after a monitor was exited.
     *
     * @param monitors locals of the monitors that no handler exits, in the order in which to exit them
     * @param handlers the entries of the exception table that then apply, in order
     */
    record Outside(List<Integer> monitors, List<Integer> handlers) {}

    private final MethodCode code;
    /** For each instruction the locals of each monitor held before it, the outermost first; null if it was not reached. */
    private final @Nullable List<Set<Integer>>[] held;

    private final Deque<Integer> changed = new ArrayDeque<>();
    private boolean understood = true;

    @SuppressWarnings({"unchecked", "rawtypes"})
    MonitorFlow(MethodCode code) {
        this.code = code;
        this.held = new List[code.size()];
        if (!code.hasSubroutines()) {
            run();
        } else {
            understood = false;
        }
    }

    /** Whether each exit exits the monitor that was entered last, and no monitor is held when the method ends. */
    boolean isUnderstood() {
        return understood;
    }

    /** The outside of the monitor that an instruction enters or exits; null in dead code. */
    @Nullable
    Outside outside(int instruction) {
        List<Set<Integer>> here = held[instruction];
        if (here == null) {
            return null;
        }
        int outer = here.size() - (code.opcode(instruction) == Opcodes.MONITOREXIT ? 1 : 0);
        List<Integer> covering = code.handlersCovering(instruction);
        List<Integer> monitors = new ArrayList<>();
        while (outer > 0 && !catchAll(covering, outer)) {
            outer--;
            monitors.add(here.get(outer).iterator().next());
        }
        int left = outer;
        covering.removeIf(entry -> heldIn(entry) != left);
        return new Outside(monitors, covering);
    }

    /** The place after an exit at which a call can be inserted without affecting the held monitors, even if the call throws. */
    MonitorPlan.Room roomAfter(int exit) {
        List<Set<Integer>> here = held[exit];
        if (here == null || code.isLanding(exit + 1)) {
            return MonitorPlan.Room.NONE;
        }
        int left = here.size() - 1;
        List<Integer> covering = code.handlersCovering(exit + 1);
        if (!allHold(covering, left) || left > 0 && !catchAll(covering, left)) {
            return MonitorPlan.Room.NONE;
        }
        return covering.equals(code.handlersCovering(exit))
                ? MonitorPlan.Room.RIGHT_AFTER
                : MonitorPlan.Room.AFTER_LABEL;
    }

    /* Loops, since a stream in a transformer could be the JVM's first: its classes would be loaded here, where they cannot be rewritten. */
    private boolean allHold(List<Integer> entries, int monitorsHeld) {
        for (int entry : entries) {
            if (heldIn(entry) != monitorsHeld) {
                return false;
            }
        }
        return true;
    }

    private boolean catchAll(List<Integer> entries, int monitorsHeld) {
        for (int entry : entries) {
            if (code.catchesAll(entry) && heldIn(entry) == monitorsHeld) {
                return true;
            }
        }
        return false;
    }

    private int heldIn(int entry) {
        List<Set<Integer>> there = held[code.handler(entry)];
        return there == null ? -1 : there.size();
    }

    private void run() {
        reach(0, List.of());
        do {
            while (understood && !changed.isEmpty()) {
                int next = changed.pop();
                List<Set<Integer>> before = held[next];
                if (before != null) {
                    execute(next, before);
                }
            }
        } while (understood && reachAnotherHandler());
    }

    /** A handler for instructions that do not throw; {@code Thread.stop} can still reach it. */
    private boolean reachAnotherHandler() {
        for (int entry = 0; entry < code.tableSize(); entry++) {
            if (held[code.handler(entry)] != null) {
                continue;
            }
            for (int i = code.start(entry); i < code.end(entry); i++) {
                List<Set<Integer>> before = held[i];
                if (before != null) {
                    reach(code.handler(entry), before);
                    return true;
                }
            }
        }
        return false;
    }

    private void execute(int at, List<Set<Integer>> before) {
        int opcode = code.opcode(at);
        if (code.canThrow(at) && !throwsTo(at, before) && !before.isEmpty()) {
            understood = false;
        }
        List<Set<Integer>> after = before;
        if (opcode == Opcodes.MONITORENTER) {
            after = new ArrayList<>(before);
            after.add(code.localsOfMonitorEnteredAt(at));
        } else if (opcode == Opcodes.MONITOREXIT) {
            if (before.isEmpty() || !before.get(before.size() - 1).contains(code.localLoadedBefore(at))) {
                understood = false;
                return;
            }
            after = before.subList(0, before.size() - 1);
        } else if (code.endsMethod(at)) {
            understood &= opcode == Opcodes.ATHROW || before.isEmpty();
        } else if (code.stores(at)) {
            after = without(code.local(at), code.slots(at), before);
        }
        for (int next : code.successors(at)) {
            reach(next, after);
        }
    }

    /** Whether a handler catches every throwable. */
    private boolean throwsTo(int at, List<Set<Integer>> before) {
        for (int entry : code.handlersCovering(at)) {
            reach(code.handler(entry), before);
            if (code.catchesAll(entry)) {
                return true;
            }
        }
        return false;
    }

    private static List<Set<Integer>> without(int local, int slots, List<Set<Integer>> before) {
        List<Set<Integer>> after = new ArrayList<>();
        for (Set<Integer> locals : before) {
            Set<Integer> left = new TreeSet<>(locals);
            left.remove(local);
            if (slots == 2) {
                left.remove(local + 1);
            }
            after.add(left);
        }
        return after;
    }

    private void reach(int instruction, List<Set<Integer>> by) {
        understood &= !by.contains(Set.<Integer>of());
        List<Set<Integer>> known = held[instruction];
        if (known == null) {
            held[instruction] = by;
            changed.push(instruction);
            return;
        }
        if (known.size() != by.size()) {
            understood = false;
            return;
        }
        List<Set<Integer>> both = new ArrayList<>();
        for (int i = 0; i < by.size(); i++) {
            Set<Integer> locals = new TreeSet<>(known.get(i));
            locals.retainAll(by.get(i));
            both.add(locals);
        }
        if (!both.equals(known)) {
            understood &= !both.contains(Set.<Integer>of());
            held[instruction] = both;
            changed.push(instruction);
        }
    }
}
