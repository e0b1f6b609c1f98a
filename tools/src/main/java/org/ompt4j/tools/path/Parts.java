package org.ompt4j.tools.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/** Assigns a number to each part that occurs, from 0 on. Grows with code and call sites. */
final class Parts {
    /** A power of two. */
    private static final int RECENT = 1024;

    private final Map<Part, Integer> numbers = new HashMap<>();
    private final List<Part> all = new ArrayList<>();
    /** A cache of the last used numbers; 0 for an empty place. */
    private final int[] recent = new int[RECENT];

    /** Called for each event, mostly with a part that was used before: then neither an object is made nor a search is necessary. */
    int number(Kind kind, State state, int body, int codeptrRa) {
        int slot = (31 * (31 * (31 * kind.ordinal() + state.ordinal()) + body) + codeptrRa) & RECENT - 1;
        int number = recent[slot];
        if (number == all.size() || !all.get(number).is(kind, state, body, codeptrRa)) {
            number = number(new Part(kind, state, body, codeptrRa));
            recent[slot] = number;
        }
        return number;
    }

    private int number(Part part) {
        Integer known = numbers.putIfAbsent(part, all.size());
        if (known == null) {
            all.add(part);
        }
        return known == null ? all.size() - 1 : known;
    }

    /** The number of a part of a task without its code, known only by where the task was made. */
    int number(Kind kind, State state, TraceEvent create) {
        return number(kind, state, create.body(), create.codeptrRa());
    }

    /** The number of the part that consists only of this kind. */
    int number(Kind kind) {
        return number(kind, State.UNKNOWN, 0, 0);
    }

    /** The part with this number. */
    Part get(int number) {
        return all.get(number);
    }

    /** The parts that took any time, the longest first. */
    List<PartTime> times(IntToLongFunction nanos) {
        List<PartTime> times = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            long each = nanos.applyAsLong(i);
            if (each > 0) {
                times.add(new PartTime(all.get(i), each));
            }
        }
        times.sort(Comparator.comparingLong((PartTime each) -> -each.nanos())
                .thenComparing(each -> each.part().kind())
                .thenComparing(each -> each.part().state())
                .thenComparing(each -> each.part().body())
                .thenComparing(each -> each.part().codeptrRa()));
        return times;
    }
}
