package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.text.Units;

/** Throttled call sites: the events that were counted there instead of traced. The section is absent if there are none. */
final class ThrottleSection implements Section {
    private final Trace trace;
    private final Names names;

    ThrottleSection(Trace trace, Names names) {
        this.trace = trace;
        this.names = names;
    }

    private record Place(Event event, @Nullable ScopeEndpoint endpoint, int codeptrRa) {
        String name() {
            return endpoint == null ? event.specName() : event.specName() + " " + endpoint.specName();
        }

        /** Whether this event ends something that took time; for other events no time is shown. */
        boolean isTimed() {
            return switch (event) {
                case MUTEX_ACQUIRED, DISPATCH -> true;
                case WAIT -> endpoint == ScopeEndpoint.END;
                default -> false;
            };
        }
    }

    private static final class Sum {
        long events;
        long totalNanos;
        long maxNanos;
    }

    /** How many events were counted at how many call sites, in one sentence; empty if none were. */
    static String sentence(Trace trace) {
        List<CountedEvents> counted = trace.counted();
        if (counted.isEmpty()) {
            return "";
        }
        long events = counted.stream().mapToLong(CountedEvents::count).sum();
        long sites = counted.stream().map(CountedEvents::codeptrRa).distinct().count();
        return "throttled: " + Units.plural(events, "event") + " at " + Units.plural(sites, "call site")
                + " counted, not traced";
    }

    @Override
    public List<Table<?>> tables() {
        Map<Place, Sum> sums = new HashMap<>();
        for (CountedEvents each : trace.counted()) {
            Sum sum = sums.computeIfAbsent(
                    new Place(each.event(), each.endpoint(), each.codeptrRa()), unused -> new Sum());
            sum.events += each.count();
            sum.totalNanos += each.totalNanos();
            sum.maxNanos = Math.max(sum.maxNanos, each.maxNanos());
        }
        if (sums.isEmpty()) {
            return List.of();
        }
        List<Map.Entry<Place, Sum>> rows = new ArrayList<>(sums.entrySet());
        rows.sort(Comparator.comparing((Map.Entry<Place, Sum> each) -> -each.getValue().events)
                .thenComparing(each -> each.getKey().codeptrRa())
                .thenComparing(each -> each.getKey().name()));
        List<Column<Map.Entry<Place, Sum>>> columns = List.of(
                Column.count("events", "events that were counted", each -> each.getValue().events),
                time("took", "how long they took in all", sum -> sum.totalNanos),
                time("mean", "how long they took on average", sum -> (double) sum.totalNanos / sum.events),
                time("max", "how long the longest took", sum -> sum.maxNanos),
                Column.of(
                        Unit.TEXT,
                        "event",
                        "name of the event",
                        each -> each.getKey().name()),
                Column.of(
                        Unit.CALL_SITE,
                        "call site",
                        "where they happened",
                        each -> names.callSite(each.getKey().codeptrRa())));
        return List.of(Table.of("Throttled", "counted, not traced; by call site, most events first", rows, columns));
    }

    private static Column<Map.Entry<Place, Sum>> time(String head, String meaning, Function<Sum, Number> figure) {
        return Column.time(head, meaning, each -> {
            Sum sum = each.getValue();
            return each.getKey().isTimed() && sum.totalNanos > 0 ? figure.apply(sum) : null;
        });
    }
}
