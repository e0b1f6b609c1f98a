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

/** The settings of a run, each with its source, and the errors in the settings that the user gave. Immutable. */
public final class Configuration {

    private static final String AUTO = "auto";

    private final Setting[] values;
    private final RunSettings settings;
    private final Set<String> ofLibraries;
    private final List<String> errors;
    private final List<String> warnings;

    /** @param ofLibraries the definitions that come from libraries */
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

    /** The effective value and its source. */
    public Setting value(ConfigKey key) {
        return values[key.ordinal()];
    }

    /** The effective value; always a valid one. */
    public String text(ConfigKey key) {
        return value(key).text();
    }

    /** Whether the effective value is {@code true}. */
    public boolean isOn(ConfigKey key) {
        return text(key).equals("true");
    }

    /** Whether the user has set the key, in any source. */
    public boolean isSet(ConfigKey key) {
        return !value(key).source().startsWith(ConfigurationLoader.DEFAULT_SOURCE);
    }

    /**
     * Whether the JVM is to report waits for monitors, if it can. If every entry into a monitor is to be reported, classes are rewritten instead.
     */
    public boolean wantsMonitorLibrary() {
        return settings.nativeMonitors() && notByTheJvm() == null;
    }

    /** The setting because of which the JVM does not report monitors whatever the value of {@code native} is; null if there is none. */
    private @Nullable ConfigKey notByTheJvm() {
        if (!settings.selects(Construct.SYNCHRONIZED)) {
            return ConfigKey.CONSTRUCTS;
        }
        if (settings.profile() == RunSettings.Profile.FULL) {
            return ConfigKey.PROFILE;
        }
        return settings.mutexDetail() == RunSettings.MutexDetail.FULL ? ConfigKey.MUTEX_DETAIL : null;
    }

    /** The value that a run uses, with its source; in place of {@code auto} the value that follows from other settings. */
    Setting inForce(ConfigKey key) {
        if (key == ConfigKey.THROTTLE && text(key).equals(AUTO)) {
            return following(key, SettingsText.of(settings.throttle()), ConfigKey.PROFILE);
        }
        if (key == ConfigKey.NATIVE && settings.nativeMonitors()) {
            // The rules of order need releases too.
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

    /** Whether this definition, such as {@code define=barrier:com.acme.Gate.await}, comes from a library and not from the user. */
    public boolean isOfLibrary(String definition) {
        String prefix = ConfigKey.DEFINE.key() + "=";
        return definition.startsWith(prefix) && ofLibraries.contains(definition.substring(prefix.length()));
    }

    /** The settings of the agent's arguments that are effective. */
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

    /** One line for each setting that is valid but probably not intended. */
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
