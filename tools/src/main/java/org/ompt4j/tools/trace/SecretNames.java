package org.ompt4j.tools.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decides which names of options, properties and parameters name a secret. Capitals and non-alphanumeric characters separate a name's
 * words.
 */
final class SecretNames {
    /** Parts that mark a secret anywhere in a name, also inside a word: {@code dbpassword}, {@code clientSecretFile}. */
    private static final String[] ANYWHERE = {
        "password",
        "passwd",
        "passphrase",
        "passcode",
        "secret",
        "credential",
        "apikey",
        "accesskey",
        "privatekey",
        "authorization"
    };

    /**
     * Words that mark a secret as the last word: {@code db.pass}, {@code private_key}, but neither {@code keyboard} nor {@code key.size}.
     */
    private static final Set<String> LAST_WORDS = Set.of(
            "pass",
            "pwd",
            "pw",
            "auth",
            "token",
            "tokens",
            "key",
            "keys",
            "cookie",
            "cookies",
            "pin",
            "sig",
            "signature",
            "jwt",
            "otp",
            "bearer",
            "cred",
            "creds",
            "sessionid",
            "sid");

    /** Endings of last words that mark a secret: {@code authtoken}, {@code dbpwd}. */
    private static final String[] LAST_ENDINGS = {"token", "pwd", "cookie"};

    /** Last words that are ignored, so that the word before them decides. */
    private static final Set<String> FILLERS =
            Set.of("value", "text", "data", "header", "hash", "code", "string", "plain", "raw");

    private static final Set<String> HEADERS = Set.of("authorization", "cookie");

    /** Words before a secret, as in the header {@code Authorization: Bearer x}. */
    static final List<String> SCHEMES = List.of("bearer", "basic", "digest", "negotiate", "token");

    private SecretNames() {}

    /** Whether this name, perhaps with dashes or {@code -D} before it, names a secret. */
    static boolean isSecret(String name) {
        String bare = withoutOptionPrefix(name);
        List<String> words = words(bare);
        String joined = String.join("", words);
        for (String each : ANYWHERE) {
            if (joined.contains(each)) {
                return true;
            }
        }
        int last = words.size() - 1;
        while (last > 0 && isFiller(words.get(last))) {
            last--;
        }
        return last >= 0 && isLastWord(words.get(last));
    }

    /** Whether this is the name of a header whose value extends to the end of the line. */
    static boolean isHeader(String name) {
        List<String> words = words(name);
        return !words.isEmpty() && HEADERS.contains(words.get(words.size() - 1));
    }

    private static boolean isLastWord(String word) {
        for (String each : LAST_ENDINGS) {
            if (word.endsWith(each)) {
                return true;
            }
        }
        return LAST_WORDS.contains(word);
    }

    private static boolean isFiller(String word) {
        return FILLERS.contains(word) || Character.isDigit(word.charAt(0));
    }

    /** The name without dashes and without the prefix in {@code -Dx}, {@code -Px}, {@code -Sx} and {@code -Jx}. */
    private static String withoutOptionPrefix(String name) {
        boolean sets = name.length() > 2 && name.charAt(0) == '-' && "DPSJ".indexOf(name.charAt(1)) >= 0;
        return sets ? name.substring(2) : name;
    }

    private static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= name.length(); i++) {
            boolean ends = i == name.length() || !Character.isLetterOrDigit(name.charAt(i)) || beginsWord(name, i);
            if (ends && i > begin) {
                words.add(name.substring(begin, i).toLowerCase(Locale.ROOT));
            }
            if (ends) {
                begin = i < name.length() && Character.isLetterOrDigit(name.charAt(i)) ? i : i + 1;
            }
        }
        return words;
    }

    /** Whether a word begins at this index: in {@code apiKey}, {@code APIKey} and {@code key2}, at the capital K and at the digit. */
    private static boolean beginsWord(String name, int at) {
        if (at == 0) {
            return false;
        }
        char before = name.charAt(at - 1);
        char c = name.charAt(at);
        if (Character.isDigit(c)) {
            return Character.isLetter(before);
        }
        if (!Character.isUpperCase(c)) {
            return false;
        }
        boolean beforeLower = at + 1 < name.length() && Character.isLowerCase(name.charAt(at + 1));
        return Character.isLowerCase(before)
                || Character.isDigit(before)
                || Character.isUpperCase(before) && beforeLower;
    }
}
