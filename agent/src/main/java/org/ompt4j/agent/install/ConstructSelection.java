package org.ompt4j.agent.install;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;
import org.ompt4j.mappings.rewrite.ProgramScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.UnobservedUse.Reason;

/** The constructs that the settings select. Thread safety: immutable. */
public final class ConstructSelection implements ProgramScan.Observed {

    private final RunSettings settings;

    ConstructSelection(RunSettings settings) {
        this.settings = settings;
    }

    public boolean observes(Construct construct) {
        return settings.observes(construct);
    }

    @Override
    public @Nullable Reason whyNot(Construct construct) {
        if (observes(construct)) {
            return null;
        }
        return settings.selects(construct) ? Reason.NOT_MAPPED : Reason.SWITCHED_OFF;
    }

    /** The mappings to install. */
    List<ConstructMapping> mappings() {
        List<ConstructMapping> chosen = new ArrayList<>();
        for (ConstructMapping each : Mappings.all()) {
            if (observes(each.construct())) {
                chosen.add(each);
            }
        }
        return chosen;
    }
}
