package org.ompt4j.agent.config;

/**
 * A setting: as the user gave it, unchecked, or the one that a run uses.
 *
 * @param source where it comes from, for people: {@code ompt.properties:3}, {@code environment variable OMPT_PROFILE}, {@code default}
 */
public record Setting(String key, String text, String source) {}
