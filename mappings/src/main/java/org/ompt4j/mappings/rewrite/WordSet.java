package org.ompt4j.mappings.rewrite;

import java.util.Arrays;

/**
 * A set of ASCII words, each with a number, that is searched directly with bytes of a class file: a program of some thousand classes has a hundred
 * times as many constants.
 *
 * <p>Thread safety: filled by one thread, read-only afterwards.
 */
final class WordSet {
    private static final String[] NONE = {};

    private static final int[] NO_NUMBERS = {};

    /** The words of each length, and their numbers. */
    private String[][] byLength = {};

    private int[][] numbers = {};
    private int size;

    /** Adds a word that is not in the set yet; the first one has number 0, the next one 1, and so on. */
    void add(String word) {
        int length = word.length();
        if (length >= byLength.length) {
            int oldLength = byLength.length;
            byLength = Arrays.copyOf(byLength, length + 1);
            Arrays.fill(byLength, oldLength, byLength.length, NONE);
            numbers = Arrays.copyOf(numbers, length + 1);
            Arrays.fill(numbers, oldLength, numbers.length, NO_NUMBERS);
        }
        String[] words = Arrays.copyOf(byLength[length], byLength[length].length + 1);
        words[words.length - 1] = word;
        byLength[length] = words;
        int[] ofLength = Arrays.copyOf(numbers[length], words.length);
        ofLength[ofLength.length - 1] = size++;
        numbers[length] = ofLength;
    }

    boolean contains(byte[] bytes, int at, int length) {
        return indexOf(bytes, at, length) >= 0;
    }

    /** The number of a word, -1 if the set does not have it. */
    int indexOf(byte[] bytes, int at, int length) {
        if (length >= byLength.length) {
            return -1;
        }
        String[] words = byLength[length];
        for (int i = 0; i < words.length; i++) {
            if (ClassFileScan.is(bytes, at, length, words[i])) {
                return numbers[length][i];
            }
        }
        return -1;
    }
}
