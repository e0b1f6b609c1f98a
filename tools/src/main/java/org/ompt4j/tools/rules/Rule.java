package org.ompt4j.tools.rules;

import java.util.Set;
import org.ompt4j.ompt.Event;

/**
 * One rule of order that every run must satisfy.
 *
 * @param id short name, such as {@code R3}
 * @param statement the rule in one sentence
 * @param events the events without which the rule cannot be judged
 * @param needs the other preconditions
 */
public record Rule(String id, String statement, Set<Event> events, Set<Precondition> needs) {

    static Rule of(String id, String statement, Set<Event> events, Precondition... needs) {
        return new Rule(id, statement, events, Set.of(needs));
    }
}
