package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.defined.Definition;
import org.ompt4j.mappings.rewrite.Glob;
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
        return new Definition(kind, new Glob(className), new Glob(method), text);
    }
}
