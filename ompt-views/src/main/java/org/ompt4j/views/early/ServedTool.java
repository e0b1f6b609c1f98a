package org.ompt4j.views.early;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.views.EntryPoints;

/**
 * A tool of the present generation that serves an early one: registers the callbacks that the events of that tool need, translates events, and
 * answers its inquiries.
 *
 * <p>It can be started again after its end, for a runtime that restarts: the early tool is then initialized again, without any
 * registration.
 *
 * <p>Thread safety: started, initialized and finalized by one thread at a time.
 */
public abstract class ServedTool implements OmptTool, OmptStartToolResult {
    private final String name;
    private final Function<OmptFrame, ?> frames;
    private String runtimeVersion = "";
    private @Nullable Life life;

    /**
     * Serves a tool.
     *
     * @param tool the early tool, for messages
     * @param frames makes the frame type of the tool's generation
     */
    protected ServedTool(Object tool, Function<OmptFrame, ?> frames) {
        this.name = tool.getClass().getName();
        this.frames = frames;
    }

    /** Whether the tool wants to be initialized. */
    protected abstract boolean registers();

    /** Initializes the tool; returns false if it wants neither callbacks nor inquiries. */
    protected abstract boolean initialize(OmptFunctionLookup lookup, String runtimeVersion);

    /** The entry points that only the tool's generation has; null for others. */
    protected abstract @Nullable Object lookup(String entryPointName, EarlyInquiries inquiries);

    @Override
    public final @Nullable OmptStartToolResult startTool(int ompVersion, String version) {
        runtimeVersion = version;
        return registers() ? this : null;
    }

    @Override
    public final int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        Life begun = new Life(new EntryPoints(lookup));
        boolean runs = false;
        try {
            runs = initialize(begun, runtimeVersion);
        } finally {
            begun.initialized(runs);
        }
        life = begun;
        return runs ? 1 : 0;
    }

    @Override
    public final void finalizeTool() {
        Life ended = life;
        life = null;
        if (ended != null) {
            ended.shutDown();
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + name;
    }

    /** From one initialization to the next shutdown. */
    private final class Life implements OmptFunctionLookup {
        private final OmptEntryPoint.All entryPoints;
        private final Ompt4jRuntime runtime;
        private final Registrations registrations;
        private final EarlyInquiries inquiries;
        private volatile boolean asksForRegions;
        private volatile @Nullable EventTranslation translation;

        Life(EntryPoints found) {
            entryPoints = found.required(OmptEntryPoint.All.class, OmptEntryPoint.All.NAME);
            runtime = found.required(Ompt4jRuntime.class, Ompt4jRuntime.NAME);
            this.registrations = new Registrations(new EarlyEventSources(runtime, entryPoints));
            this.inquiries = new EarlyInquiries(entryPoints, runtime);
        }

        @Override
        public @Nullable Object lookup(String entryPointName) {
            return switch (entryPointName) {
                case EarlyEntryPoint.SetCallback.NAME, EarlyEntryPoint.GetCallback.NAME -> registrations;
                case EarlyEntryPoint.EnumerateState.NAME,
                        EarlyEntryPoint.GetThreadId.NAME,
                        EarlyEntryPoint.GetState.NAME,
                        EarlyEntryPoint.GetIdleFrame.NAME,
                        EarlyEntryPoint.GetThreadIds.NAME,
                        EarlyEntryPoint.GetThreadState.NAME,
                        EarlyEntryPoint.GetEventTime.NAME -> inquiries;
                default -> {
                    Object found = ServedTool.this.lookup(entryPointName, inquiries);
                    if (found != null) {
                        askForRegions();
                    }
                    yield found;
                }
            };
        }

        /** Regions are distinguished from those of initial tasks only if the tool may ask for regions. */
        private void askForRegions() {
            asksForRegions = true;
            EventTranslation running = translation;
            if (running != null) {
                running.register(true);
            }
        }

        void initialized(boolean runs) {
            registrations.close();
            if (!runs) {
                inquiries.shutDown();
                return;
            }
            for (OmptEvent each : registrations.withoutPartner()) {
                runtime.message("tool " + name + " has a callback for ompt_event_" + each.specName()
                        + " but none for its other half; it is not called: register both");
            }
            EventTranslation made = new EventTranslation(registrations, entryPoints, runtime, inquiries, frames);
            made.register(asksForRegions);
            translation = made;
        }

        void shutDown() {
            EventTranslation running = translation;
            try {
                if (running != null) {
                    running.shutDown();
                }
            } finally {
                translation = null;
                inquiries.shutDown();
            }
        }
    }
}
