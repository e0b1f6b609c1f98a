package org.ompt4j.emitter.tool;

import java.io.FileDescriptor;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.tool.SinkFanout.Receiver;
import org.ompt4j.emitter.tracing.HostTrace;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.text.OneLine;

/**
 * One running tool: its registrations, its entry points, its failures.
 *
 * <p>Thread safety: any thread.
 */
final class ToolSession implements Ompt4jRuntime, OmptFunctionLookup, CallbackSink.Owner, ThreadInquiries.Tool {
    /** A tool whose callbacks threw so often is switched off: it costs time and is of no use. */
    static final int MAX_FAILURES = 100;

    private final String name;
    private final Core core;
    private final ToolHost tools;
    private final ToolEnvironment environment;
    private final RegistrationAnswers answers;
    private final CallbackSink callbackSink;
    private final EntryPoints entryPoints;
    private final int firstReceiver;
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean over;
    private volatile boolean deaf;
    private volatile boolean isHostTold;
    private volatile @Nullable OmptStartToolResult result;
    private volatile @Nullable HostTrace trace;
    private long refused;

    /** Written and read under the monitor of {@link RunningTools}. */
    private @Nullable RecordSink recordSink;

    private long recordMask;

    ToolSession(
            String name,
            int number,
            Core core,
            ToolHost tools,
            ToolEnvironment environment,
            RegistrationAnswers answers) {
        this.name = name;
        this.firstReceiver = number * 3;
        this.core = core;
        this.tools = tools;
        this.environment = environment;
        this.answers = answers;
        this.callbackSink = new CallbackSink(core, this);
        this.entryPoints = new EntryPoints(this, core);
    }

    String name() {
        return name;
    }

    CallbackSink callbackSink() {
        return callbackSink;
    }

    /** Initializes the tool; false if it does not want to run. Its exceptions are passed to the caller. */
    boolean initialize(OmptStartToolResult started) {
        result = started;
        return started.initialize(this, 0) != 0;
    }

    /** Adds the sinks of this tool, callbacks first. */
    void addReceivers(List<Receiver> receivers) {
        if (deaf) {
            return;
        }
        long callbackMask = callbackSink.eventMask(answers.available());
        if (callbackMask != 0) {
            receivers.add(new Receiver(firstReceiver, callbackSink, callbackMask));
        }
        RecordSink records = recordSink;
        // With an empty mask it still receives the definitions of ids.
        if (records != null) {
            receivers.add(new Receiver(firstReceiver + 1, records, recordMask));
        }
        HostTrace traced = trace;
        long traceMask = traced == null ? 0 : traced.eventMask();
        if (traced != null && traceMask != 0) {
            receivers.add(new Receiver(firstReceiver + 2, traced.sink(), traceMask));
        }
    }

    @Override
    public @Nullable ThreadSlot currentSlot() {
        OmptThread thread = tools.delivery().currentThread(firstReceiver);
        return thread == null ? null : callbackSink.slot(thread);
    }

    @Override
    public @Nullable ThreadSlot running() {
        return callbackSink.running(currentSlot());
    }

    @Override
    public void asksForThreadData() {
        if (callbackSink.asksForThreadData()) {
            tools.reconnect();
        }
    }

    @Override
    public ToolData data() {
        if (callbackSink.asksForData()) {
            tools.reconnect();
        }
        return callbackSink.data();
    }

    @Override
    public int toldFlagsOf(long taskId) {
        return callbackSink.data().flagsOfTask(taskId);
    }

    /** The tool's callback of an event, if it has one and can still be called. */
    @Nullable
    OmptCallback callback(Event event) {
        return over || deaf ? null : callbackSink.callbacks().get(event);
    }

    /** The devices other than the host; null if there are no device mappings. */
    @Nullable
    Devices devices() {
        return tools.devices();
    }

