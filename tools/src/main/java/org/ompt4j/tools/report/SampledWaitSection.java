package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

/** What threads were seen waiting for, by samples. */
final class SampledWaitSection implements Section {
    private final Names names;
    private final Map<Key, Waits> waits = new HashMap<>();
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
            Waits found = waits.computeIfAbsent(new Key(state, object), key -> new Waits());
            found.samples++;
            found.threads.add(sample.threadId());
        }
    }

    @Override
    public void write(Page page) throws IOException {
        List<Map.Entry<Key, Waits>> rows = new ArrayList<>(waits.entrySet());
        rows.sort(Comparator.comparing((Map.Entry<Key, Waits> each) -> -each.getValue().samples)
                .thenComparing(each -> each.getKey().state)
                .thenComparing(each -> each.getKey().waitId));
        Table table = new Table("samples", "share", "threads", "state", "object");
        page.section("Waits", "most samples first", rows, table, each -> row(table, each.getKey(), each.getValue()));
    }

    private void row(Table table, Key key, Waits found) {
        table.row(
                Units.count(found.samples),
                Units.percent(found.samples / (double) Math.max(1, samples)),
                Units.count(found.threads.size()),
                key.state.specName(),
                object(key));
    }

    private String object(Key key) {
        if (key.waitId != 0) {
            return names.object(key.waitId);
        }
        // States of our own are waits for nothing that has an id: time, bytes, a permit.
        return key.state.value() >= State.WAIT_CONDITION.value() ? Table.NONE : "(tasks or regions)";
    }

    private record Key(State state, long waitId) {}

    private static final class Waits {
        final Set<Long> threads = new HashSet<>();
        long samples;
    }
}
