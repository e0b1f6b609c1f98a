package org.ompt4j.tools.read;

import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.text.OneLine;

/**
 * A trace whose texts may be shown on a terminal as they are: names of threads and classes, messages and all else that the observed
 * program could choose went through {@link OneLine}.
 */
public final class PrintableTrace implements Trace {
    private final Trace trace;

    public PrintableTrace(Trace trace) {
        this.trace = trace;
    }

    @Override
    public TraceHeader header() {
        TraceHeader header = trace.header();
        return new TraceHeader(
                header.formatVersion(),
                OneLine.of(header.agentVersion()),
                OneLine.of(header.tool()),
                header.startedAt(),
                OneLine.of(header.host()),
                header.pid(),
                OneLine.of(header.javaVersion()),
                OneLine.of(header.jvmName()),
                header.availableProcessors(),
                header.commandLine().stream().map(OneLine::of).toList(),
                printable(header.configuration()),
                SettingsText.parse(printable(SettingsText.of(header.settings()))),
                header.notObserved().stream().map(OneLine::of).toList(),
                new ClassScan(
                        header.classScan().classes(),
                        header.classScan().uses().stream()
                                .map(PrintableTrace::printable)
                                .toList()));
    }

    private static UnobservedUse printable(UnobservedUse use) {
        return new UnobservedUse(
                use.reason(),
                OneLine.of(use.construct()),
                OneLine.of(use.missing()),
                use.uses(),
                use.classes(),
                use.times());
    }

    private static Map<String, String> printable(Map<String, String> texts) {
        Map<String, String> printable = new LinkedHashMap<>();
        texts.forEach((key, value) -> printable.put(OneLine.of(key), OneLine.of(value)));
        return printable;
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return shown(trace.callSite(codeptrRa));
    }

    @Override
    public @Nullable String body(int body) {
        return shown(trace.body(body));
    }

    @Override
    public @Nullable WaitObject waitObject(long waitId) {
        WaitObject object = trace.waitObject(waitId);
        return object == null
                ? null
                : new WaitObject(object.waitId(), object.construct(), OneLine.of(object.className()));
    }

    @Override
    public Collection<TraceThread> threads() {
        return trace.threads().stream()
                .map(each -> new TraceThread(each.id(), OneLine.of(each.name()), each.type()))
                .toList();
    }

    @Override
    public TraceLosses losses() {
        TraceLosses losses = trace.losses();
        Map<String, Long> failures = new LinkedHashMap<>();
        losses.failures().forEach((what, count) -> failures.merge(OneLine.of(what), count, Long::sum));
        return new TraceLosses(
                losses.droppedEvents(),
                failures,
                losses.finished(),
                losses.truncatedBytes(),
                losses.damagedBytes(),
                OneLine.of(losses.endReason()),
                losses.durationNanos());
    }

    @Override
    public List<Pause> pauses() {
        return trace.pauses();
    }

    @Override
    public List<CountedEvents> counted() {
        return trace.counted();
    }

    @Override
    public Iterator<TraceEvent> events() throws IOException {
        Iterator<TraceEvent> events = trace.events();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return events.hasNext();
            }

            @Override
            public TraceEvent next() {
                TraceEvent event = events.next();
                return event.message() == null ? event : event.withMessage(OneLine.of(event.message()));
            }
        };
    }

    @Override
    public double shareRead() {
        return trace.shareRead();
    }

    @Override
    public void close() throws IOException {
        trace.close();
    }

    private static @Nullable String shown(@Nullable String text) {
        return text == null ? null : OneLine.of(text);
    }
}
