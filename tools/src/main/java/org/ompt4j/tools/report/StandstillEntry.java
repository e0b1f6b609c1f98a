package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.Standstill;
import org.ompt4j.tools.findings.TimedOutWaits.Thrown;
import org.ompt4j.tools.text.Units;

/** A run in which at the end each thread waited for another one. */
final class StandstillEntry extends FindingEntry<Standstill> {
    StandstillEntry(Standstill finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Standstill at the end: for " + phrases.ofRun(finding.costNanos())
                + ", no observed thread ran: each waited for what only another one does.";
        List<String> details = new ArrayList<>();
        List<Standstill.Waits> waits = finding.waits();
        waits.stream().limit(FindingPhrases.MOST_LINKS).map(this::inWords).forEach(details::add);
        if (waits.size() > FindingPhrases.MOST_LINKS) {
            long others = waits.stream()
                    .skip(FindingPhrases.MOST_LINKS)
                    .mapToLong(each -> each.threads().size())
                    .sum();
            details.add(Units.plural(others, "thread") + " waited for something else.");
        }
        if (finding.idleWorkers() > 0) {
            details.add(Units.plural(finding.idleWorkers(), "worker") + " of pools had no task.");
        }
        thrown(details);
        if (!finding.timeoutsAreTold()) {
            details.add("None of them could go on, unless a wait had a timeout: that is not told here.");
        }
        return new FindingList.Words(sentence, details);
    }

    private String inWords(Standstill.Waits waits) {
        List<Long> threads = waits.threads();
        String others = threads.size() == 1 ? "" : " and " + Units.plural(threads.size() - 1, "other thread");
        return Units.time(waits.longestNanos()) + ": " + phrases.thread(threads.get(0)) + others
                + (waits.state() == State.WAIT_PARK ? threads.size() == 1 ? " was " : " were " : " waited ")
                + awaited(waits) + place(waits)
                + holder(waits) + "." + notified(waits);
    }

    private String notified(Standstill.Waits waits) {
        Standstill.Notified last = waits.notified();
        if (last == null) {
            return waits.state() == State.WAIT_CONDITION && phrases.isNotifiedUnseen(waits.waitId())
                    ? " Whether it was notified before, profile=full tells."
                    : "";
        }
        return " It was last notified " + Units.time(last.nanos()) + " before that, by "
                + phrases.thread(last.threadId()) + " at " + phrases.site(last.at())
                + ": a notification is not kept for who waits later.";
    }

    private String awaited(Standstill.Waits waits) {
        if (waits.runner() != 0) {
            String runner = phrases.thread(waits.runner());
            return waits.construct() == Construct.THREAD
                    ? "for the end of " + runner
                    : "for a task that " + runner + " ran";
        }
        return phrases.awaited(
                waits.state(),
                waits.construct(),
                waits.waitId(),
                waits.threads().size() == 1,
                phrases.objectIfKnown(waits.waitId()));
    }

    private String place(Standstill.Waits waits) {
        if (waits.waitsAt() != 0) {
            return " at " + phrases.site(waits.waitsAt());
        }
        String code = phrases.codeOfWait(waits.code());
        return code == null ? "" : " in " + Names.withoutPackages(code);
    }

    private String holder(Standstill.Waits waits) {
        Standstill.Holder holder = waits.holder();
        if (holder == null) {
            return phrases.isHeldUnseen(waits.waitId()) && waits.state().isForMutex()
                    ? "; who got it without a wait, profile=full tells"
                    : "";
        }
        return ", which " + phrases.thread(holder.threadId())
                + (holder.isTold() ? " held" : " was last seen to hold")
                + (holder.at() == 0 ? "" : ", from " + phrases.site(holder.at()))
                + (holder.hasEnded() ? "; this thread had ended. Try to release it in a finally block" : "");
    }

    private void thrown(List<String> details) {
        Thrown thrown = finding.thrown();
        if (thrown.count() == 0) {
            return;
        }
        details.add("Before, "
                + phrases.thrown(thrown, "had ended", "a thread", "threads")
                + ". If others waited for what came after it there, try a finally block.");
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.objects("waits", finding.waits(), each -> {
            json.text("state", each.state().specName());
            if (phrases.isKnownObject(each.waitId())) {
                json.waitObject("object", each.waitId());
            }
            json.thread("awaited", each.runner());
            json.callSite("waited_at", each.waitsAt());
            json.textIfKnown("code", phrases.codeOfWait(each.code()));
            json.thread("thread", each.threads().get(0));
            json.number("threads", each.threads().size());
            json.number("longest_ns", each.longestNanos());
            Standstill.Holder holder = each.holder();
            Standstill.Notified notified = each.notified();
            if (notified != null) {
                json.thread("notified_by", notified.threadId());
                json.callSiteIfKnown("notified_at", notified.at());
                json.number("notified_before_ns", notified.nanos());
            }
            if (holder != null) {
                json.thread("holder", holder.threadId());
                json.flag("holder_told", holder.isTold());
                json.flag("holder_ended", holder.hasEnded());
                json.callSiteIfKnown("held_at", holder.at());
            }
        });
        json.flag("timeouts_told", finding.timeoutsAreTold());
        json.number("idle_workers", finding.idleWorkers());
        json.number("thrown", finding.thrown().count());
    }
}
