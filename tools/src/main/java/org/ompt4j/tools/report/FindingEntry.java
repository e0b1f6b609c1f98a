package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.Finding;

/**
 * A finding in a report, in words and as members of a JSON object. There is one subclass for each kind of finding, named after its record.
 *
 * @param <F> the record
 */
public abstract class FindingEntry<F extends Finding> {
    public final F finding;
    final FindingPhrases phrases;

    FindingEntry(F finding, FindingPhrases phrases) {
        this.finding = finding;
        this.phrases = phrases;
    }

    /** The finding in words. */
    public abstract FindingList.Words words();

    /** Writes the members that only this kind of finding has. */
    abstract void members(FindingMembers json) throws IOException;

    /** General remarks on this kind of finding, one sentence each. A report says each of them only once. */
    List<String> remarks() {
        return List.of();
    }
}
