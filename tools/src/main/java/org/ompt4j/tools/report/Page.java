package org.ompt4j.tools.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.text.Columns;

/** A page of text for a report: breaks and indents lines of a given width. */
public final class Page {
    private static final String INDENT = "  ";
    private static final String FACT = "%-9s ";
    private static final int FACT_INDENT = 10;
    private static final Pattern UNIT = Pattern.compile("([nmu]?s|%|[KMG]?B)(?!\\w)");

    private final Writer out;
    private final int width;
    private final int top;

    /**
     * @param width how many columns a line may have, at least 40
     * @param top how many rows a table has at most
     */
    public Page(Writer out, int width, int top) {
        this.out = out;
        this.width = width;
        this.top = top;
    }

    public int width() {
        return width;
    }

    /** The first of the rows, as many as a table has at most. */
    public <R> List<R> top(List<R> rows) {
        return rows.subList(0, Math.min(top, rows.size()));
    }

    /** Writes the first line of a part of the report, with an empty line before it. */
    public void heading(String text) throws IOException {
        line("");
        broken("", INDENT, text);
    }

    /** Writes a sentence under a heading, broken into several lines if it is too long for one. */
    public void sentence(String text) throws IOException {
        broken(INDENT, INDENT + INDENT, text);
    }

    /** Writes a sentence that belongs to the previous one. */
    public void detail(String text) throws IOException {
        broken(INDENT + INDENT, INDENT + INDENT + INDENT, text);
    }

    /** Writes a fact about the run: a short heading and a text, aligned with other facts. */
    public void fact(String head, String text) throws IOException {
        broken(FACT.formatted(head), " ".repeat(FACT_INDENT), text);
    }

    /** As {@link #fact}, under a heading. */
    void factBelow(String head, String text) throws IOException {
        broken(INDENT + FACT.formatted(head), INDENT + " ".repeat(FACT_INDENT), text);
    }

    /** Writes a text that is broken at blanks, as far as it has any. */
    void broken(String firstIndent, String indent, String text) throws IOException {
        for (String each : broken(firstIndent, indent, text, width)) {
            line(each);
        }
    }

    /**
     * The text in lines of at most {@code width} columns, broken at blanks as far as it has any. A call site that is longer than a line loses its
     * file, as in {@code Main.run:7}.
     */
    public static List<String> broken(String firstIndent, String indent, String text, int width) {
        List<String> lines = new ArrayList<>();
        String rest = OneLine.of(text);
        String before = firstIndent;
        while (Columns.of(rest) > width - before.length()) {
            int end = Math.max(1, Columns.fitting(rest, width - before.length()));
            int blank = blankBefore(rest, end);
            String shorter = blank <= 0 ? withoutFile(rest) : rest;
            if (!shorter.equals(rest)) {
                rest = shorter;
                continue;
            }
            int cut = blank <= 0 ? end : blank;
            lines.add(before + rest.substring(0, cut));
            rest = rest.substring(cut).stripLeading();
            before = indent;
        }
        lines.add(before + rest);
        return lines;
    }

    /** The text with its first word, if that is a call site, without its file. */
    private static String withoutFile(String text) {
        int blank = text.indexOf(' ');
        int end = blank < 0 ? text.length() : blank;
        return Names.withoutFile(text.substring(0, end)) + text.substring(end);
    }

    /** The index of the last blank up to {@code end} that is not between a number and its unit; -1 if there is none. */
    private static int blankBefore(String text, int end) {
        int blank = text.lastIndexOf(' ', end);
        boolean isInside = blank > 0
                && Character.isDigit(text.charAt(blank - 1))
                && UNIT.matcher(text).region(blank + 1, text.length()).lookingAt();
        return isInside ? text.lastIndexOf(' ', blank - 1) : blank;
    }

    public void line(String text) throws IOException {
        out.write(text);
        out.write('\n');
    }

    /** Sends on what is written so far. */
    public void flush() throws IOException {
        out.flush();
    }
}
