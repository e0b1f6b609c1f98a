package org.ompt4j.tools.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A command line of a JVM: its options, then the program. */
public final class JavaCommand {
    /** Options of {@code java} whose value is the next word. */
    private static final Set<String> BEFORE_VALUES = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--patch-module",
            "--enable-native-access",
            "--source");

    private static final List<String> MODULE = List.of("-m", "--module");
    private static final String JAR = "-jar";
    private static final int SHOWN = 60;

    private final List<String> options = new ArrayList<>();
    private final List<String> program;

    /** @param words {@code java} and what follows */
    public JavaCommand(List<String> words) {
        int i = 1;
        for (; i < words.size() && !isProgram(words.get(i)); i++) {
            String option = words.get(i);
            options.add(option);
            i += BEFORE_VALUES.contains(option) ? 1 : 0;
        }
        program = words.subList(Math.min(i, words.size()), words.size());
    }

    /** Whether this word begins the program: the words after it are the program's own. */
    private static boolean isProgram(String word) {
        return !word.startsWith("-") && !word.startsWith("@") || word.equals(JAR) || MODULE.contains(word);
    }

    /** The JVM's options, without values that are words of their own. */
    public List<String> options() {
        return options;
    }

    /**
     * The main class without its package, or the file without its directory, with as many arguments as fit; empty if the program is not
     * known.
     */
    public String shortly() {
        if (program.isEmpty()) {
            return "";
        }
        boolean isNamed = program.get(0).startsWith("-");
        List<String> words = new ArrayList<>(program.subList(isNamed ? 1 : 0, program.size()));
        if (words.isEmpty()) {
            return "";
        }
        words.set(0, shortly(words.get(0), program.get(0)));
        String all = String.join(" ", words);
        return all.length() <= SHOWN ? all : all.substring(0, SHOWN - 2) + "..";
    }

    private static String shortly(String name, String option) {
        String file = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        boolean isFile = option.equals(JAR) || file.endsWith(".java");
        return isFile ? file : file.substring(file.lastIndexOf('.') + 1);
    }
}
