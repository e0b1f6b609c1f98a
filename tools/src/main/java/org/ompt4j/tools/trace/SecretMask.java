package org.ompt4j.tools.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Masks whatever looks like a secret in a command line, by its name and by its form, before the command line is stored. In doubt a value is
 * masked: {@code -p 8080} may be a password.
 */
final class SecretMask {
    private static final String MASK = SecretText.MASK;

    /** Options that begin like {@code -pPASSWORD} but have no password. */
    private static final Set<String> OPTIONS_WITH_P = Set.of("""
            package packages page parallel param parameter parameters params parent partition partitions patch \
            path pattern period permgen pid ping pipe plain plan platform plugin plugins policy poll pom pool \
            port ports pr precision prefix preset pretty preview print priority private proc process processor \
            processors processorpath prod producer profile profiler profiles progress project projects prompt \
            properties property props protected protocol provider proxy public publish pull push""".split(" "));

    /** Options whose next argument is {@code user:password}. */
    private static final Set<String> USER_OPTIONS = Set.of("-u", "-U", "--user", "--proxy-user", "--login");

    /** Options of the launcher whose value is the next argument; with them, {@code -p} is a module path. */
    private static final Set<String> LAUNCHER_OPTIONS_WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--enable-native-access",
            "--limit-modules",
            "--source");

    private final List<String> masked = new ArrayList<>();
    private boolean nextIsSecret;
    private boolean nextIsUser;

    private SecretMask() {}

    /** The arguments with secrets replaced: {@code -Dx.password=s}, {@code --token s}, {@code user:s@host}, {@code ?secret=s}. */
    static List<String> mask(List<String> commandLine) {
        SecretMask mask = new SecretMask();
        int program = endOfLauncherOptions(commandLine);
        for (int i = 0; i < commandLine.size(); i++) {
            mask.add(commandLine.get(i), i < program);
        }
        return mask.masked;
    }

    /** One argument or value with the secrets in it replaced. */
    static String maskValue(String value) {
        String text = SecretText.mask(value);
        return text.indexOf(' ') < 0 ? text : maskWords(text);
    }

    /** Index of the main class, jar or module, from where on arguments are the program's. */
    private static int endOfLauncherOptions(List<String> commandLine) {
        int at = 1;
        while (at < commandLine.size()
                && (commandLine.get(at).startsWith("-") || commandLine.get(at).startsWith("@"))) {
            at += LAUNCHER_OPTIONS_WITH_VALUE.contains(commandLine.get(at)) ? 2 : 1;
        }
        return at;
    }

    private void add(String argument, boolean ofLauncher) {
        if (nextIsSecret && SecretNames.SCHEMES.contains(argument.toLowerCase(Locale.ROOT))) {
            // The next argument is the secret.
            masked.add(argument);
            return;
        }
        if (nextIsSecret && !argument.startsWith("-") && !argument.isEmpty()) {
            masked.add(MASK);
            nextIsSecret = false;
            return;
        }
        masked.add(nextIsUser ? maskAfterColon(argument) : maskArgument(argument, ofLauncher));
        nextIsSecret = announcesSecret(argument, ofLauncher);
        nextIsUser = USER_OPTIONS.contains(argument);
    }

    private static String maskArgument(String argument, boolean ofLauncher) {
        return !ofLauncher && isPasswordInOption(argument) ? "-p" + MASK : maskValue(argument);
    }

    /** Whether the argument has the form {@code -pPASSWORD}, as for database clients. */
    private static boolean isPasswordInOption(String argument) {
        if (!argument.startsWith("-p") || argument.length() == 2) {
            return false;
        }
        int end = 2;
        while (end < argument.length() && Character.isLetter(argument.charAt(end))) {
            end++;
        }
        boolean isWord = end == argument.length() || "=:-._".indexOf(argument.charAt(end)) >= 0;
        String option = argument.substring(1, end);
        return !(isWord && OPTIONS_WITH_P.contains(option.toLowerCase(Locale.ROOT))) && !SecretNames.isSecret(option);
    }

    private static boolean announcesSecret(String argument, boolean ofLauncher) {
        if (argument.equals("-p")) {
            return !ofLauncher;
        }
        if (argument.endsWith(":") || argument.endsWith("=")) {
            return SecretNames.isSecret(argument);
        }
        boolean isScheme = argument.equalsIgnoreCase("bearer");
        return isScheme || argument.startsWith("-") && argument.indexOf('=') < 0 && SecretNames.isSecret(argument);
    }

    private static String maskAfterColon(String user) {
        int colon = user.indexOf(':');
        return colon < 0 ? user : user.substring(0, colon + 1) + MASK;
    }

    /** Masks a command line inside one argument: {@code sh -c "client --password x"}. */
    private static String maskWords(String text) {
        SecretMask words = new SecretMask();
        StringBuilder result = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int begin = at;
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            result.append(text, begin, at);
            int end = endOfWord(text, at);
            if (end > at) {
                words.addWord(text.substring(at, end));
                result.append(words.masked.get(words.masked.size() - 1));
            }
            at = end;
        }
        return result.toString();
    }

    /** Like {@link #add}, but without the steps that were already applied to the whole text. */
    private void addWord(String word) {
        boolean isOption = word.startsWith("-");
        if (nextIsSecret || nextIsUser || isOption) {
            add(word, false);
        } else {
            masked.add(isQuoted(word) ? maskQuoted(word) : word);
        }
    }

    private static boolean isQuoted(String word) {
        return word.length() > 2
                && (word.charAt(0) == '"' || word.charAt(0) == '\'')
                && word.charAt(0) == word.charAt(word.length() - 1);
    }

    private static String maskQuoted(String word) {
        int last = word.length() - 1;
        return word.charAt(0) + maskWords(word.substring(1, last)) + word.charAt(last);
    }

    private static int endOfWord(String text, int begin) {
        boolean quoted = begin < text.length() && (text.charAt(begin) == '"' || text.charAt(begin) == '\'');
        int end = text.indexOf(quoted ? text.charAt(begin) : ' ', begin + 1);
        if (end < 0 || begin == text.length()) {
            return text.length();
        }
        return quoted ? end + 1 : end;
    }
}
