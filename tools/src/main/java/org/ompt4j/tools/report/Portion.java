package org.ompt4j.tools.report;

/**
 * A part of a row's time.
 *
 * @param what what the time was, such as {@code waited at}
 * @param name of what: a call site or a state
 */
record Portion(String what, String name, long nanos) {}
