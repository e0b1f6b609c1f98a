package org.ompt4j.tools.findings;

/**
 * A periodic task of a scheduled executor or a timer that an exception ended: it is not run any more.
 *
 * @param body what it is, 0 if it is not known
 * @param codeptrRa where it was scheduled, 0 if it is not known
 * @param errorClass the class of the exception
 * @param thrownAt where it was thrown, 0 if it is not known
 * @param runs how often it began, with the run that threw
 * @param isOfTimer whether it was a timer's, whose thread the exception ended too
 */
public record ThrownPeriodicTask(
        int body, int codeptrRa, String errorClass, int thrownAt, long runs, boolean isOfTimer) {}
