package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.Deadlock;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.findings.LockInversion;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** What is wrong with the run, in plain words. */
final class FindingSection implements Section {
    private static final int SHARES_PER_FINDING = 3;
    private static final int ORDERS_PER_FINDING = 10;

    private final Names names;
    private final RunFindings findings;
    private final MutexModel mutexes;

    FindingSection(Names names, RunFindings findings, MutexModel mutexes) {
        this.names = names;
        this.findings = findings;
        this.mutexes = mutexes;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        findings.event(event);
    }

    @Override
    public void write(Page page) throws IOException {
        List<Finding> all = findings.all(mutexes);
        List<Finding> shown = page.top(all);
        String more = all.size() > shown.size() ? ", " + shown.size() + " of " + Units.count(all.size()) : "";
        page.heading(all.isEmpty() ? "Findings" : "Findings (worst first" + more + ")");
        if (all.isEmpty()) {
            page.sentence("Nothing stands out.");
        }
        for (Finding each : shown) {
            write(each, page);
        }
        for (String each : findings.limits(mutexes)) {
            page.sentence(each);
        }
    }

    private void write(Finding finding, Page page) throws IOException {
        if (finding instanceof Deadlock deadlock) {
            write(deadlock, page);
        } else if (finding instanceof LockInversion inversion) {
            write(inversion, page);
        } else if (finding instanceof LockWaits waits) {
            write(waits, page);
        }
    }

    private void write(Deadlock deadlock, Page page) throws IOException {
        List<Deadlock.Link> links = deadlock.links();
        boolean isOne = links.size() == 1;
        long since = links.stream().mapToLong(Deadlock.Link::waitedNanos).min().orElse(0);
        page.sentence("Deadlock: "
                + (isOne
                        ? "a thread waits for what it holds itself"
                        : Units.plural(links.size(), "thread") + " wait for each other")
                + ", since " + Units.time(since) + " before the end.");
        for (int i = 0; i < Math.min(links.size(), ORDERS_PER_FINDING); i++) {
            Deadlock.Link each = links.get(i);
            Deadlock.Link next = links.get((i + 1) % links.size());
            page.detail(thread(each.threadId()) + " waits at " + site(each.waitsAt()) + " for "
                    + object(each.waitId()) + ", which " + thread(next.threadId()) + " acquired at "
                    + site(each.heldAt()) + ".");
        }
        if (links.size() > ORDERS_PER_FINDING) {
            page.detail("And so on, back to " + thread(links.get(0).threadId()) + ".");
        }
    }

    private void write(LockInversion inversion, Page page) throws IOException {
        LockInversion.Order one = inversion.one();
        page.sentence("Can deadlock: " + object(one.heldId()) + " and " + object(one.askedId())
                + " are taken in both orders"
                + (inversion.pairs() == 1
                        ? "."
                        : (inversion.pairs() == 2 ? ", as is " : ", as are ")
                                + Units.plural(inversion.pairs() - 1, "other pair") + " at these call sites."));
        write(one, page);
        write(inversion.other(), page);
    }

    private void write(LockInversion.Order order, Page page) throws IOException {
        page.detail(thread(order.threadId()) + " takes " + object(order.askedId()) + " at "
                + site(order.askedAt()) + " while it holds " + object(order.heldId()) + " from "
                + site(order.heldAt()) + ".");
    }

    private void write(LockWaits waits, Page page) throws IOException {
        page.sentence("Waiting for " + object(waits.waitId()) + " took "
                + Units.time(waits.costNanos()) + " in all, in a run of " + Units.time(findings.recordedNanos()) + ": "
                + Units.plural(waits.waits(), "wait") + ", the longest " + Units.time(waits.longestNanos()) + ".");
        List<LockWaits.Share> shares = waits.shares();
        int shown = Math.min(SHARES_PER_FINDING, shares.size());
        for (LockWaits.Share each : shares.subList(0, shown)) {
            page.detail(Units.time(each.nanos()) + ": " + thread(each.waiter()) + " waited at " + site(each.waitedAt())
                    + because(each.culprit()) + ".");
        }
        if (shown < shares.size()) {
            long rest = shares.stream()
                    .skip(shown)
                    .mapToLong(LockWaits.Share::nanos)
                    .sum();
            page.detail(Units.time(rest) + ": " + Units.plural(shares.size() - shown, "smaller part") + ".");
        }
    }

    private String because(Culprit culprit) {
        String site = site(culprit.codeptrRa());
        return switch (culprit.kind()) {
            case HOLDER -> " while " + thread(culprit.threadId()) + " held it from " + site;
            case RELEASER -> " until " + thread(culprit.threadId()) + " released it at " + site;
            case HAND_OFF -> " between a release and the next acquisition";
            case UNKNOWN -> "; who held it is not known";
        };
    }

    private String thread(long id) {
        return id == LockWaits.SEVERAL ? "several threads" : names.threadInText(id);
    }

    private String site(int codeptrRa) {
        return Names.withoutPackages(names.callSite(codeptrRa));
    }

    private String object(long waitId) {
        return Names.withoutPackages(names.object(waitId));
    }
}
