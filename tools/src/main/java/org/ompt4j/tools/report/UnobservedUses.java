package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.text.Units;

/** The constructs that the program's classes use and that were not observed: one table for each reason. */
final class UnobservedUses {
    private static final List<Column<UnobservedUse>> COLUMNS = List.of(
            Column.count("uses", "places in class files that use the construct", UnobservedUse::uses),
            Column.count("classes", "classes with such a place", UnobservedUse::classes),
            Column.<UnobservedUse>count(
                            "times", "how often a thread was seen in it; 0 if none, or not known", UnobservedUse::times)
                    .withoutZero(),
            Column.<UnobservedUse>of(Unit.TEXT, "missing", "what is not observed", UnobservedUse::missing)
                    .notOnPage(),
            Column.of(Unit.TEXT, "construct", "id of the construct", UnobservedUse::construct));

    private final ClassScan scan;
    private final RunSettings settings;

    UnobservedUses(ClassScan scan, RunSettings settings) {
        this.scan = scan;
        this.settings = settings;
    }

    boolean isEmpty() {
        return scan.uses().isEmpty();
    }

    void sayWhatWasLookedAt(List<String> lines) {
        if (scan.classes() == 0) {
            lines.add("Which constructs the program used that are not observed is not known.");
            return;
        }
        String whose = scan.classes() == 1 ? "its" : "their";
        String whatTheyUse = scan.classes() == 1
                ? "the one class of the program uses"
                : "the " + Units.count(scan.classes()) + " classes of the program and its libraries use";
        lines.add(
                scan.uses().isEmpty()
                        ? "Not observed: nothing that " + whatTheyUse + ", as far as " + whose + " code shows."
                        : "Not observed: what the tables below list, which " + whatTheyUse + ".");
        String insideTheJdk = notInsideTheJdk();
        if (!insideTheJdk.isEmpty()) {
            lines.add("Not observed inside the JDK: " + insideTheJdk);
        }
    }

    /**
     * With {@code mutex.detail=full}, calls in the program's code are observed, not waits inside the JDK. Else waits are observed where
     * threads queue.
     */
    private String notInsideTheJdk() {
        if (settings.mutexDetail() == MutexDetail.FULL) {
            return "monitors, whose waits count as what the thread does; "
                    + "locks, their conditions and semaphores, whose waits are shown as park.";
        }
        return settings.nativeMonitors() ? "" : "monitors, which need native=auto.";
    }

    List<Table<?>> tables() {
        List<Table<?>> tables = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            List<UnobservedUse> uses = new ArrayList<>(scan.uses());
            uses.removeIf(each -> each.reason() != reason);
            if (!uses.isEmpty()) {
                uses.sort(Comparator.comparingLong(UnobservedUse::uses)
                        .thenComparingLong(UnobservedUse::times)
                        .reversed()
                        .thenComparing(UnobservedUse::construct));
                tables.add(table(reason, uses));
            }
        }
        return tables;
    }

    private static String title(Reason reason) {
        return switch (reason) {
            case NOT_MAPPED -> "Not observed";
            case SWITCHED_OFF -> "Switched off by the setting constructs";
            case LEFT_OUT -> "In classes that include and exclude leave out";
            case BY_REFERENCE -> "Observed where it is called, not through a reference to a method";
            case BY_REFLECTION -> "Observed where it is called, not by reflection";
        };
    }

    private static String how(Reason reason, boolean counted) {
        return switch (reason) {
            case NOT_MAPPED ->
                "uses in the program's code, most first; "
                        + (counted ? "times: how often a thread parked there; " : "")
                        + "waits there are shown as park or condition at most";
            case SWITCHED_OFF -> "uses in the program's code, most first";
            case LEFT_OUT -> "uses in their code, most first";
            case BY_REFERENCE -> "references, most first";
            case BY_REFLECTION ->
                "times: how often a thread had to wait in a call by reflection or through a method handle; waits there are shown as park";
        };
    }

    private static Table<UnobservedUse> table(Reason reason, List<UnobservedUse> uses) {
        boolean counted = uses.stream().anyMatch(each -> each.times() > 0);
        return Table.of(title(reason), how(reason, counted), uses, COLUMNS)
                .under(each -> List.of(new RowLine(each.missing())));
    }
}
