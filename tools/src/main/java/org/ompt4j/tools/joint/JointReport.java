package org.ompt4j.tools.joint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.compare.ComparedFinding;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.Content;
import org.ompt4j.tools.report.FindingEntry;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.text.Units;

/**
 * What is wrong with the runs of several JVMs, told together.
 *
 * <p>Traces are read one after the other; kept are findings alone, of each JVM those that are worst. Thread safety: none.
 */
public final class JointReport {
    private static final int FINDINGS_OF_A_JVM = 300;

    private final List<JointRun> runs = new ArrayList<>();
    /** By what findings have to have in common to be about the same. */
    private final Map<String, List<JointFinding>> findings = new HashMap<>();
    /** What could not be looked for, and in how many JVMs. */
    private final Map<String, Integer> limits = new LinkedHashMap<>();

    /**
     * Reads the trace of one more JVM.
     *
     * @param samples those that were taken besides; null if the run was to take none
     * @param name what the trace is called, such as its file
     * @throws IOException if it cannot be read
     */
    public void add(Trace trace, @Nullable Samples samples, String name) throws IOException {
        add(trace, samples, name, null);
    }

    /**
     * The same of one that has a page already.
     *
     * @param page a link to it; null if there is none
     */
    public void add(Trace trace, @Nullable Samples samples, String name, @Nullable String page) throws IOException {
        Report report = new Report(trace, samples, name, false);
        add(trace, samples, name, page, report, report.read());
    }

    /**
     * The same, and writes its page of one reading.
     *
     * @param rows how many rows a table of the page has at most
     * @throws IOException also if the page cannot be written; then this JVM is not one of those that are told
     */
    public void addWithPage(
            Trace trace, @Nullable Samples samples, String name, String page, int rows, OutputStream html)
            throws IOException {
        Report report = new Report(trace, samples, name, true);
        Content content = report.read();
        report.writeHtml(content, rows, html);
        add(trace, samples, name, page, report, content);
    }

    private void add(
            Trace trace,
            @Nullable Samples samples,
            String name,
            @Nullable String page,
            Report report,
            Content content) {
        FindingList list = content.findings();
        JointRun run = JointRun.of(trace, samples, name, page, list);
        runs.add(run);
        if (list == null) {
            return;
        }
        list.notes().stream()
                .map(FindingList::withoutShare)
                .distinct()
                .forEach(each -> limits.merge(each, 1, Integer::sum));
        List<JointFinding> taken = new ArrayList<>();
        for (int i = 0; i < Math.min(FINDINGS_OF_A_JVM, list.all().size()); i++) {
            FindingEntry<?> each = list.all().get(i);
            FindingList.Words words = each.words();
            ComparedFinding finding = ComparedFinding.of(each.finding, words, report.names());
            taken.add(add(new JointFinding.Part(run, i, finding, words, each.finding.interval()), taken));
        }
    }

    /** Adds it to what is about the same, of which this JVM has none yet. */
    private JointFinding add(JointFinding.Part part, List<JointFinding> taken) {
        List<JointFinding> alike = findings.computeIfAbsent(
                part.finding().kind() + " " + part.finding().subject(), any -> new ArrayList<>());
        for (JointFinding each : alike) {
            if (each.isOf(part) && !taken.contains(each)) {
                each.add(part);
                return each;
            }
        }
        JointFinding added = new JointFinding(part);
        alike.add(added);
        return added;
    }

    /** How many JVMs there are. */
    public int size() {
        return runs.size();
    }

    /**
     * Writes it for people.
     *
     * @param top how many findings and JVMs there are at most
     * @param width how long a line may be, in characters
     */
    public void write(int top, int width, Writer out) throws IOException {
        new JointText(this, new Page(out, width, top)).write();
        out.flush();
    }

    /**
     * Writes it as one JSON object.
     *
     * @param top how many findings there are at most
     */
    public void writeJson(int top, JsonGenerator json) throws IOException {
        new JointJson(this, json, top).write();
        json.flush();
    }

    /** Writes it as one page that leads to those of the JVMs. */
    public void writeHtml(int top, OutputStream out) throws IOException {
        new JointPage(this, top).write(out);
    }

    /** In the order in which they began. */
    List<JointRun> runs() {
        return runs.stream().sorted(Comparator.comparing(JointRun::startedAt)).toList();
    }

    /** Whether no events of any of them are missing. */
    boolean isWhole() {
        return runs.stream().allMatch(JointRun::isWhole);
    }

    /** Worst first. */
    List<JointFinding> findings() {
        return findings.values().stream()
                .flatMap(List::stream)
                .sorted(JointFinding.WORST_FIRST)
                .toList();
    }

    /** What could not be looked for, and in how many JVMs. */
    Map<String, Integer> limits() {
        return limits;
    }

    /** What could not be looked for, as sentences that say in how many of the JVMs. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        limits.forEach((says, count) -> notes.add(
                count == runs.size()
                        ? says
                        : says + " (In " + Units.count(count) + " of " + Units.plural(runs.size(), "JVM") + ".)"));
        if (runs.stream().anyMatch(each -> each.findings() > FINDINGS_OF_A_JVM)) {
            notes.add("Of each JVM the first " + FINDINGS_OF_A_JVM + " findings are here.");
        }
        return notes;
    }

    /** From the begin of the first one to the end of the last one. */
    long spanNanos() {
        Instant from =
                runs.stream().map(JointRun::startedAt).min(Instant::compareTo).orElse(Instant.EPOCH);
        Instant to =
                runs.stream().map(JointRun::endedAt).max(Instant::compareTo).orElse(from);
        return Duration.between(from, to).toNanos();
    }

    /** How long they ran, one after the other. */
    long addedNanos() {
        return runs.stream().mapToLong(JointRun::nanos).sum();
    }

    /** What samples of processor time stand for in all of them; null if it is not known of each. */
    @Nullable
    Long processorNanos() {
        long sum = 0;
        for (JointRun each : runs) {
            Long nanos = each.processorNanos();
            if (nanos == null) {
                return null;
            }
            sum += nanos;
        }
        return sum;
    }

    /** All of them in a line. */
    String head() {
        return Units.plural(runs.size(), "JVM") + ": " + Units.time(spanNanos())
                + " from the begin of the first to the end of the last, " + Units.time(addedNanos()) + " added up"
                + processorTime(processorNanos());
    }

    /** The rest of a sentence that says how long something ran; nothing where processor time is not known. */
    static String processorTime(@Nullable Long nanos) {
        return nanos == null ? "" : ", " + Units.time(nanos) + " of processor time sampled";
    }
}
