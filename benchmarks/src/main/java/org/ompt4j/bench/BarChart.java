package org.ompt4j.bench;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** A chart of horizontal bars with their spread, as SVG that browsers and code hosts show. */
final class BarChart {
    private static final int WIDTH = 860;
    private static final int LABELS = 250;
    private static final int RIGHT = 70;
    private static final int TOP = 64;
    private static final int BOTTOM = 34;
    private static final int THICKNESS = 13;
    private static final int GAP = 12;
    private static final double LEAST_ADDED = 0.1;
    private static final MathContext DIGITS = new MathContext(6);

    private record Group(String label, List<Optional<Spread>> values) {}

    private final String title;
    private final List<Setting> settings;
    private final Scale scale;
    private final List<Group> groups = new ArrayList<>();

    /** The scale of the axis. */
    enum Scale {
        /** Linear from 0, to both sides. */
        LINEAR,
        /** Logarithmic, for added amounts: from 0.1 on, where all lower values are drawn. */
        LOGARITHMIC,
        /** Logarithmic to both sides of 1, for ratios. */
        RATIO
    }

    /** @param settings the settings of the bars in each group */
    BarChart(String title, List<Setting> settings, Scale scale) {
        this.title = title;
        this.settings = settings;
        this.scale = scale;
    }

    /** Adds a group of bars, unless it has no values. */
    void add(String label, Function<Setting, Optional<Spread>> values) {
        Group group = new Group(label, settings.stream().map(values).toList());
        if (group.values().stream().anyMatch(Optional::isPresent)) {
            groups.add(group);
        }
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    String svg() {
        Axis axis = axis();
        int groupHeight = settings.size() * THICKNESS + GAP;
        int height = TOP + groups.size() * groupHeight + BOTTOM;
        StringBuilder svg = new StringBuilder(format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n",
                WIDTH, height));
        svg.append(format("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>%n", WIDTH, height));
        svg.append(format("<text x=\"10\" y=\"22\" font-size=\"15\">%s</text>%n", escape(title)));
        legend(svg);
        for (double tick : axis.ticks()) {
            svg.append(format(
                    "<line x1=\"%1$.1f\" y1=\"%2$d\" x2=\"%1$.1f\" y2=\"%3$d\" stroke=\"%4$s\"/>%n",
                    axis.x(tick), TOP - 4, height - BOTTOM + 4, tick == axis.origin() ? "#000000" : "#dddddd"));
            svg.append(format(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">%s</text>%n",
                    axis.x(tick), height - BOTTOM + 20, tickText(tick)));
        }
        int y = TOP;
        for (Group each : groups) {
            group(svg, axis, each, y);
            y += groupHeight;
        }
        return svg.append("</svg>\n").toString();
    }

    private void legend(StringBuilder svg) {
        int x = LABELS;
        for (int i = 0; i < settings.size(); i++) {
            svg.append(format(
                    "<rect x=\"%d\" y=\"36\" width=\"10\" height=\"10\" fill=\"%s\"/>%n",
                    x, settings.get(i).colour()));
            svg.append(format(
                    "<text x=\"%d\" y=\"45\">%s</text>%n",
                    x + 14, escape(settings.get(i).title())));
            x += 34 + 7 * settings.get(i).title().length();
        }
    }

    private void group(StringBuilder svg, Axis axis, Group group, int top) {
        int middle = top + settings.size() * THICKNESS / 2 + 4;
        svg.append(format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>%n", LABELS - 10, middle, escape(group.label())));
        for (int i = 0; i < settings.size(); i++) {
            Optional<Spread> value = group.values().get(i);
            if (value.isPresent()) {
                bar(svg, axis, value.get(), top + i * THICKNESS, settings.get(i).colour());
            }
        }
    }

    private static void bar(StringBuilder svg, Axis axis, Spread value, int y, String colour) {
        double from = Math.min(axis.x(axis.origin()), axis.x(value.median()));
        double to = Math.max(axis.x(axis.origin()), axis.x(value.median()));
        double middle = y + (THICKNESS - 2) / 2.0;
        svg.append(format(
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
                from, y, Math.max(to - from, 1), THICKNESS - 2, colour));
        svg.append(format(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d62728\"/>%n",
                axis.x(value.low()), middle, axis.x(value.high()), middle));
        svg.append(format(
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"10\" fill=\"#333333\">%s</text>%n",
                Math.max(to, axis.x(value.high())) + 4, middle + 4, Numbers.plain(value.median())));
    }

    private Axis axis() {
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (Group each : groups) {
            for (Optional<Spread> value : each.values()) {
                low = Math.min(low, value.map(Spread::low).orElse(low));
                high = Math.max(high, value.map(Spread::high).orElse(high));
            }
        }
        return switch (scale) {
            case LINEAR -> Axis.linear(Math.min(low, 0), Math.max(high, 1));
            case LOGARITHMIC -> Axis.logarithmic(LEAST_ADDED, LEAST_ADDED, high, 10);
            case RATIO -> Axis.logarithmic(1, low, high, 2);
        };
    }

    private static String tickText(double tick) {
        return new BigDecimal(tick, DIGITS).stripTrailingZeros().toPlainString();
    }

    private static String escape(String text) {
        return text.replace("`", "").replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments).replace(System.lineSeparator(), "\n");
    }

    /** Maps values to positions. */
    private record Axis(boolean logarithmic, double origin, double low, double high, List<Double> ticks) {

        static Axis linear(double low, double high) {
            double step = step((high - low) / 6);
            List<Double> ticks = new ArrayList<>();
            for (long i = (long) Math.floor(low / step); i * step < high + step; i++) {
                ticks.add(i * step);
            }
            return new Axis(false, 0, ticks.get(0), ticks.get(ticks.size() - 1), ticks);
        }

        /** A logarithmic axis with a tick at the origin; each tick has {@code factor} times the value of the previous one. */
        static Axis logarithmic(double origin, double low, double high, double factor) {
            List<Double> ticks = new ArrayList<>();
            int tick = (int) Math.floor(Math.log(low / origin) / Math.log(factor));
            do {
                ticks.add(origin * Math.pow(factor, tick++));
            } while (ticks.get(ticks.size() - 1) < high || ticks.size() < 2);
            return new Axis(true, origin, ticks.get(0), ticks.get(ticks.size() - 1), ticks);
        }

        /** The least of ..., 0.5, 1, 2, 5, 10, ... that is not less than the argument. */
        private static double step(double atLeast) {
            double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
            for (double each : new double[] {1, 2, 5}) {
                if (each * power >= atLeast) {
                    return each * power;
                }
            }
            return 10 * power;
        }

        double x(double value) {
            double share = logarithmic
                    ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
                    : (value - low) / (high - low);
            return LABELS + share * (WIDTH - LABELS - RIGHT);
        }
    }
}
