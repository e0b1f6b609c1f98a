package org.ompt4j.views.tr4;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.views.EntryPoints;

/** Serves a {@link Tr4Tool}. */
public final class Tr4View implements Function<Object, OmptTool> {

    @Override
    public OmptTool apply(Object olderTool) {
        Tr4Tool tool = (Tr4Tool) olderTool;
        return (ompVersion, runtimeVersion) -> {
            OmptFns fns = tool.startTool(Tr4Tool.OMP_VERSION, runtimeVersion);
            return fns == null ? null : new Run(fns);
        };
    }

    private static final class Run implements OmptStartToolResult {
        private final OmptFns fns;
        private volatile @Nullable HostEvents events;

        Run(OmptFns fns) {
            this.fns = fns;
        }

        @Override
        public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
            EntryPoints entryPoints = new EntryPoints(lookup);
            HostEvents hostEvents = new HostEvents(entryPoints);
            events = hostEvents;
            return fns.initialize().initialize(new HostEntryPoints(lookup, entryPoints, hostEvents), fns);
        }

        @Override
        public void finalizeTool() {
            HostEvents hostEvents = events;
            if (hostEvents != null) {
                hostEvents.end();
            }
            fns.finalizer().end(fns);
        }
    }
}
