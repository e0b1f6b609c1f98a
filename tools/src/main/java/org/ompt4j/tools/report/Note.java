package org.ompt4j.tools.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * A sentence under a table.
 *
 * @param numbers the numbers in the sentence, by name
 */
record Note(String sentence, Map<String, Long> numbers) {
    Note {
        numbers = new TreeMap<>(numbers);
    }
}
