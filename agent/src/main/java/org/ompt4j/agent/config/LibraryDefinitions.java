package org.ompt4j.agent.config;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.tool.ProgramFiles;
import org.ompt4j.text.Lists;
import org.ompt4j.text.OneLine;

/**
 * The constructs that libraries on the class path define, each library in a file of its jar. The file is read as text; no class of a library is
 * loaded. An error in such a file never ends the program, since its user has not written the file: the wrong definition is left out.
 */
final class LibraryDefinitions {
    /** The path of the file in the jar. */
    static final String NAME = "META-INF/ompt4j/define.properties";

    private LibraryDefinitions() {}

    /**
     * Reads the definitions.
     *
     * @return each once, without blanks
     */
    static Set<String> of(ClassLoader loader, Problems problems) {
        Set<String> definitions = new LinkedHashSet<>();
        for (Setting each : settings(loader, problems)) {
            String problem = problemOf(each);
            if (problem == null) {
                for (String definition : Lists.split(each.text())) {
                    definitions.add(withoutBlanks(definition));
                }
            } else {
                problems.add(each.source() + ": " + problem + "; it is left out");
            }
        }
        return definitions;
    }

    private static List<Setting> settings(ClassLoader loader, Problems problems) {
        List<Setting> settings = new ArrayList<>();
        if (!ProgramFiles.has(loader, NAME)) {
            return settings;
        }
        try {
            Enumeration<URL> files = loader.getResources(NAME);
            while (files.hasMoreElements()) {
                settings.addAll(ConfigFile.read(files.nextElement(), problems));
            }
        } catch (IOException | RuntimeException failed) {
            problems.add(NAME + " of libraries cannot be looked for (" + OneLine.of(failed) + ")");
        }
        return settings;
    }

    private static @Nullable String problemOf(Setting setting) {
        if (!setting.key().equals(ConfigKey.DEFINE.key())) {
            return "\"" + setting.key() + "\": a library can only " + ConfigKey.DEFINE.key();
        }
        String problem = ConfigKey.DEFINE.type().problem(setting.text());
        for (String each : Lists.split(setting.text())) {
            if (problem == null && ShippedDefinitions.NAMES.contains(each)) {
                problem = "\"" + each + "\" can only be set by the user";
            }
        }
        return problem == null ? null : setting.key() + ": " + problem;
    }

    private static String withoutBlanks(String definition) {
        int colon = definition.indexOf(':');
        return definition.substring(0, colon).strip() + ":"
                + definition.substring(colon + 1).strip();
    }
}
