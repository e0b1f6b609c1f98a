package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.Finding;

/**
 * A finding as a report tells it, in words and as members of a JSON object: a class for each kind, named after its record.
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

    /** What people are told. */
    public abstract FindingList.Words words();

    /** Writes the members that only its kind has. */
    abstract void members(FindingMembers json) throws IOException;

    /** What is to be known of findings like it, a sentence each, said once for all of them. */
    List<String> remarks() {
        return List.of();
    }
}
