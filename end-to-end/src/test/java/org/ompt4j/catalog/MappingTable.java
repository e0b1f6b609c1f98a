package org.ompt4j.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.ompt.Construct;

/** The page {@code docs/mappings.md}, made from what their constructs say. */
final class MappingTable {
    private static final String HEAD = "# Constructs\n"
            + "\n"
            + "What OMPT4J observes, by mapping id: the name in the settings `constructs` and `define`, in `print` and in\n"
            + "`report`. Each has a page with what Java does, what OMPT sees, and what is not seen.\n"
            + "\n"
            + "This page is made from `Construct`. After a change, make it again:\n"
            + "\n"
            + "    mvn -B -Dfast -pl end-to-end -am -Dtest=MappingCatalogTest -Dsurefire.failIfNoSpecifiedTests=false"
            + " -Dompt.regenerate=true test\n"
            + "\n"
            + "| mapping | Java | events | specification | since |\n"
            + "|---|---|---|---|---|\n";

    private MappingTable() {}

    static String text(List<ConstructMapping> mappings) {
        return mappings.stream()
                .map(ConstructMapping::construct)
                .sorted(Comparator.comparing(Construct::id))
                .map(MappingTable::row)
                .collect(Collectors.joining("", HEAD, ""));
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
