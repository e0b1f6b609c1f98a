package org.ompt4j.bench;

/**
 * One JVM to start and to measure.
 *
 * @param pair runs with the same pair, JDK and subject took turns and are compared with each other
 * @param jdk feature version
 */
record Trial(int pair, int jdk, Suite suite, String subject, Setting setting) {}
