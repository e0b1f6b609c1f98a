package org.ompt4j.tools.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The table of findings in docs/report.md. */
public final class FindingTable {
    private FindingTable() {}

    /** Its rows without the head, in the order of the kinds of findings. */
    public static List<String> rows() throws IOException {
        String page = Files.readString(Path.of("../docs/report.md"));
        String behindHead = page.substring(page.indexOf("|---", page.indexOf("\n## Findings")));
        return behindHead
                .lines()
                .skip(1)
                .takeWhile(each -> each.startsWith("|"))
                .toList();
    }
}
