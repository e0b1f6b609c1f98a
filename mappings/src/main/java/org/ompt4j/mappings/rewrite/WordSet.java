package org.ompt4j.mappings.rewrite;

import java.util.Arrays;

/**
 * A set of ASCII words that is asked with bytes of a class file: a program of some thousand classes has a hundred times as many
 * constants.
 *
 * <p>Thread safety: filled by one thread, read-only afterwards.
 */
final class WordSet {
    private static final String[] NONE = {};

    /** The words of each length. */
    private String[][] byLength = {};

    /** Adds a word that is not in the set yet. */
    void add(String word) {
        int length = word.length();
        if (length >= byLength.length) {
            int oldLength = byLength.length;
            byLength = Arrays.copyOf(byLength, length + 1);
            Arrays.fill(byLength, oldLength, byLength.length, NONE);
        }
        String[] words = Arrays.copyOf(byLength[length], byLength[length].length + 1);
        words[words.length - 1] = word;
        byLength[length] = words;
    }

    boolean contains(byte[] bytes, int at, int length) {
        if (length >= byLength.length) {
            return false;
        }
        for (String word : byLength[length]) {
            if (ClassFileScan.is(bytes, at, length, word)) {
                return true;
            }
        }
        return false;
    }
}