    /** The answer to a registration for an event in this run. */
    SetResult answer(Event event) {
        if (deaf && event != Event.DEVICE_FINALIZE) {
            return SetResult.NEVER;
        }
        if (event == Event.DEVICE_INITIALIZE && isHostTold) {
            // The event of the host has already been sent; others come from mappings.
            return tools.devices() == null ? SetResult.NEVER : SetResult.SOMETIMES;
        }
        return Callbacks.comesFromMappings(event) ? tools.deviceAnswer(event) : answers.of(event);
    }

    /** The tool wants events for releases of mutexes. */
    void asksForReleases() {
        environment.releasesAreAskedFor();
    }

    /** Whether the tool has a callback for commands and can still be called. */
    boolean takesCommands() {
        return callback(Event.CONTROL_TOOL) != null;
    }

    /** Passes a command to the tool; {@link ControlCommand#IGNORED} if the tool throws or returns an illegal answer. */
    int controlTool(long command, long modifier, @Nullable Object arg, int codeptrRa) {
        OmptCallback.ControlTool callback =
                (OmptCallback.ControlTool) callbackSink.callbacks().get(Event.CONTROL_TOOL);
        if (callback == null) {
            return ControlCommand.IGNORED;
        }
        try {
            int answer = callback.controlTool(command, modifier, arg, codeptrRa);
            return answer < 0 ? ControlCommand.IGNORED : answer;
        } catch (Throwable thrown) {
            callbackThrew(Event.CONTROL_TOOL, thrown);
            return ControlCommand.IGNORED;
        }
    }

    /** Reports the host as device 0, with its tracing interface. */
    void hostInitialize(HostDevice host) {
        boolean isTold = callback(Event.DEVICE_INITIALIZE) != null;
        isHostTold = true;
        if (isTold) {
            HostTrace made = tools.traceOf(this, host);
            trace = made;
            deviceInitialize(host.deviceNum(), host.type(), host, made, HostDevice.DOCUMENTATION);
        }
    }

    /** Reports that a device can be used. */
    void deviceInitialize(
            int deviceNum, String type, OmptDevice device, @Nullable OmptFunctionLookup tracing, String documentation) {
        OmptCallback.DeviceInitialize callback = (OmptCallback.DeviceInitialize) callback(Event.DEVICE_INITIALIZE);
        if (callback == null) {
            return;
        }
        try {
            callback.deviceInitialize(deviceNum, type, device, tracing, documentation);
        } catch (Throwable thrown) {
            callbackThrew(Event.DEVICE_INITIALIZE, thrown);
        }
    }

    /** Reports that a device is not used any more. */
    void deviceFinalize(int deviceNum) {
        OmptCallback.DeviceFinalize callback =
                (OmptCallback.DeviceFinalize) callbackSink.callbacks().get(Event.DEVICE_FINALIZE);
        if (callback == null) {
            return;
        }
        try {
            callback.deviceFinalize(deviceNum);
        } catch (Throwable thrown) {
            callbackThrew(Event.DEVICE_FINALIZE, thrown);
        }
    }

    /** Takes the tool out of delivery, ends its devices and calls its finalizer, once. */
    void finish() {
        OmptStartToolResult started = result;
        if (!endNow() || started == null) {
            return;
        }
        HostTrace traced = trace;
        if (traced != null) {
            traced.finish();
        }
        leaveDelivery();
        Devices known = tools.devices();
        if (known != null) {
            known.finalizeFor(this);
        }
        deviceFinalize(OmptDevice.HOST);
        try {
            started.finalizeTool();
        } catch (Throwable thrown) {
            core.countFailure("tool ".concat(name), thrown);
            message("tool " + name + " threw in its finalizer: " + OneLine.of(thrown));
        }
    }

    /** Marks the tool as ended; false if it has ended before. */
    private synchronized boolean endNow() {
        boolean wasOver = over;
        over = true;
        return !wasOver;
    }

    /** Ends a tool that never ran: no finalizer. */
    void withdraw() {
        endNow();
        leaveDelivery();
    }

    boolean isOver() {
        return over;
    }

