package org.ompt4j.agent.config;

/** Finds the word that a misspelt one was meant to be, by edit distance. */
final class Nearest {

    private Nearest() {}

    /** The word with the smallest distance, also to one of its parts ({@code detail}); the first of several. */
    static String of(String text, String[] words) {
        String best = words[0];
        int bestDistance = Integer.MAX_VALUE;
        for (String word : words) {
            int distance = distanceToWordOrPart(text, word);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = word;
            }
        }
        return best;
    }

    private static int distanceToWordOrPart(String text, String word) {
        int best = distance(text, word);
        int from = 0;
        for (int i = 0; i <= word.length(); i++) {
            if (i == word.length() || ".-_".indexOf(word.charAt(i)) >= 0) {
                best = Math.min(best, 1 + distance(text, word.substring(from, i)));
                from = i + 1;
            }
        }
        return best;
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
    static int distance(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replace = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + replace);
                if (swapped(from, i, to, j)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[to.length()];
    }

    private static boolean swapped(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
