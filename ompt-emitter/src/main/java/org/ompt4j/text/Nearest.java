package org.ompt4j.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the word that a misspelt one was meant to be, by edit distance. */
public final class Nearest {

    private Nearest() {}

    /**
     * The word with the smallest distance, also to one of its parts ({@code detail}), the first of several; null if none is near, that is if
     * more than a third of the text would have to change.
     */
    public static @Nullable String of(String text, List<String> words) {
        int mostChanges = Math.min(text.length() - 1, Math.max(1, text.length() / 3));
        String best = null;
        int bestRank = Integer.MAX_VALUE;
        for (String word : words) {
            int rank = rank(text, word, mostChanges);
            if (rank < bestRank) {
                bestRank = rank;
                best = word;
            }
        }
        return best;
    }

    /** What to add to a message about a word that is not known: the nearest one, or else where to look. */
    public static String hint(String text, List<String> words, String whereToLook) {
        String nearest = hint(text, words);
        return nearest.isEmpty() ? "; " + whereToLook : nearest;
    }

    /** As {@link #hint(String, List, String)} for words that stand in the message anyway. */
    public static String hint(String text, List<String> words) {
        String nearest = of(text, words);
        return nearest == null ? "" : "; the nearest is \"" + nearest + "\"";
    }

    /** A whole word goes before one of which only a part is as near; the largest number for a word that is not near. */
    private static int rank(String text, String word, int mostChanges) {
        int best = Integer.MAX_VALUE;
        int whole = distance(text, word);
        if (whole <= mostChanges) {
            best = whole;
        }
        int from = 0;
        for (int i = 0; i <= word.length(); i++) {
            if (i == word.length() || ".-_".indexOf(word.charAt(i)) >= 0) {
                int part = distance(text, word.substring(from, i));
                if (part <= mostChanges) {
                    best = Math.min(best, 1 + part);
                }
                from = i + 1;
            }
        }
        return best;
    }

    /** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
    public static int distance(String from, String to) {
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
