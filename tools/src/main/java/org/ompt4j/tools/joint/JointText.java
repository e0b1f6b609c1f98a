package org.ompt4j.tools.joint;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.TextReport;
import org.ompt4j.tools.text.Units;

/** Writes the findings of several JVMs as lines of a given width. */
final class JointText {
    /** If more JVMs than this have no findings, they are summed up in one line. */
    private static final int QUIET_APART = 3;

    private static final int NAMED = 8;

    private final JointReport report;
    private final Page page;

    JointText(JointReport report, Page page) {
        this.report = report;
        this.page = page;
    }

    void write() throws IOException {
        page.heading(report.head());
        findings();
        page.heading("JVMs (in the order in which they began)");
        runs();
    }

    private void findings() throws IOException {
        List<JointFinding> all = report.findings();
        List<JointFinding> shown = page.top(all);
        page.heading(all.isEmpty() ? "Findings" : "Findings (worst first" + TextReport.more(shown, all) + ")");
        if (all.isEmpty()) {
            page.sentence(FindingList.nothing(report.isWhole()));
        }
        for (JointFinding each : shown) {
            FindingList.Words words = each.worst().words();
            page.sentence(words.sentence());
            page.detail(each.where());
            for (String detail : words.details()) {
                page.detail(detail);
            }
        }
        for (String each : report.notes()) {
            page.sentence(each);
        }
    }

    private void runs() throws IOException {
        List<JointRun> all = report.runs();
        List<JointRun> loud = all.stream().filter(each -> !isQuiet(each)).toList();
        List<JointRun> quiet = all.stream().filter(JointText::isQuiet).toList();
        List<JointRun> shown = page.top(loud);
        boolean isQuietApart = quiet.size() <= QUIET_APART;
        for (JointRun each : all) {
            if (isQuietApart && isQuiet(each) || shown.contains(each)) {
                page.sentence(says(each));
            }
        }
        if (shown.size() < loud.size()) {
            List<JointRun> more = loud.subList(shown.size(), loud.size());
            page.sentence(Units.count(more.size()) + " more, " + addedUp(more)
                    + " in which something stands out or is missing.");
        }
        if (!isQuietApart) {
            quiet(quiet, loud.isEmpty() ? Units.plural(quiet.size(), "JVM") : Units.count(quiet.size()) + " more");
        }
    }

    private void quiet(List<JointRun> quiet, String count) throws IOException {
        page.sentence(count + ", " + addedUp(quiet) + " in which nothing stands out: process "
                + quiet.stream()
                        .limit(NAMED)
                        .map(each -> Long.toString(each.pid()))
                        .collect(Collectors.joining(", "))
                + (quiet.size() > NAMED ? " and others." : "."));
    }

    private static boolean isQuiet(JointRun run) {
        return run.findings() == 0 && run.isFinished() && run.isWhole() && !run.isSampled();
    }

    private static String says(JointRun run) {
        return run.trace() + ": " + run.name() + ", " + run.length() + JointReport.processorTime(run.processorNanos())
                + ", " + run.says() + ".";
    }

    private static String addedUp(List<JointRun> runs) {
        return Units.time(runs.stream().mapToLong(JointRun::nanos).sum()) + " added up,";
    }
}
