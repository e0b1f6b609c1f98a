package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.LockInversion;
import org.ompt4j.tools.text.Units;

/** Mutexes that are taken in both orders. */
final class LockInversionEntry extends FindingEntry<LockInversion> {
    LockInversionEntry(LockInversion finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        LockInversion.Order one = finding.one();
        String sentence = "Can deadlock: " + phrases.object(one.heldId()) + " and " + phrases.object(one.askedId())
                + " are taken in both orders" + others() + ".";
        return new FindingList.Words(sentence, List.of(say(one), say(finding.other())));
    }

    private String others() {
        long pairs = finding.pairs();
        return pairs == 1
                ? ""
                : (pairs == 2 ? ", as is " : ", as are ") + Units.plural(pairs - 1, "other pair")
                        + " at these call sites";
    }

    private String say(LockInversion.Order order) {
        return phrases.thread(order.threadId()) + " takes " + phrases.object(order.askedId()) + " at "
                + phrases.site(order.askedAt()) + " while it holds " + phrases.object(order.heldId()) + " from "
                + phrases.site(order.heldAt()) + ".";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("pairs", finding.pairs());
        json.objects("orders", List.of(finding.one(), finding.other()), each -> {
            json.thread("thread", each.threadId());
            json.waitObject("holds", each.heldId());
            json.callSite("held_at", each.heldAt());
            json.waitObject("takes", each.askedId());
            json.callSite("takes_at", each.askedAt());
        });
    }
}
