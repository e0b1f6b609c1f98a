package org.ompt4j.tools.trace;

import org.jspecify.annotations.Nullable;

/**
 * Masks secrets inside one text: values that are assigned to a secret's name, passwords in URLs, and texts that have the form of a secret. Names
 * and separators can be those of options, URLs, connection strings, JSON, YAML, XML and headers, with any quotes around them.
 */
final class SecretText {
    static final String MASK = "***";

    /** Prefixes of the tokens of well-known services; at least {@link #LEAST_TOKEN} characters follow. */
    private static final String[] TOKEN_BEGINNINGS = {
        "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "eyJ", "AKIA", "sk_live_", "sk-"
    };

    private static final int LEAST_TOKEN = 12;
    private static final String PRIVATE_KEY = "-----BEGIN";

    private final String text;
    private final StringBuilder masked = new StringBuilder();
    /** The text up to this index has been copied to {@link #masked}, unchanged or masked. */
    private int done;

    private SecretText(String text) {
        this.text = text;
    }

    static String mask(String text) {
        if (isShortWord(text)) {
            return text;
        }
        String assignments = new SecretText(text).maskAssignments();
        String schemes = new SecretText(assignments).maskSchemes();
        String urls = new SecretText(schemes).maskUrls();
        return new SecretText(urls).maskTokens();
    }

    /**
     * Whether a text is too short for a token and contains no assignment, scheme or URL. Most values of a configuration are. To search them all
     * would take much of the agent's start, when no code is compiled yet.
     */
    private static boolean isShortWord(String text) {
        return text.length() <= LEAST_TOKEN
                && text.indexOf('=') < 0
                && text.indexOf(':') < 0
                && text.indexOf('>') < 0
                && text.indexOf('%') < 0
                && text.indexOf(' ') < 0;
    }

    /** Copies the text before a secret, and the mask instead of the secret. */
    private void replace(int from, int to) {
        if (from >= done && to > from) {
            masked.append(text, done, from).append(MASK);
            done = to;
        }
    }

    private String result() {
        return done == 0 ? text : masked.append(text, done, text.length()).toString();
    }

    // ---------------------------------------------------------------- name = value

    private String maskAssignments() {
        for (int at = 0; at < text.length(); at++) {
            int length = operatorLength(at);
            if (length > 0 && at >= done) {
                maskAssigned(at, length);
            }
        }
        return result();
    }

    /** The length of {@code =}, {@code :}, an equals sign as escaped in URLs, or the end of an XML tag; 0 for anything else. */
    private int operatorLength(int at) {
        char c = text.charAt(at);
        if (c == '=' || c == '>' || c == ':') {
            return 1;
        }
        return c == '%' && text.regionMatches(true, at, "%3d", 0, 3) ? 3 : 0;
    }

    private void maskAssigned(int at, int operatorLength) {
        int nameEnd = backOverQuote(backOverBlanks(at));
        int nameBegin = nameEnd;
        while (nameBegin > 0 && isOfName(text.charAt(nameBegin - 1)) && !isPercentEscape(nameBegin - 1)) {
            nameBegin--;
        }
        String name = text.substring(nameBegin, nameEnd);
        char operator = text.charAt(at);
        if (!SecretNames.isSecret(name) || operator != '=' && !isName(nameBegin, name, operator)) {
            return;
        }
        int begin = forwardOverBlanks(at + operatorLength);
        int quote = quoteLength(begin);
        if (quote > 0) {
            replace(begin + quote, endOfQuoted(begin, quote));
        } else if (nameBegin == 0) {
            replace(begin, text.length());
        } else {
            replace(begin, endOfValue(begin, name, operator, text.charAt(nameBegin - 1)));
        }
    }

    /** Whether this is a name before an operator. A colon also occurs in paths and URLs, and an angle bracket in conditions. */
    private boolean isName(int begin, String name, char operator) {
        char before = begin == 0 ? ' ' : text.charAt(begin - 1);
        if (operator == '>') {
            return before == '<';
        }
        return before != '/' && before != '\\' && !name.endsWith(".jar");
    }

