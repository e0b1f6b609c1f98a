package org.ompt4j.emitter.tool;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptDeviceMapping;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.text.OneLine;

/**
 * The device mappings of this run: what they promise, their start and their end.
 *
 * <p>Thread safety: any thread once {@link #load} has returned.
 */
final class DeviceMappings {
    /** How many unusable providers are named individually. */
    private static final int MAX_ERRORS = 20;

    private static final Event[] ASKED_FOR = {
        Event.TARGET,
        Event.TARGET_DATA_OP,
        Event.TARGET_SUBMIT,
        Event.TARGET_MAP,
        Event.DEVICE_LOAD,
        Event.DEVICE_UNLOAD
    };

    private final ToolEnvironment environment;
    private final Core core;
    private final Devices devices;
    private final List<OmptDeviceMapping> mappings = new ArrayList<>();
    private final Map<Event, SetResult> answers = new EnumMap<>(Event.class);

    DeviceMappings(ToolEnvironment environment, Core core, ToolHost tools) {
        this.environment = environment;
        this.core = core;
        this.devices = new Devices(tools, core);
    }

    /** The devices that the mappings report. */
    Devices devices() {
        return devices;
    }

    /** Makes the mappings that the loader offers, and asks them what they promise. */
    void load(ClassLoader loader) {
        String problem = ServiceFiles.problem(loader, OmptDeviceMapping.class.getName());
        if (problem != null) {
            environment.message(problem + "; device mappings are left out");
            return;
        }
        Iterator<OmptDeviceMapping> providers =
                ServiceLoader.load(OmptDeviceMapping.class, loader).iterator();
        int errors = 0;
        boolean more = true;
        while (more && errors < MAX_ERRORS) {
            try {
                more = providers.hasNext();
                if (more) {
                    add(providers.next());
                }
            } catch (ServiceConfigurationError | LinkageError unusable) {
                errors++;
                leaveOut("cannot be loaded", unusable);
            }
        }
    }

    private void add(OmptDeviceMapping mapping) {
        try {
            String name = mapping.name();
            Map<Event, SetResult> promised = new EnumMap<>(Event.class);
            for (Event each : ASKED_FOR) {
                promised.put(each, mapping.answer(each));
            }
            for (Event each : ASKED_FOR) {
                promise(each, promised.get(each));
            }
            mappings.add(mapping);
            environment.verbose("device mapping " + name + " runs");
        } catch (RuntimeException | LinkageError failed) {
            leaveOut("failed", failed);
        }
    }

    private void promise(Event event, @Nullable SetResult answer) {
        SetResult before = answers.get(event);
        if (answer != null && (before == null || answer.value() > before.value())) {
            answers.put(event, answer);
        }
    }

    /** The answer to tools that register for a target event, in either form, or for loading code into devices. */
    SetResult answer(Event event) {
        Event asked = event;
        Event other = Callbacks.otherForm(event);
        if (other != null && other.value() < event.value()) {
            asked = other;
        }
        SetResult answer = answers.get(asked);
        return answer == null || answer == SetResult.ERROR ? SetResult.NEVER : answer;
    }

    /** Starts the mappings, which report events from now on. */
    void start() {
        for (OmptDeviceMapping each : new ArrayList<>(mappings)) {
            try {
                each.start(devices);
            } catch (RuntimeException | LinkageError failed) {
                mappings.remove(each);
                leaveOut("failed in start", failed);
            }
        }
    }

    /** Ends the mappings. Events that they report afterwards are not delivered. */
    void finish() {
        for (OmptDeviceMapping each : mappings) {
            try {
                each.finish();
            } catch (RuntimeException | LinkageError failed) {
                leaveOut("failed in finish", failed);
            }
        }
        devices.finish();
    }

    private void leaveOut(String what, Throwable failure) {
        core.countFailure("device mapping", failure);
        environment.message("a device mapping " + what + ": " + OneLine.of(failure) + "; it is left out");
    }
}
