package org.ompt4j.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.ompt.Construct;

/** Generates the page {@code docs/mappings.md} from the constructs and their tests. */
final class MappingTable {
    private static final String HEAD = "# Constructs\n"
            + "\n"
            + "What OMPT4J observes, by the id that it has in the setting `constructs`, in `print` and in `report`. Each has a\n"
            + "page with what Java does, what OMPT sees, and what is not seen. Methods of your own that are constructs:\n"
            + "[defined](mappings/defined.md).\n"
            + "\n"
            + "This page is made from `Construct` and the end-to-end tests. After a change, make it again:\n"
            + "\n"
            + "    mvn -B -Dfast -pl end-to-end -am -Dtest=MappingCatalogTest -Dsurefire.failIfNoSpecifiedTests=false"
            + " -Dompt.regenerate=true test\n"
            + "\n"
            + "| mapping | Java | events | specification | since |\n"
            + "|---|---|---|---|---|\n";

    private static final String CASES = "\n"
            + "## Cases\n"
            + "\n"
            + "Scenarios of each construct's test program in which its end-to-end test shows a case, with exact counts in the\n"
            + "profile `full`; or why there is no such case. One case more is the same for all: a construct that is excluded is\n"
            + "silent.\n"
            + "\n"
            + "The end-to-end tests say so, with `@Shows` and `@Lacks`.\n"
            + "\n";

    private MappingTable() {}

    static String text(List<ConstructMapping> mappings) {
        List<ConstructMapping> sorted = mappings.stream()
                .sorted(Comparator.comparing(each -> each.construct().id()))
                .toList();
        return sorted.stream()
                        .map(ConstructMapping::construct)
                        .map(MappingTable::row)
                        .collect(Collectors.joining("", HEAD, CASES))
                + cells("mapping", Stream.of(Case.values()).map(Case::toString))
                + cells("---", Stream.of(Case.values()).map(each -> "---"))
                + sorted.stream().map(MappingTable::cases).collect(Collectors.joining());
    }

    private static String cases(ConstructMapping mapping) {
        Cases cases = Cases.of(mapping);
        return cells(mapping.construct().id(), Stream.of(Case.values()).map(each -> cell(cases, each)));
    }

    private static String cell(Cases cases, Case what) {
        String shown =
                cases.scenarios(what).stream().map(each -> "`" + each + "`").collect(Collectors.joining(", "));
        return shown.isEmpty() ? "none: " + String.join("; ", cases.reasons(what)) : shown;
    }

    private static String cells(String first, Stream<String> others) {
        return "| " + first + others.collect(Collectors.joining(" | ", " | ", " |\n"));
    }

    private static String row(Construct construct) {
        String id = construct.id();
        String events = construct.raised().events().stream()
                .map(each -> "`" + each.specName() + "`")
                .collect(Collectors.joining(", "));
        return "| [" + id + "](mappings/" + id + ".md) | " + construct.title() + " | " + events + " | OpenMP 5.1, "
                + construct.sections() + " | " + construct.since() + " |\n";
    }
}
