package org.ompt4j.agent.config;

import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.text.Lists;
import org.ompt4j.text.Nearest;
import org.ompt4j.tools.trace.OutputName;

/**
 * Combines the settings: file, then environment, then system properties, then agent arguments, where each source overrides
 * those before it. A wrong setting is ignored: the key keeps its default unless a later source has a valid value. Definitions of libraries are
 * added.
 */
public final class ConfigurationLoader {

    static final String DEFAULT_SOURCE = "default";

    /** Variables of other software may begin with OMPT_ too, so only what looks like a typing error is mentioned. */
    private static final int TYPING_ERROR_DISTANCE = 2;

    private final ConfigKey[] keys = ConfigKey.values();
    private final Setting[] values = new Setting[keys.length];
    private final Problems errors = new Problems();
    private final Problems warnings = new Problems();
    private final Set<String> ofLibraries = new LinkedHashSet<>();

    private ConfigurationLoader() {
        for (ConfigKey key : keys) {
            reset(key);
        }
    }

    /** The settings of the program in this JVM with the given agent arguments, and the definitions of libraries on its class path. */
    public static Configuration loadForProgram(@Nullable String agentArguments) {
        ConfigurationLoader loader = of(agentArguments, System.getenv(), System.getProperties());
        loader.addLibraryDefinitions(ClassLoader.getSystemClassLoader());
        return loader.configuration();
    }

    /** The same for an agent that is attached. The name of the trace is absolute, since the user who reads it is in another directory. */
    public static Configuration loadForAttached(String agentArguments) {
        ConfigurationLoader loader = of(agentArguments, System.getenv(), System.getProperties());
        loader.addLibraryDefinitions(ClassLoader.getSystemClassLoader());
        Setting output = loader.values[ConfigKey.OUTPUT.ordinal()];
        loader.values[ConfigKey.OUTPUT.ordinal()] =
                new Setting(output.key(), OutputName.absolute(output.text()), output.source());
        return loader.configuration();
    }

    /** The settings of this JVM with the given agent arguments. */
    public static Configuration load(@Nullable String agentArguments) {
        return load(agentArguments, System.getenv(), System.getProperties());
    }

    /** The settings of these sources. */
    public static Configuration load(
            @Nullable String agentArguments, Map<String, String> environment, Properties systemProperties) {
        return of(agentArguments, environment, systemProperties).configuration();
    }

    /** The settings of these agent arguments alone, with the definitions of libraries that this class loader finds. */
    static Configuration load(@Nullable String agentArguments, ClassLoader libraries) {
        ConfigurationLoader loader = of(agentArguments, Map.of(), new Properties());
        loader.addLibraryDefinitions(libraries);
        return loader.configuration();
    }

    private static ConfigurationLoader of(
            @Nullable String agentArguments, Map<String, String> environment, Properties systemProperties) {
        ConfigurationLoader loader = new ConfigurationLoader();
        List<Setting> settings = loader.environmentSettings(environment);
        settings.addAll(loader.propertySettings(systemProperties));
        List<Setting> arguments = AgentArguments.parse(agentArguments, loader.errors);
        loader.warnOfDuplicates(arguments);
        settings.addAll(arguments);
        loader.applyFileNamedIn(settings);
        for (Setting setting : settings) {
            loader.apply(setting);
        }
        loader.addShippedDefinitions();
        return loader;
    }

    /** Replaces the name of a library by its definitions; the program need not use all of them. */
    private void addShippedDefinitions() {
        Setting own = values[ConfigKey.DEFINE.ordinal()];
        Set<String> all = new LinkedHashSet<>();
        for (String each : Lists.split(own.text())) {
            if (ShippedDefinitions.NAMES.contains(each)) {
                List<String> shipped = ShippedDefinitions.of(each, warnings);
                all.addAll(shipped);
                ofLibraries.addAll(shipped);
            } else {
                all.add(each);
            }
        }
        if (!ofLibraries.isEmpty()) {
            values[ConfigKey.DEFINE.ordinal()] = new Setting(own.key(), String.join(",", all), own.source());
        }
    }

    /** Adds the definitions after those of the user, since the first one that matches a method is used. */
    private void addLibraryDefinitions(ClassLoader libraries) {
        if (!values[ConfigKey.LIBRARY_DEFINE.ordinal()].text().equals("true")) {
            return;
        }
        Setting own = values[ConfigKey.DEFINE.ordinal()];
        Set<String> all = new LinkedHashSet<>(Lists.split(own.text()));
        boolean any = false;
        for (String each : LibraryDefinitions.of(libraries, warnings)) {
            if (all.add(each)) {
                ofLibraries.add(each);
                any = true;
            }
        }
        if (any) {
            String source = own.source() + ", and libraries of the class path";
            values[ConfigKey.DEFINE.ordinal()] = new Setting(own.key(), String.join(",", all), source);
        }
    }

