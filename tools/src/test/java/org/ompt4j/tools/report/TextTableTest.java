package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextTableTest {
    private static final List<String> HEADS =
            List.of("acquired", "waits", "waited", "longest", "held", "mean", "p50", "p90", "p99", "object");

    private static TextTable table() {
        TextTable table = new TextTable(HEADS);
        table.row(
                List.of(
                        "1,234,567",
                        "123,456",
                        "12.3 s",
                        "4.56 s",
                        "78.9 s",
                        "1.23 ms",
                        "1.20 ms",
                        "4.5 ms",
                        "9 ms",
                        "a.B #7"),
                List.of(
                        new RowLine(
                                "100.0 % waited while held from code that ran for a long time at ",
                                "a.pack.Of.a(Class.java:7)"),
                        new RowLine("12.0 % at ", "a.pack.Of.a(Class.java:8)"),
                        new RowLine("single waits: 1 of 0.1-1 ms, 12 of 1-10 ms, 3 of 10-100 ms, 1 of >=100 ms", "")));
        return table;
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 61, 70, 80, 100, 240})
    void noLineIsLongerThanThePageAndNoNumberIsLost(int width) {
        List<String> lines = table().lines(width);

        assertThat(lines).allSatisfy(each -> assertThat(each.length()).isLessThanOrEqualTo(width));
        assertThat(String.join(" ", lines).replaceAll(" +", " "))
                .contains("1,234,567", "123,456", "12.3 s", "4.56 s", "78.9 s", "1.23 ms", "1.20 ms", "4.5 ms", "9 ms")
                .contains(HEADS)
                .contains("Class.java:8");
    }

    @Test
    void headsOfFurtherLinesStandAboveTheirNumbers() {
        List<String> lines = table().lines(60);

        assertThat(lines.subList(0, 6))
                .containsExactly(
                        "  object",
                        "     acquired    waits  waited  longest    held     mean",
                        "          p50     p90   p99",
                        "  a.B #7",
                        "    1,234,567  123,456  12.3 s   4.56 s  78.9 s  1.23 ms",
                        "      1.20 ms  4.5 ms  9 ms");
    }

    @Test
    void callersThatDoNotFitLoseTheirPackagesAndNoneIsCut() {
        TextTable table = new TextTable(List.of("waits", "waited at"));
        List<String> callers = List.of(
                "org.library.connect.internal.Task.execute:299",
                "org.library.connect.internal.Task.enqueue",
                "com.acme.shop.orders.Orders.send",
                "com.acme.shop.orders.Orders.main",
                "<caller not sampled>");
        table.row(List.of("7", "a.B.b(B.java:7)"), List.of(RowLine.calledBy(callers, 1)));

        assertThat(table.lines(80))
                .endsWith(
                        "            100.0 % called by Task.execute:299, Task.enqueue, Orders.send,",
                        "                      Orders.main and 1 more");
        assertThat(table.lines(240))
                .endsWith("            100.0 % called by " + String.join(", ", callers.subList(0, 4)) + " and 1 more");
    }

    /** What continues a part cannot be taken for another one. */
    @Test
    void restOfAPartIsIndentedFurther() {
        TextTable table = new TextTable(List.of("waits", "waited at"));
        table.row(
                List.of("1", "Main.main"),
                List.of(
                        new RowLine("  0.5 % in the queue of ForkJoinPool-1: Fib.compute"),
                        new RowLine("a b ".repeat(20))));

        List<String> lines = table.lines(60);
        assertThat(lines)
                .containsSubsequence(
                        "              0.5 % in the queue of ForkJoinPool-1:", "                      Fib.compute");
        assertThat(lines)
                .filteredOn(each -> each.contains("a b"))
                .hasSize(2)
                .allMatch(each -> each.startsWith("            a"));
    }
}
