package org.ompt4j.agent.config;

/**
 * A setting: either as the user gave it, unchecked, or as a run uses it.
 *
 * @param source the source of the value, for people: {@code ompt.properties:3}, {@code environment variable OMPT_PROFILE}, {@code default}
 */
public record Setting(String key, String text, String source) {}
