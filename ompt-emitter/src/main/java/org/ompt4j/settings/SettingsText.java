package org.ompt4j.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.Definition;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.RunSettings.Profile;
import org.ompt4j.ompt.RunSettings.Throttle;
import org.ompt4j.text.Lists;
import org.ompt4j.text.NameSelection;
import org.ompt4j.text.Quantity;

/**
 * Converts the settings of a run from and to text, as a map of keys to values. The agent reads the settings of the user, and writes the settings in
 * force into the header of a trace; readers of the trace read them again.
 *
 * <p>Thread safety: any thread.
 */
public final class SettingsText {

    /** The default limits of throttling. */
    private static final Throttle USUAL_THROTTLE = new Throttle(10_000, 10_000);

    private static final String OFF = "off";
    private static final String AUTO = "auto";

    private SettingsText() {}

    /**
     * Reads settings. If a key is missing, its value may depend on other keys.
     *
     * @param texts of any keys; those that are missing or empty have their defaults, but nothing is throttled, and monitors are observed by rewriting
     *     classes, as they were before traces named {@code native}
     * @throws IllegalArgumentException if a value is invalid; the message names the key and the value
     */
    public static RunSettings parse(Map<String, String> texts) {
        Profile profile = Profile.valueOf(choice(texts, "profile", "default", Profile.values()));
        String detail = switch (profile) {
            case STATES -> "off";
            case DEFAULT -> "contended";
            case FULL -> "full";
        };
        return new RunSettings(
                text(texts, "tool", "none"),
                text(texts, "output", "ompt-%m-%p.ompt"),
                profile,
                MutexDetail.valueOf(choice(texts, "mutex.detail", detail, MutexDetail.values())),
                nanos(texts, "min-wait", "0"),
                events(text(texts, "events", NameSelection.ALL)),
                constructs(text(texts, "constructs", NameSelection.ALL)),
                Lists.split(text(texts, "include", "")),
                Lists.split(text(texts, "exclude", "")),
                definitions(text(texts, "define", "")),
                throttle(texts, profile),
                bytes(texts, "max-size", "1g"),
                text(texts, "ring", "false").equals("true"),
                nanos(texts, "max-stall", "250ms"),
                nanos(texts, "sample.period", "10ms"),
                !text(texts, "command-line", "masked").equals(OFF),
                text(texts, "native", OFF).equals(AUTO));
    }

