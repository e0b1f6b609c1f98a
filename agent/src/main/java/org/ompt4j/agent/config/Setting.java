package org.ompt4j.agent.config;

/**
 * A key and its text as the user gave them, unchecked.
 *
 * @param source where it stands, for people: {@code ompt.properties:3}, {@code environment variable OMPT_PROFILE}
 */
record Setting(String key, String text, String source) {}
