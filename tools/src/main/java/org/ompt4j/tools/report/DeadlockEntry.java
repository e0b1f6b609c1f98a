package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.findings.Deadlock;
import org.ompt4j.tools.text.Units;

/** Threads that wait for each other. */
final class DeadlockEntry extends FindingEntry<Deadlock> {
    DeadlockEntry(Deadlock finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        List<Deadlock.Link> links = finding.links();
        long since = links.stream().mapToLong(Deadlock.Link::waitedNanos).min().orElse(0);
        String sentence = (finding.isSure() ? "Deadlock: " : "Probably a deadlock: ")
                + (links.size() == 1
                        ? finding.hasTasks()
                                ? "a thread waits for what it runs itself"
                                : "a thread waits for what it holds itself"
                        : Units.plural(links.size(), "thread") + " wait for each other")
                + ", since " + Units.time(since) + " before the end.";
        return new FindingList.Words(sentence, details(links));
    }

    private List<String> details(List<Deadlock.Link> links) {
        List<String> details = new ArrayList<>();
        for (int i = 0; i < Math.min(links.size(), FindingPhrases.MOST_LINKS); i++) {
            Deadlock.Link each = links.get(i);
            Deadlock.Link next = links.get((i + 1) % links.size());
            details.add(phrases.thread(each.threadId()) + " waits at " + phrases.site(each.waitsAt()) + " for "
                    + awaited(each, phrases.thread(next.threadId())) + ".");
        }
        if (links.size() > FindingPhrases.MOST_LINKS) {
            details.add("And so on, back to " + phrases.thread(links.get(0).threadId()) + ".");
        }
        if (links.size() == 1 && finding.hasMutexes()) {
            details.add("Try to release it before, as a reader that wants to write has to.");
        }
        if (finding.hasTasks() && finding.hasMutexes()) {
            details.add("Try not to hold a lock while waiting for a task or a thread that needs it.");
        }
        if (!finding.timeoutsAreTold()) {
            details.add("Whether a wait for a task or a thread has a timeout is not told here.");
        }
        if (!finding.holdersAreTold() && finding.hasMutexes()) {
            details.add("Whether it was released since then, and where it was acquired, profile=full tells.");
        }
        return details;
    }

    private String awaited(Deadlock.Link link, String next) {
        return switch (link.awaited()) {
            case MUTEX ->
                phrases.object(link.waitId()) + ", which " + next
                        + (finding.holdersAreTold() ? " acquired at " + phrases.site(link.heldAt()) : seen(link));
            case TASK -> "the result of a task that " + next + " runs";
            case THREAD -> "the end of " + next;
        };
    }

    private String seen(Deadlock.Link link) {
        return link.heldAt() == 0
                ? " was last seen to hold"
                : " was last seen to acquire, at " + phrases.site(link.heldAt());
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.flag("sure", finding.isSure());
        json.objects("links", finding.links(), each -> {
            json.thread("thread", each.threadId());
            json.text("awaited", each.awaited().id());
            if (each.waitId() != 0) {
                json.waitObject("waits_for", each.waitId());
            }
            json.callSite("waits_at", each.waitsAt());
            json.callSiteIfKnown("held_at", each.heldAt());
            json.number("waited_ns", each.waitedNanos());
        });
    }
}
