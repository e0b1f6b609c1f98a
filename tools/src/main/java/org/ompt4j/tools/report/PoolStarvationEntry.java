package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.tools.findings.PoolStarvation;
import org.ompt4j.tools.model.StarvedPool;
import org.ompt4j.tools.text.Units;

/** Pools whose workers all wait for tasks in the pools' own queues. */
final class PoolStarvationEntry extends FindingEntry<PoolStarvation> {
    PoolStarvationEntry(PoolStarvation finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        StarvedPool pool = finding.pool();
        boolean isOne = pool.workers().size() == 1;
        String sentence = "Pool starvation: "
                + (isOne
                        ? "the only worker of "
                        : "all " + Units.count(pool.workers().size()) + " workers of ")
                + pools()
                + (isOne ? " waits for a task that is in " : " wait for tasks that are in ")
                + (pool.others().isEmpty() ? "its own queue" : "the queues of these pools")
                + (pool.isForOneAnother() ? ", or for one another" : "")
                + ", since " + Units.time(finding.sinceNanos()) + " before the end.";
        List<String> details = pool.workers().stream()
                .limit(FindingPhrases.MOST_LINKS)
                .map(this::detail)
                .toList();
        return new FindingList.Words(sentence, details);
    }

    private String pools() {
        StarvedPool pool = finding.pool();
        return Stream.concat(Stream.of(pool.queue()), pool.others().stream())
                .limit(FindingPhrases.MOST_LINKS)
                .map(phrases::pool)
                .collect(Collectors.joining(" and "));
    }

    private String detail(StarvedPool.Worker worker) {
        boolean isSubmissionKnown = worker.createdAt() != 0 || worker.begunBy() == 0;
        return phrases.thread(worker.threadId()) + " waits at " + phrases.site(worker.waitsAt())
                + (finding.withTimeout().contains(worker.threadId()) ? ", with a timeout," : "") + " for a task that "
                + (isSubmissionKnown ? "was submitted at " + phrases.site(worker.createdAt()) : "")
                + (isSubmissionKnown && worker.begunBy() != 0 ? " and that " : "")
                + (worker.begunBy() == 0 ? "" : phrases.thread(worker.begunBy()) + " has begun") + ".";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.pool(finding.pool().queue());
        json.number("other_pools", finding.pool().others().size());
        json.objects("workers", finding.pool().workers(), each -> {
            json.thread("thread", each.threadId());
            json.callSite("waits_at", each.waitsAt());
            json.callSite("submitted_at", each.createdAt());
            json.thread("begun_by", each.begunBy());
            json.flag("with_timeout", finding.withTimeout().contains(each.threadId()));
            json.number("waited_ns", finding.endNanos() - each.sinceNanos());
        });
    }
}
