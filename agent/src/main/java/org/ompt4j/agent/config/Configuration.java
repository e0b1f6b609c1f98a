package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.settings.SettingsText;

/** The settings of a run, each with its source, and what was wrong with what the user gave. Immutable. */
public final class Configuration {

    private static final String AUTO = "auto";

    private final Setting[] values;
    private final RunSettings settings;
    private final Set<String> ofLibraries;
    private final List<String> errors;
    private final List<String> warnings;

    /** @param ofLibraries those of the definitions that libraries give */
    Configuration(
            Setting[] values,
            RunSettings settings,
            Set<String> ofLibraries,
            List<String> errors,
            List<String> warnings) {
        this.values = values.clone();
        this.settings = settings;
        this.ofLibraries = new LinkedHashSet<>(ofLibraries);
        this.errors = new ArrayList<>(errors);
        this.warnings = new ArrayList<>(warnings);
    }

    /** The settings as a run uses them. */
    public RunSettings settings() {
        return settings;
    }

    /** The value in force and where it comes from. */
    public Setting value(ConfigKey key) {
        return values[key.ordinal()];
    }

    /** The value in force; always a valid one. */
    public String text(ConfigKey key) {
        return value(key).text();
    }

    /** Whether the value in force is {@code true}. */
    public boolean isOn(ConfigKey key) {
        return text(key).equals("true");
    }

    /** Whether the user has set a key, in whatever way. */
    public boolean isSet(ConfigKey key) {
        return !value(key).source().startsWith(ConfigurationLoader.DEFAULT_SOURCE);
    }

    /** Whether the JVM is to tell of waits for monitors, where it can. Where every entry is asked for, classes are rewritten: the JVM tells of waits alone. */
    public boolean wantsMonitorLibrary() {
        return settings.nativeMonitors() && notByTheJvm() == null;
    }

    /** The setting because of which the JVM does not tell of monitors whatever {@code native} says; null if there is none. */
    private @Nullable ConfigKey notByTheJvm() {
        if (!settings.selects(Construct.SYNCHRONIZED)) {
            return ConfigKey.CONSTRUCTS;
        }
        if (settings.profile() == RunSettings.Profile.FULL) {
            return ConfigKey.PROFILE;
        }
        return settings.mutexDetail() == RunSettings.MutexDetail.FULL ? ConfigKey.MUTEX_DETAIL : null;
    }

    /** The value that a run has, with its source: {@code auto} as what follows for it from other settings. */
    Setting inForce(ConfigKey key) {
        if (key == ConfigKey.THROTTLE && text(key).equals(AUTO)) {
            return following(key, SettingsText.of(settings.throttle()), ConfigKey.PROFILE);
        }
        if (key == ConfigKey.NATIVE && settings.nativeMonitors()) {
            // The rules of order are held against releases too.
            ConfigKey because = text(ConfigKey.TOOL).equals("conformance") ? ConfigKey.TOOL : notByTheJvm();
            return because == null ? value(key) : following(key, "off", because);
        }
        return value(key);
    }

    private Setting following(ConfigKey key, String text, ConfigKey because) {
        String source = isSet(key)
                ? key.key() + "=" + text(key) + ", " + value(key).source() + ","
                : value(key).source();
        return new Setting(key.key(), text, source + " with " + because.key() + "=" + text(because));
    }

    /** Whether a library gives this definition, such as {@code define=barrier:com.acme.Gate.await}, and the user does not. */
    public boolean isOfLibrary(String definition) {
        String prefix = ConfigKey.DEFINE.key() + "=";
        return definition.startsWith(prefix) && ofLibraries.contains(definition.substring(prefix.length()));
    }

    /** What the agent's arguments set, as far as it is in force. */
    public Map<ConfigKey, String> fromArguments() {
        Map<ConfigKey, String> map = new LinkedHashMap<>();
        for (ConfigKey key : ConfigKey.values()) {
            if (value(key).source().equals(AgentArguments.SOURCE)) {
                map.put(key, text(key));
            }
        }
        return map;
    }

    /** Whether an error in the settings ends the JVM. */
    public boolean stopsOnError() {
        return text(ConfigKey.ON_ERROR).equals("exit");
    }

    /** One line for each unknown key, bad value or missing file. */
    public List<String> errors() {
        return errors;
    }

    /** One line for each thing that is probably not meant, but could be. */
    public List<String> warnings() {
        return warnings;
    }

    /** Every key with its value, in the order of the table; those of a run as {@link SettingsText} writes them. */
    public Map<String, String> asMap() {
        Map<String, String> map = new LinkedHashMap<>();
        for (ConfigKey key : ConfigKey.values()) {
            map.put(key.key(), text(key));
        }
        map.putAll(SettingsText.of(settings));
        return map;
    }
}
