package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;
import org.ompt4j.mappings.rewrite.ProgramScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;

/** The constructs that the settings select. Thread safety: immutable. */
public final class ConstructSelection implements ProgramScan.Observed {

    private final RunSettings settings;

    ConstructSelection(RunSettings settings) {
        this.settings = settings;
    }

    @Override
    public boolean observes(Construct construct) {
        return settings.selects(construct);
    }

    /** The mappings to install. Their annotations are read only where there is a choice: that costs premain 15 ms. */
    List<ConstructMapping> mappings() {
        List<ConstructMapping> all = Mappings.all();
        if (settings.constructs().size() == Construct.values().length - 1) {
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
