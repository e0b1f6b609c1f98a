package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.Glob;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.defined.Definition;
import org.ompt4j.mappings.defined.NameMatch;
import org.ompt4j.text.Lists;

/** The constructs that {@code define.*} settings declare. */
final class UserDefinitions {

    private UserDefinitions() {}

    static List<Definition> of(Configuration configuration) {
        List<Definition> definitions = new ArrayList<>();
        addLocks(configuration, definitions);
        add(configuration, ConfigKey.DEFINE_BARRIER, DefinedKind.BARRIER, definitions);
        add(configuration, ConfigKey.DEFINE_TASK, DefinedKind.TASK, definitions);
        add(configuration, ConfigKey.DEFINE_PARALLEL, DefinedKind.PARALLEL, definitions);
        add(configuration, ConfigKey.DEFINE_MASKED, DefinedKind.MASKED, definitions);
        add(configuration, ConfigKey.DEFINE_SECTIONS, DefinedKind.SECTIONS, definitions);
        add(configuration, ConfigKey.DEFINE_TASKGROUP, DefinedKind.TASKGROUP, definitions);
        add(configuration, ConfigKey.DEFINE_TASKWAIT, DefinedKind.TASKWAIT, definitions);
        add(configuration, ConfigKey.DEFINE_ORDERED, DefinedKind.ORDERED, definitions);
        add(configuration, ConfigKey.DEFINE_REDUCTION, DefinedKind.REDUCTION, definitions);
        return definitions;
    }

    private static void add(Configuration from, ConfigKey key, DefinedKind kind, List<Definition> to) {
        for (String text : Lists.split(from.text(key))) {
            to.add(definition(kind, text, methodOf(text), key, text));
        }
    }

    private static void addLocks(Configuration from, List<Definition> to) {
        ConfigKey key = ConfigKey.DEFINE_LOCK;
        for (String text : Lists.split(from.text(key))) {
            int slash = text.indexOf('/');
            String acquire = text.substring(0, slash);
            to.add(definition(DefinedKind.LOCK, acquire, methodOf(acquire), key, text));
            to.add(definition(DefinedKind.UNLOCK, acquire, text.substring(slash + 1), key, text));
        }
    }

    private static String methodOf(String definition) {
        return definition.substring(definition.lastIndexOf('.') + 1);
    }

    private static Definition definition(DefinedKind kind, String member, String method, ConfigKey key, String text) {
        String className = member.substring(0, member.lastIndexOf('.'));
        return new Definition(kind, new GlobMatch(className), new GlobMatch(method), key.key() + "=" + text);
    }

    private static final class GlobMatch implements NameMatch {
        private final Glob glob;

        GlobMatch(String pattern) {
            this.glob = new Glob(pattern);
        }

        @Override
        public boolean matches(String name) {
            return glob.matches(name);
        }
    }
}
