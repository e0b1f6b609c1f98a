package org.ompt4j.tools.conformance;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

/**
 * Holds every event against the rules of order while the application runs; runs if the configuration says {@code
 * tool=conformance}. Each violation is a line on stderr with the rule, the thread, the event and its call site; the last line
 * sums up. The application and its exit code stay as they are.
 *
 * <p>It uses callbacks and entry points as any tool does. Rules are judged only as far as registration promised their events: {@code
 * profile=full} has most to judge.
 */
public final class ConformanceTool implements OmptTool, OmptStartToolResult {
    private final LongSupplier clock;
    private @Nullable LiveChecker checker;

    public ConformanceTool() {
        this(System::nanoTime);
    }

    /** @param clock that of the events, in nanoseconds */
    ConformanceTool(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        if (!(lookup.lookup(Ompt4jRuntime.NAME) instanceof Ompt4jRuntime runtime)
                || !runtime.settings().tool().equals("conformance")) {
            return 0;
        }
        checker = LiveChecker.start(lookup, runtime, clock);
        return 1;
    }

    @Override
    public void finalizeTool() {
        if (checker != null) {
            checker.finish();
        }
    }
}
