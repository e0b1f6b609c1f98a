package org.ompt4j.bench;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ompt4j.bench.suites.ConstructBenchmark;
import org.ompt4j.bench.suites.Use;

/** The single uses of constructs that are measured: the methods of {@link ConstructBenchmark}. */
final class Constructs {

    /**
     * @param construct id of the mapping
     * @param benchmark method of {@code ConstructBenchmark}
     * @param title the name in tables
     * @param raisesInDefault whether the profile {@code default} has events of it too
     * @param wakesAnother whether another thread has to wake up for it
     * @param oldestJdk feature version of the oldest JDK with the construct
     * @param agentArguments settings of the agent without which the construct is not observed
     */
    record Row(
            String construct,
            String benchmark,
            String title,
            boolean raisesInDefault,
            boolean wakesAnother,
            int oldestJdk,
            List<String> agentArguments) {

        /** Whether a trace of this setting must contain its events. */
        boolean raisesIn(Setting setting) {
            return setting == Setting.FULL || raisesInDefault && setting == Setting.DEFAULT;
        }
    }

    /** Sorted by construct and title. */
    static final List<Row> ROWS = rows();

    private Constructs() {}

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Method each : ConstructBenchmark.class.getDeclaredMethods()) {
            Use use = each.getAnnotation(Use.class);
            if (use != null) {
                rows.add(new Row(
                        use.construct(),
                        each.getName(),
                        use.title(),
                        !use.onlyInFull(),
                        use.wakesAnother(),
                        use.oldestJdk(),
                        List.of(use.agentArguments())));
            }
        }
        rows.sort(Comparator.comparing(Row::construct).thenComparing(Row::title));
        return List.copyOf(rows);
    }
}
