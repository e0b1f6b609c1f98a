package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.DefinedConstruct;

/** Keys of earlier versions, each with what to write instead. */
final class RemovedKeys {

    private static final String DEFINE_PREFIX = "define.";

    private RemovedKeys() {}

    static List<String> all() {
        List<String> keys = new ArrayList<>(List.of("throttle.rate", "throttle.below"));
        for (DefinedConstruct each : DefinedConstruct.values()) {
            keys.add(DEFINE_PREFIX.concat(each.id()));
        }
        return keys;
    }

    /** The text to write in place of the key; null if there was no such key. */
    static @Nullable String instead(String key) {
        if (!all().contains(key)) {
            return null;
        }
        return key.startsWith(DEFINE_PREFIX)
                ? "define=" + key.substring(DEFINE_PREFIX.length()) + ":..."
                : "throttle=RATE/DURATION, such as throttle=10000/10us, or throttle=off";
    }
}
