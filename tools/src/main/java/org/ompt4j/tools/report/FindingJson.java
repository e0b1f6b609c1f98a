package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.ompt4j.tools.findings.Finding;

/** Writes findings as JSON objects: first the members that all kinds have, then those of the finding's own kind. */
final class FindingJson {
    private final JsonGenerator json;
    private final FindingMembers members;

    FindingJson(JsonGenerator json, Names names) {
        this.json = json;
        this.members = new FindingMembers(json, names);
    }

    void write(FindingEntry<?> entry) throws IOException {
        Finding finding = entry.finding;
        FindingList.Words words = entry.words();
        json.writeStartObject();
        members.text("kind", finding.kind().id());
        members.number("cost_ns", finding.costNanos());
        members.text("says", words.sentence());
        members.texts("details", words.details());
        members.callSites("call_sites", finding.callSites());
        members.object("interval", () -> members.interval(finding.interval()));
        entry.members(members);
        json.writeEndObject();
    }
}
