package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Glob;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.defined.Definition;
import org.ompt4j.mappings.defined.NameMatch;
import org.ompt4j.ompt.DefinedConstruct;
import org.ompt4j.ompt.RunSettings;

/** The constructs that the setting {@code define} declares. */
final class UserDefinitions {

    private UserDefinitions() {}

    static List<Definition> of(RunSettings settings) {
        List<Definition> definitions = new ArrayList<>();
        for (RunSettings.Definition each : settings.definitions()) {
            String text = ConfigKey.DEFINE.key() + "=" + each.kind().id() + ":" + each.methods();
            if (each.kind() == DefinedConstruct.LOCK) {
                addLock(each.methods(), text, definitions);
            } else {
                DefinedKind kind = DefinedKind.valueOf(each.kind().name());
                definitions.add(definition(kind, each.methods(), methodOf(each.methods()), text));
            }
        }
        return definitions;
    }

    private static void addLock(String methods, String text, List<Definition> to) {
        int slash = methods.indexOf('/');
        String acquire = methods.substring(0, slash);
        to.add(definition(DefinedKind.LOCK, acquire, methodOf(acquire), text));
        to.add(definition(DefinedKind.UNLOCK, acquire, methods.substring(slash + 1), text));
    }

    private static String methodOf(String definition) {
        return definition.substring(definition.lastIndexOf('.') + 1);
    }

    private static Definition definition(DefinedKind kind, String member, String method, String text) {
        String className = member.substring(0, member.lastIndexOf('.'));
        return new Definition(kind, new GlobMatch(className), new GlobMatch(method), text);
    }

    private static final class GlobMatch implements NameMatch {
        private final String pattern;
        private final Glob glob;

        GlobMatch(String pattern) {
            this.pattern = pattern;
            this.glob = new Glob(pattern);
        }

        @Override
        public boolean matches(String name) {
            return glob.matches(name);
        }

        @Override
        public @Nullable String onlyName() {
            return pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0 ? pattern : null;
        }
    }
}
