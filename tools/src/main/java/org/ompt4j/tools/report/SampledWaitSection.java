package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** The objects for which samples show threads waiting. */
final class SampledWaitSection implements Section {
    private static final int OBJECTS = 20_000;

    private final Names names;
    private final Rows<Key, Waits> waits =
            new Rows<>(OBJECTS, key -> new Waits(), each -> each.samples, this::isNotKept);
    private long samplesNotKept;
    private long samples;

    SampledWaitSection(Names names) {
        this.names = names;
    }

    @Override
    public void sample(TraceEvent sample) {
        samples++;
        State state = sample.state();
        if (state != null && state.name().startsWith("WAIT_")) {
            long object = names.isKnownObject(sample.waitId()) ? sample.waitId() : 0;
            Waits found = waits.at(new Key(state, object));
            found.samples++;
            found.threads.add(sample.threadId());
        }
    }

    private void isNotKept(Waits row) {
        samplesNotKept += row.samples;
    }

    @Override
    public List<Table<?>> tables() {
        List<Map.Entry<Key, Waits>> rows = new ArrayList<>(waits.kept().entrySet());
        rows.sort(Comparator.comparing((Map.Entry<Key, Waits> each) -> -each.getValue().samples)
                .thenComparing(each -> each.getKey().state)
                .thenComparing(each -> each.getKey().waitId));
        List<Column<Map.Entry<Key, Waits>>> columns = List.of(
                Column.count("samples", "samples of threads that waited so", each -> each.getValue().samples),
                Column.of(
                        Unit.SHARE,
                        "share",
                        "share of all samples",
                        each -> each.getValue().samples / (double) Math.max(1, samples)),
                Column.count(
                        "threads",
                        "threads that waited so",
                        each -> each.getValue().threads.size()),
                Column.of(
                        Unit.TEXT,
                        "state",
                        "state of the threads",
                        each -> each.getKey().state.specName()),
                Column.of(Unit.OBJECT, "object", "what was waited for", each -> object(each.getKey())));
        Table<Map.Entry<Key, Waits>> table = Table.of("Waits", "most samples first", rows, columns);
        return List.of(
                samplesNotKept == 0
                        ? table
                        : table.note(new Note(
                                Units.plural(samplesNotKept, "sample")
                                        + " of waits are in no row: there were too many objects to keep apart those that were seen least.",
                                Map.of("samples_in_no_row", samplesNotKept))));
    }

    private @Nullable String object(Key key) {
        if (key.waitId != 0) {
            return names.object(key.waitId);
        }
        // In OMPT4J's own states, threads wait for something that has no id: time, bytes, a permit.
        return key.state.value() >= State.WAIT_CONDITION.value() ? null : "(tasks or regions)";
    }

    private record Key(State state, long waitId) {}

    private static final class Waits {
        final Set<Long> threads = new HashSet<>();
        long samples;
    }
}
