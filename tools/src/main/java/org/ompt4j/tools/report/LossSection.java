package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.RunSettings.Profile;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.text.Units;

/** What the trace does not contain: events that were dropped, failed to be written, were switched off, or were not observed. */
public final class LossSection implements Section {
    private final Trace trace;
    private final RunSettings settings;
    private final UnobservedUses unobserved;

    public LossSection(Trace trace) {
        this.trace = trace;
        this.settings = trace.header().settings();
        this.unobserved = new UnobservedUses(trace.header().classScan(), settings);
    }

    /** What is not in the report, one sentence each. */
    List<String> sentences(UnknownCallSites unknown) {
        List<String> lines = new ArrayList<>();
        lines.addAll(losses());
        settings(lines);
        unknown.say(lines);
        trace.header().notObserved().forEach(each -> lines.add(sentence(each)));
        if (lines.isEmpty() && unobserved.isEmpty()) {
            lines.add("Nothing was dropped, nothing failed, nothing was switched off.");
        }
        unobserved.sayWhatWasLookedAt(lines);
        return lines;
    }

    /** Makes a sentence of a text that an agent stored. A first word in lower case gets a capital; a name at the begin is left as it is. */
    private static String sentence(String text) {
        boolean beginsWithAWord = text.matches("(?s)[a-z]+ .*");
        String begun = beginsWithAWord ? text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) : text;
        return begun.endsWith(".") ? begun : begun + ".";
    }

    @Override
    public List<Table<?>> tables() {
        return unobserved.tables();
    }

    /** Whether a ring has overwritten events: then it is not known what threads did in the time of these events. */
    static boolean isOverwritten(Trace trace) {
        return trace.header().settings().ring() && trace.losses().droppedEvents() > 0;
    }

    /** What was to be recorded and was lost, one sentence each. */
    public List<String> losses() {
        List<String> lines = new ArrayList<>();
        TraceLosses losses = trace.losses();
        if (!losses.endReason().isEmpty()) {
            lines.add("Recording stopped early: " + losses.endReason() + ".");
        }
        String throttled = ThrottleSection.sentence(trace);
        if (!throttled.isEmpty()) {
            lines.add(throttled + " (throttle=" + SettingsText.of(settings.throttle()) + ").");
        }
        if (losses.droppedEvents() > 0) {
            lines.add((losses.endReason().isEmpty() ? "" : "At least ") + Units.plural(losses.droppedEvents(), "event")
                    + " dropped" + (isOverwritten(trace) ? ", the oldest ones (ring=true)." : "."));
        }
        if (!losses.finished()) {
            lines.add("The run was not finished: what threads did after their last event is not known.");
        }
        if (losses.missingBytes() > 0) {
            lines.add(Units.count(losses.missingBytes()) + " of "
                    + Units.bytes(trace.fileBytes() + losses.missingBytes())
                    + " of the file are missing at its end, with the events in them.");
        } else if (losses.truncatedBytes() > 0) {
            lines.add(Units.bytes(losses.truncatedBytes()) + " at the end of the file cannot be read.");
        }
        if (losses.damagedBytes() > 0) {
            lines.add(Units.bytes(losses.damagedBytes()) + " inside the file are damaged.");
        }
        new TreeMap<>(losses.failures())
                .forEach((what, count) ->
                        lines.add("Failed inside the agent " + Units.plural(count, "time") + ": " + what));
        return lines;
    }

    private void settings(List<String> lines) {
        Map<String, String> texts = SettingsText.of(settings);
        for (String key : List.of("events", "constructs", "include", "exclude", "min-wait")) {
            String value = texts.getOrDefault(key, "");
            // Constructs that are observed only on request are listed behind "all".
            boolean isAll = value.equals("all") || value.startsWith("all,");
            if (!value.isEmpty() && !isAll && !value.equals("0")) {
                lines.add("Only what the setting " + key + "=" + value + " lets through.");
            }
        }
        if (settings.profile() == Profile.STATES) {
            lines.add("Events (profile=states).");
        } else if (settings.mutexDetail() == MutexDetail.CONTENDED) {
            lines.add("Mutexes that nobody waited for (mutex.detail=contended).");
        } else if (settings.mutexDetail() == MutexDetail.OFF) {
            lines.add("Mutexes (mutex.detail=off).");
        }
    }
}
