package org.ompt4j.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measured values by subject and setting, and the tables made of them. */
final class Figures {
    private final String unit;
    private final Map<String, Map<Setting, List<Double>>> values = new LinkedHashMap<>();

    /** @param unit of the values, for the table's head */
    Figures(String unit) {
        this.unit = unit;
    }

    void add(String subject, Setting setting, double value) {
        values.computeIfAbsent(subject, each -> new EnumMap<>(Setting.class))
                .computeIfAbsent(setting, each -> new ArrayList<>())
                .add(value);
    }

    /** A table with a row per subject: the median without the agent, and the medians of the ratios pair by pair. */
    String table() {
        StringBuilder text = new StringBuilder("| | off, " + unit + " | states / off | default / off | full / off |\n");
        text.append("|---|---|---|---|---|\n");
        values.forEach((subject, bySetting) -> {
            text.append("| ").append(subject).append(" | ").append(cell(bySetting.get(Setting.OFF)));
            for (Setting setting : List.of(Setting.STATES, Setting.DEFAULT, Setting.FULL)) {
                text.append(" | ").append(ratios(bySetting, setting));
            }
            text.append(" |\n");
        });
        return text.toString();
    }

    private static String ratios(Map<Setting, List<Double>> bySetting, Setting setting) {
        List<Double> off = bySetting.get(Setting.OFF);
        List<Double> on = bySetting.get(setting);
        if (on == null) {
            return "";
        }
        if (off == null) {
            return cell(on);
        }
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(off.size(), on.size()); i++) {
            ratios.add(on.get(i) / off.get(i));
        }
        return cell(ratios);
    }

    private static String cell(@Nullable List<Double> measured) {
        if (measured == null || measured.isEmpty()) {
            return "";
        }
        List<Double> sorted = new ArrayList<>(measured);
        Collections.sort(sorted);
        double median = sorted.get(sorted.size() / 2);
        return String.format(
                Locale.ROOT,
                "%s (%s-%s)",
                number(median),
                number(sorted.get(0)),
                number(sorted.get(sorted.size() - 1)));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }
}
