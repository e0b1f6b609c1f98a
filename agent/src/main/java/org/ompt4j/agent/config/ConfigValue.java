package org.ompt4j.agent.config;

/**
 * The value that a run uses.
 *
 * @param source where it comes from, for people
 */
public record ConfigValue(String text, String source) {}
