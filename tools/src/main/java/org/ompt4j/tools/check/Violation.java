package org.ompt4j.tools.check;

/**
 * One place where a trace breaks a rule.
 *
 * @param rule the rule's id
 * @param timeNanos when, since the trace began
 * @param threadId on which thread; 0 if it concerns none
 * @param event the event at which it was noticed, by its specification's name, or {@code end of trace}
 * @param expected what the rule asks for
 * @param found what the trace has instead
 */
public record Violation(String rule, long timeNanos, long threadId, String event, String expected, String found) {}
