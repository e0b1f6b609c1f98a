package org.ompt4j.views.collector;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.views.EntryPoints;

/** Serves a {@link CollectorTool}. A collector is always started; its requests show whether it wants events. */
public final class CollectorView implements Function<Object, OmptTool> {

    @Override
    public OmptTool apply(Object olderTool) {
        CollectorTool collector = (CollectorTool) olderTool;
        return (ompVersion, runtimeVersion) -> new Session(collector);
    }

    private static final class Session implements OmptStartToolResult {
        private final CollectorTool collector;
        private volatile @Nullable CollectorRuntime runtime;

        Session(CollectorTool collector) {
            this.collector = collector;
        }

        @Override
        public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
            CollectorRuntime api = new CollectorRuntime(new EntryPoints(lookup));
            runtime = api;
            collector.init(api);
            return 1;
        }

        @Override
        public void finalizeTool() {
            CollectorRuntime api = runtime;
            if (api != null) {
                api.end();
            }
            collector.fini();
        }
    }
}
