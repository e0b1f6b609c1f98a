package org.ompt4j.tools.report;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.InHold;

/**
 * A part of a row's time.
 *
 * @param what what the time was, such as {@code waited at}
 * @param name where or in which state: a call site or a state
 * @param inHold what the culprits did meanwhile; null if there was no culprit, or if it is not known
 */
public record Portion(
        String what, String name, long nanos, @Nullable InHold inHold) {
    Portion(String what, String name, long nanos) {
        this(what, name, nanos, null);
    }
}
