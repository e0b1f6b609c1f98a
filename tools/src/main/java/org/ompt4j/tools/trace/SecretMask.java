package org.ompt4j.tools.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Hides what looks like a secret in a command line, before it is stored. */
final class SecretMask {
    private static final String MASK = "***";
    private static final String[] WORDS = {
        "password",
        "passwd",
        "passphrase",
        "pwd",
        "secret",
        "token",
        "credential",
        "apikey",
        "api-key",
        "api_key",
        "api.key",
        "accesskey",
        "access-key",
        "access_key",
        "access.key",
        "privatekey",
        "private-key",
        "private_key",
        "private.key",
        "authorization"
    };

    private SecretMask() {}

    /** The arguments with secrets replaced: {@code -Dx.password=s}, {@code --token s}, {@code user:s@host}, {@code ?secret=s}. */
    static List<String> mask(List<String> arguments) {
        List<String> masked = new ArrayList<>();
        boolean nextIsSecret = false;
        for (String argument : arguments) {
            if (nextIsSecret && !argument.startsWith("-")) {
                masked.add(MASK);
                nextIsSecret = false;
            } else {
                masked.add(maskValue(argument));
                nextIsSecret = namesSecretInNextArgument(argument);
            }
        }
        return masked;
    }

    private static boolean namesSecretInNextArgument(String argument) {
        return argument.startsWith("-") && argument.indexOf('=') < 0 && namesSecret(argument);
    }

    private static boolean namesSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        for (String word : WORDS) {
            if (lower.contains(word)) {
                return true;
            }
        }
        return false;
    }

    /** One argument or value with the secrets in it replaced. */
    static String maskValue(String value) {
        return maskUserInfo(maskAssignments(value));
    }

    /** Replaces what follows {@code name=} or {@code name:} up to the next separator, if the name is a secret's. */
    private static String maskAssignments(String value) {
        StringBuilder masked = new StringBuilder();
        int nameBegin = 0;
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at);
            if (assigns(value, nameBegin, at)) {
                int end = nameBegin == 0 ? value.length() : endOfValue(value, at + 1);
                masked.append(value, nameBegin, at + 1).append(MASK);
                nameBegin = end;
                at = end;
            } else {
                if (isSeparator(c) || c == '=') {
                    masked.append(value, nameBegin, at + 1);
                    nameBegin = at + 1;
                }
                at++;
            }
        }
        return masked.append(value, Math.min(nameBegin, value.length()), value.length())
                .toString();
    }

    private static boolean assigns(String value, int nameBegin, int at) {
        char c = value.charAt(at);
        if (c != '=' && c != ':') {
            return false;
        }
        String name = value.substring(nameBegin, at);
        return namesSecret(name) && (c == '=' || name.indexOf('/') < 0);
    }

    private static int endOfValue(String value, int begin) {
        int end = begin;
        while (end < value.length() && !isSeparator(value.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isSeparator(char c) {
        return c == '&' || c == ';' || c == ',' || c == '?' || c == ' ' || c == '\n';
    }

    /** Replaces the password in {@code scheme://user:password@host} and {@code jdbc:...:user/password@host}. */
    private static String maskUserInfo(String value) {
        int begin = value.indexOf("//");
        if (begin >= 0) {
            int slash = value.indexOf('/', begin + 2);
            return maskBetween(value, begin + 2, ':', slash < 0 ? value.length() : slash);
        }
        int jdbc = value.indexOf("jdbc:");
        return jdbc < 0 ? value : maskBetween(value, jdbc, '/', value.length());
    }

    /** Replaces what lies between the first such character and the last {@code @}. */
    private static String maskBetween(String value, int begin, char separator, int end) {
        int from = value.indexOf(separator, begin);
        int to = value.lastIndexOf('@', end - 1);
        return from < 0 || to < from ? value : value.substring(0, from + 1) + MASK + value.substring(to);
    }
}
