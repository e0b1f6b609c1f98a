package org.ompt4j.tools.conformance;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

/**
 * Checks every event against the rules of order while the application runs. The tool is selected by {@code tool=conformance}. Each violation is a
 * line on stderr with the rule, the thread, the event and its call site; the last line is a summary. The application and its exit code are not
 * affected.
 *
 * <p>It uses callbacks and entry points as any OMPT tool. Rules are judged only if the registration of callbacks promised their events; most can
 * be judged with {@code profile=full}.
 */
public final class ConformanceTool implements OmptTool, OmptStartToolResult {
    private final LongSupplier clock;
    private @Nullable LiveChecker checker;

    public ConformanceTool() {
        this(System::nanoTime);
    }

    /** @param clock the clock of the events, in nanoseconds */
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
