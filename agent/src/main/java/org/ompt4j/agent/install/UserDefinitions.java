package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.defined.ConstructDefinition;
import org.ompt4j.mappings.defined.Definition;
import org.ompt4j.mappings.defined.PoolDefinition;
import org.ompt4j.mappings.defined.PoolDefinition.Part;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.ompt.RunSettings;

/** The constructs that the setting {@code define} declares. */
final class UserDefinitions {

    private UserDefinitions() {}

    static List<Definition> of(RunSettings settings) {
        List<Definition> definitions = new ArrayList<>();
        for (RunSettings.Definition each : settings.definitions()) {
            String text = ConfigKey.DEFINE.key() + "=" + each.kind().id() + ":" + each.methods();
            int slash = each.methods().indexOf('/');
            String first = slash < 0 ? each.methods() : each.methods().substring(0, slash);
            String second = slash < 0 ? "" : each.methods().substring(slash + 1);
            Glob classes = new Glob(first.substring(0, first.lastIndexOf('.')));
            Glob method = new Glob(first.substring(first.lastIndexOf('.') + 1));
            switch (each.kind()) {
                case LOCK -> {
                    definitions.add(new ConstructDefinition(DefinedKind.LOCK, classes, method, text));
                    definitions.add(new ConstructDefinition(DefinedKind.UNLOCK, classes, new Glob(second), text));
                }
                case SUBMIT -> {
                    String passedOver = second.isEmpty() ? "" : second.substring(0, second.length() - 1);
                    definitions.add(new PoolDefinition(Part.SUBMIT, classes, method, passedOver, text));
                }
                case RUN -> {
                    if (second.isEmpty()) {
                        definitions.add(new PoolDefinition(Part.RUN, classes, method, "", text));
                    } else {
                        definitions.add(new PoolDefinition(Part.BEFORE, classes, method, "", text));
                        definitions.add(new PoolDefinition(Part.AFTER, classes, new Glob(second), "", text));
                    }
                }
                case WORKER -> definitions.add(new PoolDefinition(Part.WORKER, classes, method, "", text));
                case IDLE -> definitions.add(new PoolDefinition(Part.IDLE, classes, method, "", text));
                default ->
                    definitions.add(new ConstructDefinition(
                            DefinedKind.valueOf(each.kind().name()), classes, method, text));
            }
        }
        return definitions;
    }
}