    private Configuration configuration() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (ConfigKey key : keys) {
            texts.put(key.key(), values[key.ordinal()].text());
        }
        RunSettings settings = SettingsText.parse(texts);
        showDerived(settings);
        return new Configuration(values, settings, ofLibraries, errors.lines(), warnings.lines());
    }

    private List<Setting> environmentSettings(Map<String, String> environment) {
        List<Setting> settings = new ArrayList<>();
        for (ConfigKey key : keys) {
            String text = environment.get(key.environmentVariable());
            if (text != null && !text.isEmpty()) {
                settings.add(new Setting(key.key(), text.trim(), "environment variable " + key.environmentVariable()));
            }
        }
        for (String removed : RemovedKeys.all()) {
            String variable = ConfigKey.environmentVariable(removed);
            if (environment.containsKey(variable)) {
                settings.add(new Setting(removed, "", "environment variable " + variable));
            }
        }
        for (String variable : environment.keySet()) {
            if (variable.startsWith(ConfigKey.ENVIRONMENT_PREFIX)) {
                warnOfTypingError(variable);
            }
        }
        return settings;
    }

    private void warnOfTypingError(String variable) {
        List<String> known = new ArrayList<>();
        for (ConfigKey each : keys) {
            known.add(each.environmentVariable());
        }
        String nearest = Nearest.of(variable, known);
        int distance = nearest == null ? 0 : Nearest.distance(variable, nearest);
        if (distance > 0 && distance <= TYPING_ERROR_DISTANCE) {
            warnings.add(
                    "environment variable " + variable + " is no setting and has no effect; the nearest is " + nearest);
        }
    }

    private List<Setting> propertySettings(Properties properties) {
        List<Setting> settings = new ArrayList<>();
        Enumeration<?> names = properties.propertyNames();
        while (names.hasMoreElements()) {
            String name = String.valueOf(names.nextElement());
            String text = properties.getProperty(name);
            if (name.startsWith(ConfigKey.PROPERTY_PREFIX) && text != null) {
                String key = name.substring(ConfigKey.PROPERTY_PREFIX.length());
                settings.add(new Setting(key, text.trim(), "system property " + name));
            }
        }
        return settings;
    }

    /** Warns of a key that one source sets twice: the later value is used, which may not be the intended one. */
    private void warnOfDuplicates(List<Setting> settings) {
        Map<String, Setting> earlier = new HashMap<>();
        for (Setting setting : settings) {
            Setting before = earlier.put(setting.key(), setting);
            if (before != null) {
                warnings.add(setting.source() + ": " + setting.key() + " is set to \"" + setting.text()
                        + "\" here and to \"" + before.text() + "\" before (" + before.source()
                        + "); this one is used; remove the other");
            }
        }
    }

    private void applyFileNamedIn(List<Setting> settings) {
        Setting naming = null;
        for (Setting setting : settings) {
            naming = setting.key().equals(ConfigKey.CONFIG.key()) ? setting : naming;
        }
        if (naming == null || naming.text().isEmpty()) {
            return;
        }
        List<Setting> inFile = ConfigFile.read(naming.text(), naming.source(), errors);
        warnOfDuplicates(inFile);
        for (Setting setting : inFile) {
            if (setting.key().equals(ConfigKey.CONFIG.key())) {
                errors.add(setting.source() + ": config: a configuration file cannot name another one");
            } else {
                apply(setting);
            }
        }
    }

    private void apply(Setting setting) {
        ConfigKey key = ConfigKey.byKey(setting.key());
        String instead = key == null ? RemovedKeys.instead(setting.key()) : null;
        if (instead != null) {
            errors.add(setting.source() + ": the key " + setting.key() + " no longer exists; write " + instead);
            return;
        }
        if (key == null) {
            errors.add(setting.source() + ": unknown key \"" + setting.key() + "\"" + ConfigKey.hint(setting.key()));
            return;
        }
        String problem = key.type().problem(setting.text());
        if (problem == null) {
            values[key.ordinal()] = setting;
        } else {
            errors.add(setting.source() + ": " + key.key() + ": " + problem);
            reset(key);
        }
    }

    private void reset(ConfigKey key) {
        values[key.ordinal()] = new Setting(key.key(), key.defaultText(), DEFAULT_SOURCE);
    }

    /** Replaces {@code auto} by the values that follow from other settings. */
    private void showDerived(RunSettings settings) {
        Setting detail = values[ConfigKey.MUTEX_DETAIL.ordinal()];
        if (detail.text().isEmpty()) {
            Map<String, String> inForce = SettingsText.of(settings);
            values[ConfigKey.MUTEX_DETAIL.ordinal()] = new Setting(
                    ConfigKey.MUTEX_DETAIL.key(),
                    String.valueOf(inForce.get(ConfigKey.MUTEX_DETAIL.key())),
                    "default with profile=" + inForce.get(ConfigKey.PROFILE.key()));
        }
    }
}
