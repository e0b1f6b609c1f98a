package org.ompt4j.e2e;

import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.check.CheckResult;
import org.ompt4j.tools.check.CheckText;
import org.ompt4j.tools.check.TraceChecker;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.read.Traces;

/**
 * A run under the agent that has ended, and its trace.
 *
 * <p>Thread safety: none; one test at a time.
 */
final class ObservedRun {

    private static final int LISTED_VIOLATIONS = 5;

    /** Enough for the runs of two test classes, in two profiles on two JDKs. */
    private static final int KEPT = 8;

    /** The events of the shared runs that were used last. */
    private static final Map<Path, List<TraceEvent>> RECENT =
            Collections.synchronizedMap(new LinkedHashMap<>(KEPT, 1, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Path, List<TraceEvent>> eldest) {
                    return size() > KEPT;
                }
            });

    private final String description;
    private final RunOutput output;
    private final Path directory;
    private final Set<String> scenarios;
    private final boolean isShared;
    private @Nullable Trace trace;
    private @Nullable List<TraceEvent> events;

    ObservedRun(String description, RunOutput output, Path directory) {
        this(description + " in " + directory, output, directory, Set.of(), false);
    }

    private ObservedRun(String description, RunOutput output, Path directory, Set<String> scenarios, boolean isShared) {
        this.isShared = isShared;
        this.description = description;
        this.output = output;
        this.directory = directory;
        this.scenarios = scenarios;
    }

    /** The part of the run with the events of these scenarios; without arguments the whole run. */
    ObservedRun part(String... chosen) {
        Set<String> names = Set.of(chosen);
        String whole = names.isEmpty() ? description : names + " of " + description;
        return new ObservedRun(whole, output, directory, names, isShared);
    }

    /** The same run, whose events are kept for other tests. */
    ObservedRun shared() {
        return new ObservedRun(description, output, directory, scenarios, true);
    }

    RunOutput output() {
        return output;
    }

    /** The working directory of the program. */
    Path directory() {
        return directory;
    }

    /** The one trace file in the program's directory. */
    Path traceFile() {
        List<Path> files = traceFiles(directory);
        Assertions.assertThat(files).as("trace files of %s", this).hasSize(1);
        return files.get(0);
    }

    /** The trace files in a directory. */
    static List<Path> traceFiles(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(".ompt")).collect(toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Trace trace() {
        if (trace == null) {
            try {
                trace = Traces.open(traceFile());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return trace;
    }

    /** Whether the call site of an event of the run contains this text. */
    boolean isAt(TraceEvent event, String callSitePart) {
        String callSite = trace().callSite(event.codeptrRa());
        return callSite != null && callSite.contains(callSitePart);
    }

    /** All events in time order; for runs whose events fit into memory. */
    List<TraceEvent> events() {
        if (events == null) {
            List<TraceEvent> all = all();
            events = scenarios.isEmpty() ? all : ScenarioTimes.events(this, scenarios, all);
        }
        return events;
    }

    private List<TraceEvent> all() {
        List<TraceEvent> read = isShared ? RECENT.get(directory) : null;
        if (read == null) {
            read = read();
            if (isShared) {
                RECENT.put(directory, read);
            }
        }
        return read;
    }

    private List<TraceEvent> read() {
        List<TraceEvent> all = new ArrayList<>();
        try {
            trace().events().forEachRemaining(all::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Collections.unmodifiableList(all);
    }

    /** The threads of the run; for a part of it the threads that have events there. */
    Collection<Trace.TraceThread> threads() {
        if (scenarios.isEmpty()) {
            return trace().threads();
        }
        Set<Long> seen = events().stream().map(TraceEvent::threadId).collect(toSet());
        return trace().threads().stream()
                .filter(each -> seen.contains(each.id()))
                .collect(toList());
    }

    /** Compares the run with a run without the agent, and checks what is true of every run. */
    void judge(RunOutput plain) {
        SoftAssertions softly = new SoftAssertions();
        softly.assertThat(output.exitCode()).as("exit code").isEqualTo(plain.exitCode());
        softly.assertThat(output.stdout()).as("stdout").isEqualTo(plain.stdout());
        softly.assertThat(output.otherStderrLines())
                .as("stderr but for the agent's lines")
                .isEqualTo(plain.otherStderrLines());
        judgeTrace(softly);
        try {
            softly.assertAll();
        } catch (AssertionError e) {
            throw new AssertionError(this + "\n" + e.getMessage() + "\nagent said: " + output.agentLines(), e);
        }
    }

    private void judgeTrace(SoftAssertions softly) {
        TraceLosses losses = trace().losses();
        softly.assertThat(losses.finished()).as("finished").isTrue();
        softly.assertThat(losses.droppedEvents()).as("dropped events").isZero();
        softly.assertThat(losses.failures()).as("failures inside the agent").isEmpty();
        softly.assertThat(losses.truncatedBytes()).as("truncated bytes").isZero();
        softly.assertThat(losses.endReason()).as("reason for an early end").isEmpty();
        softly.assertThat(violations()).as("violations of the rules of order").isEmpty();
        softly.assertThat(trace().header().notObserved())
                .as("classes of the JDK that were not rewritten")
                .noneMatch(each -> each.contains("while another class was rewritten"));
        softly.assertThat(undeclared())
                .as("events that their constructs do not declare")
                .isEmpty();
    }

    /** Events that neither {@link Construct#raised} nor the definitions of the run declare, each once. */
    private Set<String> undeclared() {
        Set<String> found = new TreeSet<>();
        long defined = trace().header().settings().raisedByDefinitions().mask();
        try {
            for (Iterator<TraceEvent> reading = trace().events(); reading.hasNext(); ) {
                TraceEvent each = reading.next();
                Construct construct = each.construct();
                long declared = construct == Construct.DEFINED
                        ? defined
                        : construct.raised().mask();
                if (each.event() != null && (declared & each.event().bit()) == 0) {
                    found.add(each.event().specName() + " of " + construct.id());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** The violations of rules in the trace; empty if there are none. */
    String violations() {
        try {
            CheckResult result = TraceChecker.check(trace());
            if (result.violationCount() == 0) {
                return "";
            }
            StringWriter text = new StringWriter();
            new CheckText(trace(), result).write(text, LISTED_VIOLATIONS, false);
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return description;
    }
}