    /** The text from which {@link #parse} reads the same settings. */
    public static Map<String, String> of(RunSettings settings) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("tool", settings.tool());
        texts.put("output", settings.output());
        texts.put("profile", lowerCase(settings.profile()));
        texts.put("events", events(settings));
        texts.put("constructs", constructs(settings));
        texts.put("include", String.join(",", settings.include()));
        texts.put("exclude", String.join(",", settings.exclude()));
        texts.put("mutex.detail", lowerCase(settings.mutexDetail()));
        texts.put("native", settings.nativeMonitors() ? AUTO : OFF);
        texts.put("min-wait", Quantity.ofNanos(settings.minWaitNanos()));
        texts.put("throttle", of(settings.throttle()));
        texts.put("max-size", Quantity.ofBytes(settings.maxBytes()));
        texts.put("ring", String.valueOf(settings.ring()));
        texts.put("max-stall", Quantity.ofNanos(settings.maxStallNanos()));
        texts.put("command-line", settings.storesCommandLine() ? "masked" : OFF);
        texts.put("sample.period", Quantity.ofNanos(settings.samplePeriodNanos()));
        texts.put("define", definitions(settings));
        return texts;
    }

    /** The limits in the syntax of the key {@code throttle}. */
    public static String of(@Nullable Throttle throttle) {
        return throttle == null ? OFF : throttle.eventsPerSecond() + "/" + Quantity.ofNanos(throttle.belowNanos());
    }

    private static String text(Map<String, String> texts, String key, String otherwise) {
        String text = texts.get(key);
        return text == null || text.isBlank() ? otherwise : text.strip();
    }

    private static String choice(Map<String, String> texts, String key, String otherwise, Enum<?>[] constants) {
        String name = text(texts, key, otherwise).toUpperCase(Locale.ROOT);
        for (Enum<?> each : constants) {
            if (each.name().equals(name)) {
                return name;
            }
        }
        throw meaningless(texts, key);
    }

    private static long nanos(Map<String, String> texts, String key, String otherwise) {
        return valid(Quantity.nanos(text(texts, key, otherwise)), texts, key);
    }

    private static long bytes(Map<String, String> texts, String key, String otherwise) {
        return valid(Quantity.bytes(text(texts, key, otherwise)), texts, key);
    }

    private static long valid(long quantity, Map<String, String> texts, String key) {
        if (quantity == Quantity.INVALID) {
            throw meaningless(texts, key);
        }
        return quantity;
    }

    private static IllegalArgumentException meaningless(Map<String, String> texts, String key) {
        return new IllegalArgumentException("the setting " + key + "=" + texts.get(key) + " means nothing");
    }

    /** The events that a list selects, a disjunction of {@link Event#bit}. */
    public static long events(String list) {
        NameSelection selection = new NameSelection(list);
        long mask = 0;
        for (Event each : Event.values()) {
            if (selection.contains(each.specName())) {
                mask |= each.bit();
            }
        }
        return mask;
    }

    private static String events(RunSettings settings) {
        List<String> on = new ArrayList<>();
        List<String> off = new ArrayList<>();
        for (Event each : Event.values()) {
            (settings.selects(each) ? on : off).add(each.specName());
        }
        return list(on, off);
    }

    /** The constructs that a list selects. */
    public static Set<Construct> constructs(String list) {
        NameSelection selection = new NameSelection(list);
        Set<Construct> chosen = EnumSet.noneOf(Construct.class);
        for (Construct each : Construct.values()) {
            if (each != Construct.NONE && chooses(selection, each)) {
                chosen.add(each);
            }
        }
        return Collections.unmodifiableSet(chosen);
    }

    private static boolean chooses(NameSelection selection, Construct construct) {
        return construct.has(Construct.Trait.ON_REQUEST)
                ? selection.names(construct.id())
                : selection.contains(construct.id());
    }

    private static String constructs(RunSettings settings) {
        List<String> on = new ArrayList<>();
        List<String> off = new ArrayList<>();
        List<String> requested = new ArrayList<>();
        for (Construct each : Construct.values()) {
            if (each.has(Construct.Trait.ON_REQUEST)) {
                if (settings.selects(each)) {
                    requested.add(each.id());
                }
            } else if (each != Construct.NONE) {
                (settings.selects(each) ? on : off).add(each.id());
            }
        }
        if (!on.isEmpty()) {
            requested.add(0, list(on, off));
        }
        return String.join(",", requested);
    }

    /** The list of what is on, or the list of what is off, whichever is shorter. */
    private static String list(List<String> on, List<String> off) {
        if (off.isEmpty()) {
            return NameSelection.ALL;
        }
        return on.size() <= off.size() ? String.join(",", on) : "-".concat(String.join(",-", off));
    }

    /** Elements of the form {@code kind:class.method}; one without a known kind is left out. */
    private static List<Definition> definitions(String list) {
        List<Definition> definitions = new ArrayList<>();
        for (String element : Lists.split(list)) {
            int colon = element.indexOf(':');
            DefinedConstruct kind = colon < 0
                    ? null
                    : DefinedConstruct.byId(element.substring(0, colon).strip());
            if (kind != null) {
                definitions.add(
                        new Definition(kind, element.substring(colon + 1).strip()));
            }
        }
        return definitions;
    }

    private static String definitions(RunSettings settings) {
        List<String> elements = new ArrayList<>();
        for (Definition each : settings.definitions()) {
            elements.add(each.kind().id() + ":" + each.methods());
        }
        return String.join(",", elements);
    }

    private static @Nullable Throttle throttle(Map<String, String> texts, Profile profile) {
        // Traces of earlier versions have two keys for it.
        String former = text(texts, "throttle.rate", OFF) + "/" + text(texts, "throttle.below", "10us");
        String text = text(texts, "throttle", former);
        if (text.equals(AUTO)) {
            return profile == Profile.FULL ? null : USUAL_THROTTLE;
        }
        int slash = text.indexOf('/');
        String rateText = slash < 0 ? text : text.substring(0, slash);
        if (rateText.equals(OFF)) {
            return null;
        }
        long rate = Quantity.count(rateText);
        long below = slash < 0 ? USUAL_THROTTLE.belowNanos() : Quantity.nanos(text.substring(slash + 1));
        if (rate == Quantity.INVALID || below == Quantity.INVALID) {
            throw new IllegalArgumentException("the setting throttle=" + text + " means nothing");
        }
        return below == 0 ? null : new Throttle(rate, below);
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
