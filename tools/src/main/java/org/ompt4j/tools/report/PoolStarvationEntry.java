package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.PoolStarvation;
import org.ompt4j.tools.model.StarvedPool;
import org.ompt4j.tools.text.Units;

/** A pool whose workers all wait for tasks in the pool's own queue. */
final class PoolStarvationEntry extends FindingEntry<PoolStarvation> {
    PoolStarvationEntry(PoolStarvation finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        List<StarvedPool.Worker> workers = finding.pool().workers();
        boolean isOne = workers.size() == 1;
        String sentence = "Pool starvation: "
                + (isOne ? "the only worker of " : "all " + Units.count(workers.size()) + " workers of ")
                + phrases.pool(finding.pool().queue())
                + (isOne ? " waits for a task that is" : " wait for tasks that are")
                + " in its own queue, since " + Units.time(finding.sinceNanos()) + " before the end.";
        List<String> details = workers.stream()
                .limit(FindingPhrases.MOST_LINKS)
                .map(each -> phrases.thread(each.threadId()) + " waits at " + phrases.site(each.waitsAt())
                        + " for a task that was submitted at " + phrases.site(each.createdAt()) + ".")
                .toList();
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.pool(finding.pool().queue());
        json.objects("workers", finding.pool().workers(), each -> {
            json.thread("thread", each.threadId());
            json.callSite("waits_at", each.waitsAt());
            json.callSite("submitted_at", each.createdAt());
            json.number("waited_ns", finding.endNanos() - each.sinceNanos());
        });
    }
}
