package org.ompt4j.views.early;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;

/** A tool that registers callbacks of a log for some events, and lets the test do the rest. */
final class TestTool extends ServedTool {
    final CallbackLog log;
    boolean wanted = true;
    boolean runs = true;
    Consumer<OmptFunctionLookup> inInitializer = lookup -> {};

    @Nullable
    OmptFunctionLookup lookup;

    @Nullable
    EarlyInquiries inquiries;

    private final Set<OmptEvent> events;

    TestTool(CallbackLog log, Set<OmptEvent> events) {
        super("a tool", (OmptFrame frame) -> frame);
        this.log = log;
        this.events = events;
    }

    @Override
    protected boolean registers() {
        return wanted;
    }

    @Override
    protected boolean initialize(OmptFunctionLookup given, String runtimeVersion) {
        lookup = given;
        inquiries = (EarlyInquiries) given.lookup(EarlyEntryPoint.GetThreadId.NAME);
        EarlyEntryPoint.SetCallback set = (EarlyEntryPoint.SetCallback) given.lookup(EarlyEntryPoint.SetCallback.NAME);
        for (OmptEvent each : events) {
            set.setCallback(each, log.callbackOf(each));
        }
        inInitializer.accept(given);
        return runs;
    }

    @Override
    protected @Nullable Object lookup(String entryPointName, EarlyInquiries asked) {
        return entryPointName.equals("inquiries") ? asked : null;
    }
}
