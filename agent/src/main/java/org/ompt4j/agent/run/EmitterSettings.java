package org.ompt4j.agent.run;

import java.util.Locale;
import org.ompt4j.agent.config.ConfigKey;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.NameList;
import org.ompt4j.emitter.Settings;
import org.ompt4j.ompt.Event;
import org.ompt4j.text.Quantity;

/** What of the configuration the hooks need. */
public final class EmitterSettings {

    private EmitterSettings() {}

    public static Settings.Choice of(Configuration configuration) {
        return new Settings.Choice(
                Settings.Profile.valueOf(constantName(configuration.text(ConfigKey.PROFILE))),
                Settings.MutexDetail.valueOf(constantName(configuration.text(ConfigKey.MUTEX_DETAIL))),
                Quantity.nanos(configuration.text(ConfigKey.MIN_WAIT)),
                eventMask(configuration));
    }

    private static String constantName(String word) {
        return word.toUpperCase(Locale.ROOT);
    }

    /** The profile {@code states} raises no event, for whatever tool. */
    private static long eventMask(Configuration configuration) {
        if (configuration.text(ConfigKey.PROFILE).equals("states")) {
            return 0;
        }
        NameList type = (NameList) ConfigKey.EVENTS.type();
        long mask = 0;
        for (String name : type.select(configuration.text(ConfigKey.EVENTS))) {
            mask |= Event.valueOf(constantName(name)).bit();
        }
        return mask;
    }
}
