package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

class NamesTest {

    @ParameterizedTest
    @CsvSource({
        "app.Lock, app.Lock",
        "[I, int[]",
        "[[J, long[][]",
        "[Lapp.Lock;, app.Lock[]",
        "[LLock;, Lock[]",
        "[Lapp.Map$Entry;, app.Map$Entry[]",
        "[, [",
        "[x;, [x;"
    })
    void arrayIsCalledAsInCode(String className, String shown) throws Exception {
        TraceBuilder trace = new TraceBuilder();
        long waitId = trace.waitId(Construct.SYNCHRONIZED, className);

        assertThat(new Names(trace.build()).object(waitId)).isEqualTo(shown + " #" + waitId);
    }

    /** Whether a name in small letters is a package or a class is not known of the last one before a method. */
    @ParameterizedTest
    @CsvSource({
        "java.lang.Object #7, Object #7",
        "org.app.Main.run(Main.java:3), Main.run(Main.java:3)",
        "org.app.Main$1.run, Main$1.run",
        "clojure.core$future$fn__58.call, core$future$fn__58.call",
        "app.exec.pool$executor.invokeStatic(pool.clj:26), pool$executor.invokeStatic(pool.clj:26)",
        "org.app.main.run(main.groovy:3), main.run(main.groovy:3)",
        "a.b.c.d, c.d",
        "run.sh, run.sh"
    })
    void classStaysWhenPackagesGo(String name, String shown) {
        assertThat(Names.withoutPackages(name)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "100, rejected a task: java.util.concurrent.RejectedExecutionException at Main.run(..",
        "60, rejected a task: RejectedExecutionException at Main.run(..",
        "40, rejected a task: RejectedExecutionExce..",
    })
    void wordsBeforeANameArePartOfAMessage(int width, String shown) {
        String message = "rejected a task: java.util.concurrent.RejectedExecutionException at Main.run(..";

        assertThat(Names.fit(message, width)).isEqualTo(shown);
    }

    /** The end of a name is kept, since threads of one pool differ there. */
    @Test
    void longNameIsShortenedInSentences() throws Exception {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript thread = trace.thread("\uD83D\uDE00".repeat(200) + "-7", ThreadType.WORKER)
                .begin()
                .end();

        String name = new Names(trace.build()).threadInText(thread.id());

        assertThat(name).isEqualTo("\".." + "\uD83D\uDE00".repeat(38) + "-7\"");
        assertThat(Names.inText("pool-1-thread-1")).isEqualTo("pool-1-thread-1");
    }
}
