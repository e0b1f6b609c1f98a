package org.ompt4j.tools.findings;

/**
 * A periodic task of a scheduled executor that an exception ended: the executor does not run it any more.
 *
 * @param body what it is, 0 if it is not known
 * @param codeptrRa where it was scheduled, 0 if it is not known
 * @param errorClass the class of the exception
 * @param thrownAt where it was thrown, 0 if it is not known
 * @param runs how often it began, with the run that threw
 */
public record ThrownPeriodicTask(int body, int codeptrRa, String errorClass, int thrownAt, long runs) {}