    private static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.' || c == '$';
    }

    /** Whether an escape of a URL ends here: in {@code %3Ftoken%3Dx} the name begins after the escape. */
    private boolean isPercentEscape(int at) {
        return at >= 2 && text.charAt(at - 2) == '%' && isHex(text.charAt(at - 1)) && isHex(text.charAt(at));
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0;
    }

    private int backOverBlanks(int end) {
        int at = end;
        while (at > 0 && isBlank(text.charAt(at - 1))) {
            at--;
        }
        return at;
    }

    /** The index before a quote and the backslashes that precede it. */
    private int backOverQuote(int end) {
        if (end == 0 || !isQuote(text.charAt(end - 1))) {
            return end;
        }
        int at = end - 1;
        while (at > 0 && text.charAt(at - 1) == '\\') {
            at--;
        }
        return at;
    }

    private int forwardOverBlanks(int begin) {
        int at = begin;
        while (at < text.length() && isBlank(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** The length of the quote at this index, including the backslashes before it; 0 if there is none. */
    private int quoteLength(int begin) {
        int at = begin;
        while (at < text.length() && text.charAt(at) == '\\') {
            at++;
        }
        return at < text.length() && isQuote(text.charAt(at)) ? at + 1 - begin : 0;
    }

    /** The end of a quoted value. A quote with as many backslashes ends the value; one with more backslashes is part of it. */
    private int endOfQuoted(int begin, int quoteLength) {
        char quote = text.charAt(begin + quoteLength - 1);
        int backslashes = 0;
        for (int at = begin + quoteLength; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote && backslashes < quoteLength) {
                return at - backslashes;
            }
            backslashes = c == '\\' ? backslashes + 1 : 0;
        }
        return text.length();
    }

    /** The end of an unquoted value. The separator before the assignment also separates it from the next one. */
    private int endOfValue(int begin, String name, char operator, char before) {
        String ends;
        if (operator == '>') {
            ends = "<";
        } else if (operator == ':' && SecretNames.isHeader(name)) {
            ends = "\"'\n";
        } else if (before == '?' || before == '&') {
            ends = "&# \"'\n";
        } else if (before == ';') {
            ends = ";\"'\n";
        } else {
            ends = "&;,})]% \t\"'\n";
        }
        int end = begin;
        while (end < text.length() && ends.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isQuote(char c) {
        return c == '"' || c == '\'' || c == '`';
    }

    // ---------------------------------------------------------------- Bearer x

    private String maskSchemes() {
        for (int blank = text.indexOf(' '); blank >= 0; blank = text.indexOf(' ', blank + 1)) {
            String scheme = schemeBefore(blank);
            if (scheme != null) {
                maskAfter(scheme, blank);
            }
        }
        return result();
    }

    private void maskAfter(String scheme, int blank) {
        int begin = forwardOverBlanks(blank);
        int end = endOfWord(begin);
        if (scheme.equals("bearer") || looksEncoded(begin, end)) {
            replace(begin, end);
        }
    }

    private @Nullable String schemeBefore(int end) {
        for (String scheme : SecretNames.SCHEMES) {
            int begin = end - scheme.length();
            if (text.regionMatches(true, begin, scheme, 0, scheme.length()) && isWordBegin(begin)) {
                return scheme;
            }
        }
        return null;
    }

    /** Whether this is neither a word of a sentence, such as "basic usage", nor an option, as in "--basic --password x". */
    private boolean looksEncoded(int begin, int end) {
        boolean plain = true;
        for (int i = begin; i < end; i++) {
            plain &= Character.isLowerCase(text.charAt(i));
        }
        return end - begin >= 4 && !plain && text.charAt(begin) != '-';
    }

    private boolean isWordBegin(int at) {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }

    private int endOfWord(int begin) {
        int end = begin;
        while (end < text.length() && " \t\"'`,;&\n<>\\".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    // ---------------------------------------------------------------- user:password@host

    private String maskUrls() {
        for (int at = text.indexOf("//"); at >= 0; at = text.indexOf("//", at + 2)) {
            maskUserInfo(at + 2);
        }
        int jdbc = text.indexOf("jdbc:");
        if (jdbc >= 0 && done == 0) {
            maskUserSlashPassword(jdbc);
        }
        return result();
    }

    private void maskUserInfo(int begin) {
        int end = begin;
        while (end < text.length() && "/?# \t\"'<>\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        int colon = text.indexOf(':', begin);
        int host = text.lastIndexOf('@', end - 1);
        if (colon >= 0 && colon < host) {
            replace(colon + 1, host);
        }
    }

    /** Masks the password in {@code jdbc:oracle:thin:scott/tiger@host}. */
    private void maskUserSlashPassword(int begin) {
        int slash = text.indexOf('/', begin);
        int host = slash < 0 ? -1 : text.indexOf('@', slash);
        boolean ofUser = slash > begin && Character.isLetterOrDigit(text.charAt(slash - 1));
        if (ofUser && host > slash && text.substring(slash + 1, host).indexOf('/') < 0) {
            replace(slash + 1, host);
        }
    }

    // ---------------------------------------------------------------- secrets by their form

    private String maskTokens() {
        int key = text.indexOf(PRIVATE_KEY);
        if (key >= 0 && text.indexOf("PRIVATE KEY", key) >= 0) {
            replace(key, text.length());
            return result();
        }
        if (!hasTokenBeginning()) {
            return result();
        }
        for (int at = 0; at < text.length(); at++) {
            if (at >= done && isWordBegin(at) && beginsToken(at)) {
                replace(at, endOfToken(at));
            }
        }
        return result();
    }

    private boolean hasTokenBeginning() {
        for (String each : TOKEN_BEGINNINGS) {
            if (text.contains(each)) {
                return true;
            }
        }
        return false;
    }

    private boolean beginsToken(int at) {
        for (String each : TOKEN_BEGINNINGS) {
            if (text.startsWith(each, at) && endOfToken(at) - at - each.length() >= LEAST_TOKEN) {
                return true;
            }
        }
        return false;
    }

    private int endOfToken(int begin) {
        int end = begin;
        while (end < text.length() && isOfName(text.charAt(end))) {
            end++;
        }
        return end;
    }
}
