package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.BlockedWorkers;

/** Workers of a fork/join pool that were blocked. */
final class BlockedWorkersEntry extends FindingEntry<BlockedWorkers> {
    BlockedWorkersEntry(BlockedWorkers finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Workers of " + phrases.pool(finding.queue()) + " were blocked for "
                + phrases.inAll(finding.costNanos(), finding.queue().blocked()) + ".";
        return new FindingList.Words(sentence, List.of(others()));
    }

    /**
     * It is known whether the pool ever had more workers than its parallelism, but not which blocked worker another one compensated for.
     */
    private String others() {
        int most = finding.queue().mostWorkers();
        int asked = finding.parallelism();
        String rule = "The pool gets no other worker instead, unless managedBlock tells it";
        return asked > 0 && most > asked
                ? rule + "; it had up to " + most + " at a time, for a parallelism of " + asked + "."
                : rule + ".";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.pool(finding.queue());
        json.waits(finding.queue().blocked(), phrases::codeOfWait);
    }
}
