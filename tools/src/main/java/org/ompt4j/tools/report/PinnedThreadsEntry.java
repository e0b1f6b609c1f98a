package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.PinnedThreads;

/** Virtual threads that kept their carriers while they waited. */
final class PinnedThreadsEntry extends FindingEntry<PinnedThreads> {
    PinnedThreadsEntry(PinnedThreads finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Virtual threads kept their carriers while they waited, for "
                + phrases.inAll(finding.costNanos(), finding.waits()) + ".";
        return new FindingList.Words(
                sentence,
                List.of(
                        "Something that they were in pinned them, such as native code or the initialization of a class,"
                                + " before JDK 24 a monitor too; which of these it was this trace does not tell.",
                        "The JDK's event jdk.VirtualThreadPinned has the stack, and on JDK 25 the reason:"
                                + " -XX:StartFlightRecording records it for waits of 20 ms or more."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.waits(finding.waits(), phrases::codeOfWait);
    }
}
