package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.TimedOutWaits;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.text.Units;

/** Waits that ended because of a timeout. */
final class TimedOutWaitsEntry extends FindingEntry<TimedOutWaits> {
    TimedOutWaitsEntry(TimedOutWaits finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Timed out: " + Units.plural(finding.timeouts(), "wait") + " " + what()
                + (finding.waitsAt() == 0 ? "" : " at " + phrases.site(finding.waitsAt()))
                + (finding.timeouts() == 1
                        ? " was over without it after " + phrases.inRun(Units.time(finding.costNanos()))
                        : " were over without it after "
                                + phrases.inRun(Units.time(finding.costNanos()) + " in all") + ", the longest after "
                                + Units.time(finding.interval().nanos()))
                + ". " + who() + ".";
        List<String> details = new ArrayList<>(phrases.cameBy(finding.state(), finding.waitsAt()));
        details.addAll(tasks());
        thrown().ifPresent(details::add);
        LockWaits.Share holder = phrases.mainShare(finding.mutexes());
        if (holder != null && holder.culprit().kind() != Culprit.Kind.UNKNOWN) {
            details.add("Of all waits for it most, " + Units.time(holder.nanos()) + ", was: "
                    + phrases.thread(holder.waiter()) + " waited" + phrases.because(holder.culprit()) + ".");
        }
        switch (finding.because()) {
            case ASKED -> details.add("Before most of them the thread had made a task.");
            case GAVE_UP -> details.add("The task that had waited did not wait there again, and was over then.");
            case FAILED -> details.add("An exception ended the task that had waited.");
            case NOT_GOT -> {}
        }
        return new FindingList.Words(sentence, details);
    }

    private String who() {
        return finding.threads() == 1
                ? phrases.thread(finding.interval().threadId()) + " waited"
                : Units.plural(finding.threads(), "thread") + " waited";
    }

    private String what() {
        return phrases.awaited(
                finding.state(), finding.construct(), finding.waitId(), finding.timeouts() == 1, objects());
    }

    private boolean isForTasks() {
        return !phrases.isKnownObject(finding.waitId());
    }

    private String objects() {
        String one = phrases.objectIfKnown(finding.waitId());
        return finding.objects() <= 1 ? one : Units.count(finding.objects()) + " objects such as " + one;
    }

    /** What other threads threw meanwhile. Of a wait for a task or a mutex it is known who has the task or holds the mutex. */
    private Optional<String> thrown() {
        TimedOutWaits.Thrown thrown = finding.thrown();
        if (thrown.count() == 0 || finding.state().isForMutex() || !isForObject()) {
            return Optional.empty();
        }
        return Optional.of((finding.timeouts() == 1 ? "Meanwhile " : "During the longest of them ")
                + phrases.thrown(thrown, "ended", "another thread", "other threads") + ".");
    }

    private boolean isForObject() {
        return finding.state() != State.WAIT_TASKWAIT || !isForTasks();
    }

    /** What is known of the tasks that were waited for. */
    private List<String> tasks() {
        TimedOutWaits.Awaited awaited = finding.awaited();
        List<String> details = new ArrayList<>();
        if (awaited.notBegun() > 0) {
            details.add(of(awaited.notBegun()) + "a pool had been given the task, and no worker had begun it.");
        }
        if (awaited.dropped() > 0) {
            details.add(of(awaited.dropped()) + "the policy of a pool had dropped the task.");
        }
        if (awaited.ownPool() > 0) {
            String pool = awaited.poolId() == 0 ? "the pool" : phrases.pool(awaited.poolId());
            details.add((awaited.ownPool() == 1
                            ? "That task began later on a worker of "
                            : Units.count(awaited.ownPool()) + " of these tasks began later on workers of ")
                    + pool + ", for which the thread works too that had waited: it was behind it in the same queue."
                    + (awaited.wholePool() ? " All workers of that pool waited so at one time." : "")
                    + " Try to give what tasks of a pool wait for to another pool, or not to wait for it there.");
        }
        TimedOutWaits.Runner runner = awaited.runner();
        if (runner != null) {
            details.add(running(runner) + waited(runner) + ".");
        }
        return details;
    }

    private String running(TimedOutWaits.Runner runner) {
        boolean isOne = finding.timeouts() == 1;
        String thread = phrases.thread(runner.threadId());
        return finding.construct() == Construct.THREAD
                ? (isOne ? "It was " : "The last one was ") + thread
                : of(finding.awaited().running()) + "the task was still running"
                        + (isOne ? " on " : ", the last time on ") + thread;
    }

    /** What the thread that ran the task waited for meanwhile. */
    private String waited(TimedOutWaits.Runner runner) {
        return runner.waitedNanos() == 0
                ? ""
                : ", which had waited for " + Units.time(runner.waitedNanos()) + ": " + Names.state(runner.state())
                        + (runner.waitsAt() == 0 ? "" : " at " + phrases.site(runner.waitsAt()));
    }

    private String of(long some) {
        return finding.timeouts() == 1
                ? "As it was, "
                : "As "
                        + (some == finding.timeouts()
                                ? "they were, each time "
                                : Units.count(some) + (some == 1 ? " of them was, " : " of them were, "));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.text("state", finding.state().specName());
        if (!isForTasks()) {
            json.waitObject("object", finding.waitId());
            json.number("objects", finding.objects());
        }
        json.callSite("waited_at", finding.waitsAt());
        json.texts("called_by", phrases.callers(finding.state(), finding.waitsAt()));
        json.number("timeouts", finding.timeouts());
        json.number("threads", finding.threads());
        json.number("longest_ns", finding.interval().nanos());
        json.word("because", finding.because());
        json.number("not_begun", finding.awaited().notBegun());
        json.number("behind_in_own_pool", finding.awaited().ownPool());
        json.number("running", finding.awaited().running());
        json.number("dropped", finding.awaited().dropped());
        json.number("thrown", finding.thrown().count());
    }
}
