package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.UnobservedTimes;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;

/**
 * Counts the uses of unobserved constructs in the loaded classes of the program and its libraries, and the classes that could not be scanned.
 *
 * <p>Thread safety: any thread; classes are read outside of the lock.
 */
public final class ProgramScan {

    /** The constructs that a run observes. */
    public interface Observed {
        /** Why a construct is not observed; null if it is. */
        @Nullable
        Reason whyNot(Construct construct);
    }

    private final Sum unobserved;
    private final Map<Construct, long[]> references = new EnumMap<>(Construct.class);
    /** The number of waits in calls by reflection in earlier attach epochs. */
    private final Map<Construct, Long> byReflectionBefore = new EnumMap<>(Construct.class);

    private @Nullable Sum leftOut;
    private long classes;
    private long loadedBefore;
    private long ofBootstrapPath;

    public ProgramScan(Observed observed) {
        this.unobserved = new Sum(new ConstructTable(new NotObserved(observed)));
        for (Construct each : Construct.values()) {
            byReflectionBefore.put(each, UnobservedTimes.byReflectionSoFar(each));
        }
    }

    private record NotObserved(Observed observed) implements ConstructTable.Selection {
        @Override
        public @Nullable Reason reasonFor(String constructId) {
            Construct construct = Construct.byId(constructId);
            return construct == null ? Reason.NOT_MAPPED : observed.whyNot(construct);
        }
    }

    private static final class Everything implements ConstructTable.Selection {
        @Override
        public Reason reasonFor(String constructId) {
            return Reason.LEFT_OUT;
        }
    }

    /** Uses of the rows of a table. */
    private static final class Sum {
        private final ConstructTable table;
        private final long[] uses;
        private final long[] classes;
        /** How often each construct was seen in earlier attach epochs. */
        private final long[] timesBefore;

        Sum(ConstructTable table) {
            this.table = table;
            this.uses = new long[table.rows().size()];
            this.classes = new long[uses.length];
            this.timesBefore = new long[uses.length];
            for (int row = 0; row < uses.length; row++) {
                timesBefore[row] = UnobservedTimes.soFar(table.rows().get(row).id());
            }
        }

        void add(int[] inOneClass) {
            for (int row = 0; row < uses.length; row++) {
                uses[row] += inOneClass[row];
                classes[row] += inOneClass[row] == 0 ? 0 : 1;
            }
        }

        private boolean counts(ConstructTable.Row row) {
            for (int i = 0; i < uses.length; i++) {
                if (uses[i] != 0 && row.behind().contains(table.rows().get(i).id())) {
                    return true;
                }
            }
            return row.behind().isEmpty();
        }

        private long times(int row) {
            return UnobservedTimes.soFar(table.rows().get(row).id()) - timesBefore[row];
        }

        void addTo(List<UnobservedUse> found) {
            for (int i = 0; i < uses.length; i++) {
                ConstructTable.Row row = table.rows().get(i);
                if (uses[i] != 0 && counts(row)) {
                    long times = row.reason() == Reason.NOT_MAPPED ? times(i) : 0;
                    found.add(new UnobservedUse(row.reason(), row.id(), row.missing(), uses[i], classes[i], times));
                }
            }
        }
    }

    /** A class was loaded; {@code observed} is false if the configuration leaves it out. */
    void add(ClassFileScan scan, boolean observed) {
        Sum sum = observed ? unobserved : sumOfLeftOut();
        int[] uses = scan.uses(sum.table);
        synchronized (this) {
            classes++;
            if (uses != null) {
                sum.add(uses);
            }
        }
    }

    private synchronized Sum sumOfLeftOut() {
        Sum known = leftOut;
        if (known == null) {
            known = new Sum(new ConstructTable(new Everything()));
            leftOut = known;
        }
        return known;
    }

    /** A class has method references to a construct for which only calls are observed. */
    synchronized void addReferences(Construct construct, int uses) {
        long[] sum = references.get(construct);
        if (sum == null) {
            sum = new long[2];
            references.put(construct, sum);
        }
        sum[0] += uses;
        sum[1]++;
    }

    /** The bootstrap loader has loaded a class that does not belong to the JDK. */
    synchronized void addOfBootstrapPath() {
        ofBootstrapPath++;
    }

    /** Classes of the program were loaded before the agent could see them. */
    public synchronized void addLoadedBefore(int count) {
        loadedBefore += count;
    }

    /** The results so far. */
    public synchronized ClassScan result() {
        List<UnobservedUse> found = new ArrayList<>();
        unobserved.addTo(found);
        for (Map.Entry<Construct, long[]> each : references.entrySet()) {
            long[] sum = each.getValue();
            found.add(new UnobservedUse(
                    Reason.BY_REFERENCE, each.getKey().id(), "calls through references to methods", sum[0], sum[1], 0));
        }
        addCallsByReflection(found);
        if (leftOut != null) {
            leftOut.addTo(found);
        }
        return new ClassScan(classes, found);
    }

    private void addCallsByReflection(List<UnobservedUse> found) {
        for (Map.Entry<Construct, Long> each : byReflectionBefore.entrySet()) {
            long times = UnobservedTimes.byReflectionSoFar(each.getKey()) - each.getValue();
            if (times != 0) {
                found.add(new UnobservedUse(
                        Reason.BY_REFLECTION,
                        each.getKey().id(),
                        "calls by reflection and method handles",
                        0,
                        0,
                        times));
            }
        }
    }

    /** Classes that were not scanned, one sentence for each kind. */
    public synchronized List<String> unseenClasses() {
        List<String> sentences = new ArrayList<>();
        if (loadedBefore != 0) {
            sentences.add(classes(loadedBefore) + " loaded before the agent: not observed");
        }
        if (ofBootstrapPath != 0) {
            sentences.add(classes(ofBootstrapPath) + " loaded from the bootstrap class path: not observed");
        }
        return sentences;
    }

    private static String classes(long count) {
        return count == 1 ? "1 class of the program was" : count + " classes of the program were";
    }
}
