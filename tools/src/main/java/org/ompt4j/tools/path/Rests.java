package org.ompt4j.tools.path;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The latest rests on a path, up to a few. Immutable. */
final class Rests {
    static final Rests NONE = new Rests(List.of());

    private static final int KEPT = 8;

    /** The earliest first. */
    private final List<Rest> latest;

    private Rests(List<Rest> latest) {
        this.latest = latest;
    }

    Rests and(Rest next) {
        List<Rest> all = new ArrayList<>(latest);
        all.add(next);
        return of(all);
    }

    private static Rests of(List<Rest> all) {
        return new Rests(List.copyOf(all.subList(Math.max(0, all.size() - KEPT), all.size())));
    }

    /** The one that had begun at this time and was not over; null if there is none. */
    @Nullable
    Rest at(long nanos) {
        for (Rest each : latest) {
            if (each.untilNanos() > nanos) {
                return each.sinceNanos() <= nanos ? each : null;
            }
        }
        return null;
    }

    /** The last one that is cut and stands whole among the others; null if there is none. */
    @Nullable
    Rest lastCutOf(Rests others) {
        for (int i = latest.size() - 1; i >= 0; i--) {
            if (latest.get(i).isCut() && others.wholeOf(latest.get(i)) != null) {
                return latest.get(i);
            }
        }
        return null;
    }

    /** The one that this is the end of; null if there is none. */
    @Nullable
    Rest wholeOf(Rest cut) {
        for (Rest each : latest) {
            if (each.isWholeOf(cut)) {
                return each;
            }
        }
        return null;
    }

    /** These, and those that began later on another path, with what led to each of them changed like this. */
    Rests andLater(Rests others, long thanNanos, UnaryOperator<Path> before) {
        List<Rest> all = new ArrayList<>(latest);
        for (Rest each : others.latest) {
            if (each.sinceNanos() > thanNanos) {
                all.add(new Rest(before.apply(each.before()), each.part(), each.untilNanos(), each.isCut()));
            }
        }
        return of(all);
    }
}
