/**
 * Runs in the command line's own JVM: turns the events of a trace into tables for people.
 *
 * <p>{@code Report} reads a trace once, with the {@code Models} of the run. Each {@code XSection} makes tables of the events, each {@code XEntry} says
 * one kind of finding in words ({@code FindingSection} lists the kinds). All of that is a {@code Content}, which {@code TextReport}, {@code JsonReport}
 * and {@code HtmlReport} write; the last one also has what only the page shows, such as {@code TimelineSection} and {@code FlameGraph}. {@code Score}
 * estimates what a trace cost, {@code TestedPart} judges a test.
 */
@NullMarked
package org.ompt4j.tools.report;

import org.jspecify.annotations.NullMarked;
