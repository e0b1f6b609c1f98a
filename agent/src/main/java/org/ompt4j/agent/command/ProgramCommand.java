package org.ompt4j.agent.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.JavaCommand;

/** A command line that is to run under the agent. */
final class ProgramCommand {
    static final String VARIABLE = "JAVA_TOOL_OPTIONS";

    /** The variables from which a JVM takes options; the second one is read by the launcher only. */
    private static final List<String> VARIABLES = List.of(VARIABLE, "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String AGENT = "-javaagent:";

    private final List<String> words;

    /** @param words what the user wants to run, at least one word */
    ProgramCommand(List<String> words) {
        this.words = isForJava(words.get(0)) ? withOwnJava(words) : new ArrayList<>(words);
    }

    /** Whether {@code java} was omitted: the first word is an option, a jar, a source file or a class, and no file or command has this name. */
    private static boolean isForJava(String word) {
        return word.startsWith("-")
                || word.endsWith(".java")
                || word.matches("([\\p{L}\\d_$]+[./])*\\p{Lu}[\\p{L}\\d_$]*") && !isFile(word);
    }

    private static boolean isFile(String word) {
        if (Files.isExecutable(Path.of(word))) {
            return word.indexOf(File.separatorChar) >= 0;
        }
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            try {
                if (Files.isExecutable(Path.of(directory, word))) {
                    return true;
                }
            } catch (InvalidPathException noDirectory) {
                // The shell would find nothing there either.
            }
        }
        return false;
    }

    private static List<String> withOwnJava(List<String> arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(arguments);
        return words;
    }

    /** Whether the first word is the launcher of a JVM, whose options follow. */
    boolean isJava() {
        Path file = Path.of(words.get(0)).getFileName();
        String name = file == null ? "" : file.toString().toLowerCase(Locale.ROOT);
        return List.of("java", "java.exe", "javaw", "javaw.exe").contains(name);
    }

    /** The system properties that the options of the JVM set; none if this is not the command line of a JVM. */
    Properties properties() {
        Properties properties = new Properties();
        for (String each : isJava() ? new JavaCommand(words).options() : List.<String>of()) {
            if (each.startsWith("-D")) {
                String[] parts = each.substring(2).split("=", 2);
                properties.setProperty(parts[0], parts.length > 1 ? parts[1] : "");
            }
        }
        return properties;
    }

    /** Where the agent is named already: "the command", or the name of a variable; null if it is named nowhere. */
    @Nullable
    String givesAgent(String jar, Map<String, String> environment) {
        String name = new File(jar).getName();
        if (isJava() && new JavaCommand(words).options().stream().anyMatch(each -> names(each, name))) {
            return "the command";
        }
        return VARIABLES.stream()
                .filter(each -> environment.getOrDefault(each, "").contains(name))
                .findFirst()
                .orElse(null);
    }

    private static boolean names(String option, String jar) {
        return option.startsWith(AGENT)
                && new File(option.substring(AGENT.length()).replaceFirst("=.*", ""))
                        .getName()
                        .equals(jar);
    }

    /** The command with one more option of the JVM, before all others. */
    ProcessBuilder withAgent(String option) {
        List<String> all = new ArrayList<>(words);
        all.add(1, option);
        return new ProcessBuilder(all);
    }

    /** The command with one more option for every JVM that it starts. */
    ProcessBuilder withVariable(String option) {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().merge(VARIABLE, quoted(option), (before, more) -> before + " " + more);
        return builder;
    }

    /** Splits the value as the JVM does: words end at blanks that are not in single or double quotes; there are no escapes. */
    static String quoted(String option) {
        return option.matches("[^\\s\"']*") ? option : '"' + option.replace("\"", "\"'\"'\"") + '"';
    }
}
