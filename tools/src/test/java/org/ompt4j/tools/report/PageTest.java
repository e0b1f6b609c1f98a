package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.text.Columns;

/** How lines of a text are broken. */
class PageTest {
    @Test
    void aNumberAndItsUnitStandInOneLine() {
        assertThat(Page.broken("", "  ", "1 wait, the longest 2.58 s.", 26))
                .containsExactly("1 wait, the longest", "  2.58 s.");
        assertThat(Page.broken("", "  ", "in all of them 2.5 % of it", 20))
                .containsExactly("in all of them 2.5 %", "  of it");
        assertThat(Page.broken("", "  ", "all of the 12 stages", 15)).containsExactly("all of the 12", "  stages");
    }

    @Test
    void aCallSiteThatIsLongerThanALineLosesItsFile() {
        assertThat(Page.broken("", "  ", "it waited at Pool.purgeAll(Pool.java:314), twice", 24))
                .containsExactly("it waited at", "  Pool.purgeAll:314,", "  twice");
        assertThat(Page.broken("", "  ", "it waited at Pool.get(Pool.java:3), twice", 24))
                .containsExactly("it waited at", "  Pool.get(Pool.java:3),", "  twice");
    }

    @Test
    void linesFitATerminalWhateverTheNames() throws IOException {
        String deep = "com.acme." + "some.deep.package.".repeat(8);
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("a thread with a very long name " + "x".repeat(150), ThreadType.INITIAL);
        main.begin().initialTaskBegin();
        long lock = trace.waitId(Construct.DEFINED, deep + "Latch");
        int site = trace.callSite(deep + "Main.run(Main.java:7)");
        main.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site);
        trace.pass(123_456_789);
        main.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
        main.create(Construct.DEFINED, 0, site, trace.body(deep + "Main.lambda$run$" + "y".repeat(150)));
        main.initialTaskEnd().end();

        for (int width : new int[] {80, 100, 120, 200}) {
            assertThat(ReportText.of(trace.build(), width).lines()).allMatch(each -> each.length() <= width);
        }
        assertThat(ReportText.of(trace.build(), 80).lines())
                .anyMatch(each -> each.endsWith("Latch #4"))
                .anyMatch(each -> each.endsWith("Main.run(Main.java:7)"));
    }

    @Test
    void linesFitATerminalWithWideNamesAndEscapes() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("\u8ba2\u5355".repeat(30) + "\u001b[31m".repeat(9), ThreadType.INITIAL);
        main.begin().initialTaskBegin();
        long lock = trace.waitId(Construct.DEFINED, "app.\u8ba2\u5355\u5904\u7406\u5668");
        int site = trace.callSite("app.\u8ba2\u5355\u5904\u7406\u5668.\u5904\u7406(App.java:7)");
        main.acquire(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, lock, site);
        trace.pass(123_456_789);
        main.acquired(Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, site);
        main.initialTaskEnd().end();

        for (int width : new int[] {60, 80, 120}) {
            assertThat(ReportText.of(trace.build(), width).lines())
                    .allMatch(each -> Columns.of(each) <= width)
                    .anyMatch(each -> each.endsWith("\u5904\u7406(App.java:7)"));
        }
    }

    @Test
    void threadWithoutANameIsNoBlankCell() throws IOException {
        TraceBuilder trace = new TraceBuilder();
        trace.thread("  ", ThreadType.INITIAL)
                .begin()
                .initialTaskBegin()
                .initialTaskEnd()
                .end();

        assertThat(ReportText.of(trace.build(), 80).lines()).anyMatch(each -> each.endsWith("(no name)"));
    }
}
