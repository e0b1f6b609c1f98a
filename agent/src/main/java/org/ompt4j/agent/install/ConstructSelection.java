package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.NameList;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;
import org.ompt4j.mappings.rewrite.ProgramScan;
import org.ompt4j.ompt.Construct;

/** The constructs that the configuration selects. Thread safety: immutable. */
public final class ConstructSelection implements ProgramScan.Observed {

    private final Set<Construct> selected = EnumSet.noneOf(Construct.class);

    ConstructSelection(Configuration configuration) {
        NameList type = (NameList) ConfigKey.CONSTRUCTS.type();
        for (String id : type.select(configuration.text(ConfigKey.CONSTRUCTS))) {
            Construct construct = Construct.byId(id);
            if (construct != null) {
                selected.add(construct);
            }
        }
    }

    @Override
    public boolean observes(Construct construct) {
        return selected.contains(construct);
    }

    /** The mappings to install. Their annotations are read only where there is a choice: that costs premain 15 ms. */
    List<ConstructMapping> mappings() {
        List<ConstructMapping> all = Mappings.all();
        if (selected.size() == Construct.values().length - 1) {
            return all;
        }
        List<ConstructMapping> chosen = new ArrayList<>();
        for (ConstructMapping each : all) {
            if (observes(Mappings.describe(each).construct())) {
                chosen.add(each);
            }
        }
        return chosen;
    }
}
