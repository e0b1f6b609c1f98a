package org.ompt4j.tools.joint;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.compare.ComparedFinding;
import org.ompt4j.tools.compare.Problem;
import org.ompt4j.tools.report.Content;
import org.ompt4j.tools.report.FindingEntry;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.HtmlReport;
import org.ompt4j.tools.report.Names;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.TracedRun;
import org.ompt4j.tools.text.Units;

/**
 * The joint report on the findings of several JVMs.
 *
 * <p>Traces are read one after the other. Only findings are kept, and only the worst ones of each JVM. Thread safety: none.
 */
public final class JointReport {
    private static final int FINDINGS_OF_A_JVM = 300;

    private final List<JointRun> runs = new ArrayList<>();
    /** The findings by the properties that findings about the same problem have in common. */
    private final Map<String, List<JointFinding>> findings = new HashMap<>();
    /** What could not be looked for, with the number of JVMs. */
    private final Map<String, Integer> limits = new LinkedHashMap<>();

    /**
     * Reads the trace of one more JVM.
     *
     * @throws IOException if it cannot be read
     */
    public void add(TracedRun traced) throws IOException {
        add(traced, null);
    }

    /**
     * Reads the trace of one more JVM that already has a page.
     *
     * @param page a link to the page; null if there is none
     */
    public void add(TracedRun traced, @Nullable String page) throws IOException {
        add(traced, page, Report.read(traced));
    }

    /**
     * Reads the trace of one more JVM and writes its page, with a single pass over the trace.
     *
     * @param page a link to the page
     * @param rows how many rows a table of the page has at most
     * @throws IOException if the trace cannot be read or the page cannot be written; then this JVM is not in the report
     */
    public void addWithPage(TracedRun traced, String page, int rows, OutputStream html) throws IOException {
        add(traced, page, HtmlReport.write(traced, rows, html));
    }

    private void add(TracedRun traced, @Nullable String page, Content content) {
        FindingList list = content.findings();
        JointRun run = JointRun.of(traced, page, list);
        runs.add(run);
        if (list == null) {
            return;
        }
        list.notes().stream()
                .map(FindingList::withoutShare)
                .distinct()
                .forEach(each -> limits.merge(each, 1, Integer::sum));
        Names names = new Names(traced.trace());
        List<JointFinding.Part> parts = new ArrayList<>();
        for (int i = 0; i < Math.min(FINDINGS_OF_A_JVM, list.all().size()); i++) {
            FindingEntry<?> each = list.all().get(i);
            FindingList.Words words = each.words();
            ComparedFinding finding = ComparedFinding.of(each.finding, words, names);
            parts.add(new JointFinding.Part(run, i, finding, words, each.finding.interval()));
        }
        add(parts);
    }

    /** Adds the findings of one JVM, each to others about the same problem if there are any. */
    private void add(List<JointFinding.Part> parts) {
        parts.stream()
                .collect(Collectors.groupingBy(
                        each -> each.finding().kind() + " " + each.finding().subject(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .forEach((about, some) -> add(some, findings.computeIfAbsent(about, any -> new ArrayList<>())));
    }

    private static void add(List<JointFinding.Part> parts, List<JointFinding> alike) {
        List<@Nullable JointFinding> known =
                Problem.assign(parts.stream().map(JointFinding.Part::finding).toList(), alike, JointFinding::problem);
        for (int i = 0; i < known.size(); i++) {
            JointFinding same = known.get(i);
            if (same == null) {
                alike.add(new JointFinding(parts.get(i)));
            } else {
                same.add(parts.get(i));
            }
        }
    }

    /** How many JVMs there are. */
    public int size() {
        return runs.size();
    }

    /**
     * Writes the report for people.
     *
     * @param page its rows are findings and JVMs
     */
    public void write(Page page) throws IOException {
        new JointText(this, page).write();
        page.flush();
    }

    /**
     * Writes the report as one JSON object.
     *
     * @param top how many findings there are at most
     */
    public void writeJson(int top, JsonGenerator json) throws IOException {
        new JointJson(this, json, top).write();
        json.flush();
    }

    /** Writes the report as one page that links to the pages of the JVMs. */
    public void writeHtml(int top, OutputStream out) throws IOException {
        new JointPage(this, top).write(out);
    }

    /** The JVMs in the order in which they began. */
    List<JointRun> runs() {
        return runs.stream().sorted(Comparator.comparing(JointRun::startedAt)).toList();
    }

    /** Whether no events of any JVM are missing. */
    boolean isWhole() {
        return runs.stream().allMatch(JointRun::isWhole);
    }

    /** The findings, the worst first. */
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

    /** The nanoseconds from the begin of the first JVM to the end of the last one. */
    long spanNanos() {
        Instant from =
                runs.stream().map(JointRun::startedAt).min(Instant::compareTo).orElse(Instant.EPOCH);
        Instant to =
                runs.stream().map(JointRun::endedAt).max(Instant::compareTo).orElse(from);
        return Duration.between(from, to).toNanos();
    }

    /** The sum of the lengths of all runs in nanoseconds. */
    long addedNanos() {
        return runs.stream().mapToLong(JointRun::nanos).sum();
    }

    /** The processor time that samples in all JVMs stand for, in nanoseconds; null if it is not known for each JVM. */
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

    /** All JVMs in one line. */
    String head() {
        return Units.plural(runs.size(), "JVM") + ": " + Units.time(spanNanos())
                + " from the begin of the first to the end of the last, " + Units.time(addedNanos()) + " added up"
                + processorTime(processorNanos());
    }

    /** The processor time as the end of a sentence; empty if it is not known. */
    static String processorTime(@Nullable Long nanos) {
        return nanos == null ? "" : ", " + Units.time(nanos) + " of processor time sampled";
    }
}
