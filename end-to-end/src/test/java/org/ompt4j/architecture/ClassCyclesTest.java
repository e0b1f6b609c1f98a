package org.ompt4j.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Classes that depend on each other can only be understood together: every shipped module has only few such cycles. */
class ClassCyclesTest {
    private static final int MOST = 5;

    @Test
    void noMoreThanFiveClassesNeedEachOther() {
        Map<String, Set<String>> uses = uses();
        assertThat(uses)
                .as("an empty import would have no cycles")
                .containsKeys("org.ompt4j.emitter.Events", "org.ompt4j.tools.trace.TraceSink");

        assertThat(new Cycles(uses).found)
                .as("groups of top-level classes each of which needs all others of its group")
                .allSatisfy(group -> assertThat(group).hasSizeLessThanOrEqualTo(MOST));
    }

    /**
     * The classes that each top-level class uses; nested classes count as their top-level class. Types that a sealed type permits do not count.
     */
    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass each : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.ompt4j")) {
            String user = topLevel(each);
            if (!user.startsWith("org.ompt4j.apps.")) {
                Set<String> used = uses.computeIfAbsent(user, name -> new TreeSet<>());
                for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                    used.add(topLevel(dependency.getTargetClass()));
                }
            }
        }
        return uses;
    }

    private static String topLevel(JavaClass type) {
        String name = type.getBaseComponentType().getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** The strongly connected groups of a graph, by Tarjan's algorithm. */
    private static final class Cycles {
        final List<Set<String>> found = new ArrayList<>();

        private final Map<String, Set<String>> uses;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Deque<String> open = new ArrayDeque<>();

        Cycles(Map<String, Set<String>> uses) {
            this.uses = uses;
            for (String each : uses.keySet()) {
                if (!numbers.containsKey(each)) {
                    visit(each);
                }
            }
        }

        /** Returns the lowest number of an open class that can be reached. */
        private int visit(String name) {
            int number = numbers.size();
            int lowest = number;
            numbers.put(name, number);
            open.push(name);
            for (String used : uses.get(name)) {
                if (uses.containsKey(used)) {
                    if (!numbers.containsKey(used)) {
                        lowest = Math.min(lowest, visit(used));
                    } else if (open.contains(used)) {
                        lowest = Math.min(lowest, numbers.get(used));
                    }
                }
            }
            if (lowest == number) {
                close(name);
            }
            return lowest;
        }

        private void close(String first) {
            Set<String> group = new TreeSet<>();
            while (!group.contains(first)) {
                group.add(open.pop());
            }
            found.add(group);
        }
    }
}
