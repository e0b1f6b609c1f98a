package org.ompt4j.tools.report;

/**
 * A line under a row of a table for people.
 *
 * @param text kept whole
 * @param name follows the text, shortened to what is left of the line; empty if there is none
 */
public record Line(String text, String name) {
    /** What belongs to a row, in as many lines as it takes. */
    public Line(String text) {
        this(text, "");
    }
}