    /** Ends the delivery of events to the tool. */
    void leaveDelivery() {
        deaf = true;
        HostTrace traced = trace;
        if (traced != null) {
            traced.switchOff();
        }
        tools.reconnect();
    }

    /** Something went wrong on behalf of this tool, but not in it. */
    void failed(String where, Throwable thrown) {
        core.countFailure(where.concat(" of tool ").concat(name), thrown);
    }

    void callbacksChanged() {
        tools.reconnect();
    }

    @Override
    public void callbackThrew(Event event, Throwable thrown) {
        callbackThrew(event.specName(), thrown);
    }

    void callbackThrew(String callback, Throwable thrown) {
        core.countFailure("tool ".concat(name), thrown);
        int count = failures.incrementAndGet();
        try {
            if (count == 1) {
                message("tool " + name + " threw in its callback " + callback + ": " + OneLine.of(thrown)
                        + "; the application and the tool go on");
            } else if (count == MAX_FAILURES) {
                message("tool " + name + " threw in " + count
                        + " callbacks and is switched off; the application goes on");
                leaveDelivery();
            }
        } catch (Throwable alsoThrown) {
            core.countFailure("tool ".concat(name), alsoThrown);
        }
    }

    /** Prints a message about a callback of a wrong type, once for each event, since the tool may register again and again. */
    void refusesCallback(Event event, Class<? extends OmptCallback> type, OmptCallback given) {
        if (firstRefusal(event)) {
            message("tool " + name + " has no callback for " + event.specName() + ": it takes an " + nameOf(type)
                    + ", not an " + nameOf(typeOf(given)));
        }
    }

    private synchronized boolean firstRefusal(Event event) {
        boolean first = (refused & event.bit()) == 0;
        refused |= event.bit();
        return first;
    }

    /** The interface of the callback; its class if it has none. */
    private static Class<?> typeOf(OmptCallback callback) {
        for (Class<?> type = callback.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> each : type.getInterfaces()) {
                if (each != OmptCallback.class && OmptCallback.class.isAssignableFrom(each)) {
                    return each;
                }
            }
        }
        return callback.getClass();
    }

    private static String nameOf(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? type.getName() : outer.getSimpleName() + "." + type.getSimpleName();
    }

    @Override
    public @Nullable Object lookup(String entryPointName) {
        return entryPoints.lookup(entryPointName);
    }

    @Override
    public void setRecordSink(@Nullable RecordSink sink, long eventMask) {
        synchronized (tools) {
            recordSink = sink;
            recordMask = sink == null ? 0 : eventMask;
        }
        tools.reconnect();
    }

    @Override
    public RunSettings settings() {
        return environment.settings();
    }

    @Override
    public Map<String, String> configuration() {
        return environment.configuration();
    }

    @Override
    public String agentVersion() {
        return environment.agentVersion();
    }

    @Override
    public List<String> notObserved() {
        return environment.notObserved();
    }

    @Override
    public ClassScan classScan() {
        return environment.classScan();
    }

    @Override
    public CollectionPauses collectionPauses(long first) {
        return environment.collectionPauses(first);
    }

    @Override
    public @Nullable ByteBuffer map(FileChannel channel, long position, int sizeBytes) {
        return environment.map(channel, position, sizeBytes);
    }

    @Override
    public @Nullable FileDescriptor descriptor(FileChannel channel) {
        return environment.descriptor(channel);
    }

    @Override
    public Map<String, Long> failures() {
        return core.failures();
    }

    @Override
    public Collection<? extends OmptThread> threads() {
        return core.threads();
    }

    @Override
    public boolean observes(Construct construct) {
        return environment.observes(construct);
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return core.callSite(codeptrRa);
    }

    @Override
    public @Nullable String body(int body) {
        return core.body(body);
    }

    @Override
    public @Nullable String waitObject(long waitId) {
        return core.waitObject(waitId);
    }

    @Override
    public void message(String line) {
        environment.message(line);
    }
}
