package org.ompt4j.tools.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Matches the names of one run with those of another run. */
final class Matching {
    private static final Pattern LINE = Pattern.compile(":\\d+\\)");
    private static final Pattern LAMBDA = Pattern.compile("(lambda\\$[^ (]*)\\$\\d+");

    private Matching() {}

    /** A name without the numbers that change if code is inserted before it: line numbers, and the numbers of lambdas in a class. */
    static String withoutNumbers(String name) {
        return LAMBDA.matcher(LINE.matcher(name).replaceAll(")")).replaceAll("$1");
    }

    /**
     * The pairs for all names of the runs before the change, in their order, and then of the runs after it. A pair has equal names, or the only
     * two remaining names that differ only in {@link #withoutNumbers numbers}, or a name without a partner.
     */
    static List<Pair> pairs(Set<String> before, Set<String> after) {
        Map<String, List<String>> restBefore = byForm(without(before, after));
        Map<String, List<String>> restAfter = byForm(without(after, before));
        List<Pair> pairs = new ArrayList<>();
        for (String each : new TreeSet<>(before)) {
            if (after.contains(each)) {
                pairs.add(new Pair(each, each));
            } else {
                pairs.add(new Pair(each, partner(each, restBefore, restAfter)));
            }
        }
        for (String each : without(after, before)) {
            if (partner(each, restAfter, restBefore).isEmpty()) {
                pairs.add(new Pair("", each));
            }
        }
        return pairs;
    }

    private static Set<String> without(Collection<String> names, Set<String> others) {
        Set<String> rest = new TreeSet<>(names);
        rest.removeAll(others);
        return rest;
    }

    private static Map<String, List<String>> byForm(Set<String> names) {
        Map<String, List<String>> byForm = new HashMap<>();
        for (String each : names) {
            byForm.computeIfAbsent(withoutNumbers(each), form -> new ArrayList<>())
                    .add(each);
        }
        return byForm;
    }

    private static String partner(String name, Map<String, List<String>> own, Map<String, List<String>> others) {
        String form = withoutNumbers(name);
        List<String> partners = others.getOrDefault(form, List.of());
        boolean isOnlyOne = own.getOrDefault(form, List.of()).size() == 1 && partners.size() == 1;
        return isOnlyOne ? partners.get(0) : "";
    }

    /**
     * Two names of one thing.
     *
     * @param before the name before the change; empty if there is none; {@code after} likewise
     */
    record Pair(String before, String after) {
        /** The name, followed by the new name if it differs. */
        String text() {
            if (before.isEmpty() || before.equals(after)) {
                return after;
            }
            return after.isEmpty() ? before : after + " (was " + before + ")";
        }
    }
}
