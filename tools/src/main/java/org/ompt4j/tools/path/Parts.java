package org.ompt4j.tools.path;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Gives each part that occurs a number, from 0 on. Grows with code and call sites. */
final class Parts {
    private final Map<Part, Integer> numbers = new HashMap<>();
    private final List<Part> all = new ArrayList<>();
    private int latest = -1;

    int number(Part part) {
        // Asked for each event, and mostly for what was asked for before.
        if (latest < 0 || !all.get(latest).equals(part)) {
            Integer known = numbers.putIfAbsent(part, all.size());
            if (known == null) {
                all.add(part);
            }
            latest = known == null ? all.size() - 1 : known;
        }
        return latest;
    }

    int number(Part.Kind kind) {
        return number(Part.of(kind));
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
