package org.ompt4j.tools.report;

import java.util.ArrayList;
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

    FindingList list() {
        return new FindingList(findings.all(mutexes), this::words, findings.limits(mutexes));
    }

    private FindingList.Words words(Finding finding) {
        if (finding instanceof Deadlock deadlock) {
            return say(deadlock);
        }
        return finding instanceof LockInversion inversion ? say(inversion) : say((LockWaits) finding);
    }

    private FindingList.Words say(Deadlock deadlock) {
        List<Deadlock.Link> links = deadlock.links();
        boolean isOne = links.size() == 1;
        long since = links.stream().mapToLong(Deadlock.Link::waitedNanos).min().orElse(0);
        String sentence = "Deadlock: "
                + (isOne
                        ? "a thread waits for what it holds itself"
                        : Units.plural(links.size(), "thread") + " wait for each other")
                + ", since " + Units.time(since) + " before the end.";
        List<String> details = new ArrayList<>();
        for (int i = 0; i < Math.min(links.size(), ORDERS_PER_FINDING); i++) {
            Deadlock.Link each = links.get(i);
            Deadlock.Link next = links.get((i + 1) % links.size());
            details.add(thread(each.threadId()) + " waits at " + site(each.waitsAt()) + " for "
                    + object(each.waitId()) + ", which " + thread(next.threadId()) + " acquired at "
                    + site(each.heldAt()) + ".");
        }
        if (links.size() > ORDERS_PER_FINDING) {
            details.add("And so on, back to " + thread(links.get(0).threadId()) + ".");
        }
        return new FindingList.Words(sentence, details);
    }

    private FindingList.Words say(LockInversion inversion) {
        LockInversion.Order one = inversion.one();
        String sentence = "Can deadlock: " + object(one.heldId()) + " and " + object(one.askedId())
                + " are taken in both orders"
                + (inversion.pairs() == 1
                        ? "."
                        : (inversion.pairs() == 2 ? ", as is " : ", as are ")
                                + Units.plural(inversion.pairs() - 1, "other pair") + " at these call sites.");
        return new FindingList.Words(sentence, List.of(say(one), say(inversion.other())));
    }

    private String say(LockInversion.Order order) {
        return thread(order.threadId()) + " takes " + object(order.askedId()) + " at "
                + site(order.askedAt()) + " while it holds " + object(order.heldId()) + " from "
                + site(order.heldAt()) + ".";
    }

    private FindingList.Words say(LockWaits waits) {
        String sentence = "Waiting for " + object(waits.waitId()) + " took "
                + Units.time(waits.costNanos()) + " in all, in a run of " + Units.time(findings.recordedNanos()) + ": "
                + Units.plural(waits.waits(), "wait") + ", the longest "
                + Units.time(waits.longest().nanos()) + ".";
        List<String> details = new ArrayList<>();
        List<LockWaits.Share> shares = waits.shares();
        int shown = Math.min(SHARES_PER_FINDING, shares.size());
        for (LockWaits.Share each : shares.subList(0, shown)) {
            details.add(Units.time(each.nanos()) + ": " + thread(each.waiter()) + " waited at " + site(each.waitedAt())
                    + because(each.culprit()) + ".");
        }
        if (shown < shares.size()) {
            long rest = shares.stream()
                    .skip(shown)
                    .mapToLong(LockWaits.Share::nanos)
                    .sum();
            details.add(Units.time(rest) + ": " + Units.plural(shares.size() - shown, "smaller part") + ".");
        }
        return new FindingList.Words(sentence, details);
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
