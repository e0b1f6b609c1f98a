import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.ompt.*;

/**
 * Writes each event with the enumerators among its arguments, and the results of all entry points, to interface.txt, each different line
 * once.
 */
public final class InterfaceTool implements OmptTool, OmptStartToolResult {
    private static final Path FILE = Path.of("interface.txt");
    private static final String[] ENTRY_POINTS = {
        "ompt_set_callback", "ompt_get_callback", "ompt_get_thread_data", "ompt_enumerate_states",
        "ompt_enumerate_mutex_impls", "ompt_get_unique_id", "ompt_get_state", "ompt_get_parallel_info", "ompt_get_task_info",
        "ompt_get_task_memory", "ompt_get_target_info", "ompt_get_num_devices", "ompt_get_num_procs", "ompt_get_num_places",
        "ompt_get_place_proc_ids", "ompt_get_place_num", "ompt_get_partition_place_nums", "ompt_get_proc_id",
        "ompt_finalize_tool", "ompt4j_get_event_time", "ompt4j_get_event_construct", "ompt4j_get_event_body",
        "ompt4j_get_event_actual_parallelism", "ompt4j_get_event_owner",
        "ompt4j_get_thread_state", "ompt4j_runtime", "ompt4j_entry_points", "ompt_no_such_thing"
    };

    private final Set<String> lines = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<Long, Long> lastTimes = new ConcurrentHashMap<>();
    private final long start = System.nanoTime();
    private OmptEntryPoint.All ask;
    private OmptEntryPoint.SetCallback set;
    private Ompt4jRuntime runtime;
    private OmptFunctionLookup tracing;
    private OmptDevice device;

    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        say("start " + ompVersion);
        return this;
    }

    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        say("initial device " + initialDeviceNum);
        for (String each : ENTRY_POINTS) {
            say("lookup " + each + (lookup.lookup(each) == null ? " gives nothing" : " gives an entry point"));
        }
        ask = (OmptEntryPoint.All) lookup.lookup("ompt4j_entry_points");
        set = ask;
        runtime = (Ompt4jRuntime) lookup.lookup("ompt4j_runtime");
        attempt(this::registerAll);
        attempt(this::enumerate);
        attempt(this::numbers);
        return 1;
    }

    private void registerAll() {
        on(OmptCallback.THREAD_BEGIN, this::threadBegin);
        on(OmptCallback.THREAD_END, thread -> heard("thread_end"));
        on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, requested, flags, site) -> {
            heard("parallel_begin", ParallelFlag.names(flags));
            body("parallel_begin");
        });
        on(OmptCallback.PARALLEL_END, (region, task, flags, site) -> {
            heard("parallel_end", ParallelFlag.names(flags));
            say("inquiry ompt4j_get_event_actual_parallelism in parallel_end " + (ask.getEventActualParallelism() > 0));
        });
        on(OmptCallback.IMPLICIT_TASK, (end, region, task, parallelism, index, flags) ->
                heard("implicit_task", end.specName(), TaskFlag.names(flags)));
        on(OmptCallback.WORK, (type, end, region, task, count, site) ->
                heard("work", type.specName(), end.specName()));
        on(OmptCallback.DISPATCH, this::dispatch);
        on(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) -> {
            heard("task_create", TaskFlag.names(flags));
            say("codeptr_ra " + runtime.callSite(site));
            body("task_create");
        });
        on(OmptCallback.DEPENDENCES, (task, dependences, count) -> heard("dependences"));
        on(OmptCallback.TASK_DEPENDENCE, (source, sink) -> heard("task_dependence"));
        on(OmptCallback.TASK_SCHEDULE, (prior, status, next) ->
                heard("task_schedule", status.specName()));
        on(OmptCallback.SYNC_REGION, (kind, end, region, task, site) ->
                heard("sync_region", kind.specName(), end.specName()));
        on(OmptCallback.SYNC_REGION_WAIT, (kind, end, region, task, site) -> {
            heard("sync_region_wait", kind.specName(), end.specName());
            say("inquiry ompt_get_state in " + end.specName() + " of " + kind.specName() + " " + ask.getState(null).specName());
        });
        on(OmptCallback.REDUCTION, (kind, end, region, task, site) -> {
            heard("reduction", kind.specName(), end.specName());
            say("inquiry ompt_get_state in " + end.specName() + " of reduction " + ask.getState(null).specName());
        });
        on(OmptCallback.MASKED, (end, region, task, site) -> heard("masked", end.specName()));
        on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, site) -> {
            heard("mutex_acquire", kind.specName());
            say("wait object " + runtime.waitObject(waitId));
            if (ask.getEventOwner() != 0) {
                say("inquiry ompt4j_get_event_owner in mutex_acquire "
                        + (ask.getEventOwner() == ask.getThreadData().id() ? "itself" : "another"));
            }
            say("inquiry ompt_get_state in acquire of " + kind.specName() + " " + ask.getState(null).specName());
        });
        on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) ->
                heard("mutex_acquired", kind.specName()));
        on(OmptCallback.MUTEX_RELEASED, (kind, waitId, site) ->
                heard("mutex_released", kind.specName()));
        on(OmptCallback.NEST_LOCK, (end, waitId, site) -> heard("nest_lock", end.specName()));
        on(OmptCallback.LOCK_INIT, (kind, hint, impl, waitId, site) ->
                heard("lock_init", kind.specName()));
        on(OmptCallback.LOCK_DESTROY, (kind, waitId, site) ->
                heard("lock_destroy", kind.specName()));
        on(OmptCallback.FLUSH, (thread, site) -> heard("flush"));
        on(OmptCallback.CANCEL, (task, flags, site) -> heard("cancel", CancelFlag.names(flags)));
        on(OmptCallback.ERROR, (severity, message, length, site) ->
                heard("error", severity.specName()));
        on(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            heard("control_tool", command, modifier, arg);
            lookAtAllThreads();
            attempt(this::stopTrace);
            return (int) command + 1;
        });
        on(OmptCallback.WAIT, (state, end, task, waitId, site) ->
                heard("wait", state.specName(), end.specName()));
        on(OmptCallback.POOL, (endpoint, pool, name, size, site) -> heard("pool", endpoint.specName()));
        on(OmptCallback.POOL_WORKER, (endpoint, pool) -> heard("pool_worker", endpoint.specName()));
        on(OmptCallback.TASK_LATE, (task, lateness, period) -> heard("task_late", lateness > 0, period));
        on(OmptCallback.WAKEUP, (task, waitId, site) -> {
            heard("wakeup");
            lookAtAllThreads();
        });
        on(OmptCallback.DEVICE_INITIALIZE, this::deviceInitialize);
        on(OmptCallback.DEVICE_FINALIZE, num -> say("event device_finalize " + num));
        for (Event each : new Event[] {Event.DEVICE_LOAD, Event.TARGET_EMI, Event.TARGET}) {
            say("answer " + each.specName() + " " + set.setCallback(each, null).specName());
        }
        say("answer to a callback of another type "
                + set.setCallback(Event.WORK, (OmptCallback.ThreadEnd) thread -> {}).specName());
        OmptCallback before = ask.getCallback(Event.DEVICE_UNLOAD);
        OmptCallback.DeviceUnload callback = (num, module) -> {};
        set.setCallback(Event.DEVICE_UNLOAD, callback);
        boolean stored = ask.getCallback(Event.DEVICE_UNLOAD) == callback;
        set.setCallback(Event.DEVICE_UNLOAD, null);
        say("inquiry ompt_get_callback " + (before == null && stored && ask.getCallback(Event.DEVICE_UNLOAD) == null));
    }

    private <C extends OmptCallback> void on(CallbackKey<C> key, C callback) {
        say("answer " + key.event().specName() + " " + set.on(key, callback).specName());
    }

    private void enumerate() {
        int[] value = {State.UNDEFINED.value()};
        String[] name = new String[1];
        for (int i = 0; i < 100 && ask.enumerateStates(value[0], value, name) == 1; i++) {
            say("state " + Integer.toHexString(value[0]) + " " + name[0]);
        }
        int[] impl = {0};
        for (int i = 0; i < 100 && ask.enumerateMutexImpls(impl[0], impl, name) == 1; i++) {
            say("mutex impl " + impl[0] + " " + name[0]);
        }
    }

    private void numbers() {
        long first = ask.getUniqueId();
        say("inquiry ompt_get_unique_id " + (first != 0 && ask.getUniqueId() != first ? "unique" : "used"));
        say("inquiry ompt_get_num_devices " + ask.getNumDevices());
        say("inquiry ompt_get_num_procs " + (ask.getNumProcs() == Runtime.getRuntime().availableProcessors()));
        say("inquiry ompt_get_num_places " + ask.getNumPlaces());
        say("inquiry ompt_get_place_proc_ids " + ask.getPlaceProcIds(0, new int[1]));
        say("inquiry ompt_get_place_num " + ask.getPlaceNum());
        say("inquiry ompt_get_partition_place_nums " + ask.getPartitionPlaceNums(new int[1]));
        say("inquiry ompt_get_proc_id " + ask.getProcId());
        say("inquiry ompt_get_target_info " + ask.getTargetInfo(new long[1], new long[1], new long[1]));
        say("inquiry ompt_get_task_memory " + ask.getTaskMemory(new long[1], new long[1], 0));
    }

    private void threadBegin(ThreadType type, OmptData thread) {
        heard("thread_begin", type.specName());
        say("inquiry ompt_get_thread_data " + (ask.getThreadData() == thread));
    }

    private void lookAtAllThreads() {
        for (long each : lastTimes.keySet()) {
            say("inquiry ompt4j_get_thread_state of any thread " + ask.getThreadState(each, null).specName());
        }
    }

    private void dispatch(OmptData region, OmptData task, DispatchKind kind, OmptData instance) {
        heard("dispatch", kind.specName());
        OmptData[] data = new OmptData[1];
        OmptData[] around = new OmptData[1];
        OmptFrame[] frame = new OmptFrame[1];
        int[] size = new int[1];
        int[] flags = new int[1];
        int answer = ask.getParallelInfo(0, data, size);
        say("inquiry ompt_get_parallel_info " + answer + " " + (data[0] == region) + " " + (size[0] > 1) + " then "
                + ask.getParallelInfo(99, null, null));
        answer = ask.getTaskInfo(0, flags, data, frame, around, null);
        say("inquiry ompt_get_task_info " + answer + " " + (data[0] == task) + " " + (around[0] == region) + " "
                + TaskFlag.names(flags[0]).contains("explicit") + " exit frame " + (frame[0].exitFrame() > 0) + " then "
                + ask.getTaskInfo(99, null, null, null, null, null));
        long[] waitId = new long[1];
        State own = ask.getState(waitId);
        State read = ask.getThreadState(ask.getThreadData().id(), waitId);
        say("inquiry ompt_get_state in a chunk " + own.specName());
        say("inquiry ompt4j_get_thread_state in a chunk " + read.specName());
    }

    private void body(String event) {
        String text = runtime.body(ask.getEventBody());
        say("inquiry ompt4j_get_event_body in " + event + " " + text);
    }

    private void deviceInitialize(
            int num, String type, OmptDevice device, OmptFunctionLookup lookup, String documentation) {
        say("event device_initialize " + num);
        this.device = device;
        tracing = lookup;
        attempt(this::startTrace);
    }

    private <T> T tracing(Class<T> type, String name) {
        return type.cast(tracing.lookup(name));
    }

    private void startTrace() {
        say("inquiry ompt_get_device_num_procs " + (tracing(OmptTracing.GetDeviceNumProcs.class, "ompt_get_device_num_procs")
                .getDeviceNumProcs(device) == Runtime.getRuntime().availableProcessors()));
        int[] buffers = new int[1];
        long[] bytes = new long[1];
        tracing(OmptTracing.GetBufferLimits.class, "ompt_get_buffer_limits").getBufferLimits(device, buffers, bytes);
        say("inquiry ompt_get_buffer_limits " + buffers[0] + " of " + bytes[0]);
        long time = tracing(OmptTracing.GetDeviceTime.class, "ompt_get_device_time").getDeviceTime(device);
        say("inquiry ompt_get_device_time " + (time >= start && time <= System.nanoTime()));
        double seconds = tracing(OmptTracing.TranslateTime.class, "ompt_translate_time").translateTime(device, 5_000_000_000L);
        say("inquiry ompt_translate_time " + seconds);
        say("inquiry ompt_set_trace_native "
                + tracing(OmptTracing.SetTraceNative.class, "ompt_set_trace_native").setTraceNative(device, 1, 1).specName());
        OmptTracing.SetTraceOmpt choose = tracing(OmptTracing.SetTraceOmpt.class, "ompt_set_trace_ompt");
        say("inquiry ompt_set_trace_ompt " + choose.setTraceOmpt(device, 1, Event.TASK_CREATE).specName());
        say("inquiry ompt_start_trace " + tracing(OmptTracing.StartTrace.class, "ompt_start_trace")
                .startTrace(device, this::request, this::complete));
    }

    private void request(int num, ByteBuffer[] buffer, long[] bytes) {
        say("event buffer_request " + num);
        buffer[0] = ByteBuffer.allocateDirect(1 << 16);
        bytes[0] = 1 << 16;
    }

    private void complete(int num, ByteBuffer buffer, long bytes, long begin, int owned) {
        say("event buffer_complete " + num);
        long[] cursor = {begin};
        OmptTracing.GetRecordOmpt get = tracing(OmptTracing.GetRecordOmpt.class, "ompt_get_record_ompt");
        int records = 0;
        do {
            say("inquiry ompt_get_record_type " + tracing(OmptTracing.GetRecordType.class, "ompt_get_record_type")
                    .getRecordType(buffer, cursor[0]).specName());
            OmptRecordOmpt record = get.getRecordOmpt(buffer, cursor[0]);
            if (record != null) {
                say("inquiry ompt_get_record_ompt " + record.type().specName() + " " + (record.threadId() != 0));
            }
            say("inquiry ompt_get_record_native " + tracing(OmptTracing.GetRecordNative.class, "ompt_get_record_native")
                    .getRecordNative(buffer, cursor[0], new long[1]));
            records++;
        } while (records < 100_000
                && tracing(OmptTracing.AdvanceBufferCursor.class, "ompt_advance_buffer_cursor")
                        .advanceBufferCursor(device, buffer, bytes, cursor[0], cursor) == 1);
        say("inquiry ompt_advance_buffer_cursor " + (records > 1 && records < 100_000));
        say("inquiry ompt_get_record_abstract " + tracing(OmptTracing.GetRecordAbstract.class, "ompt_get_record_abstract")
                .getRecordAbstract(null));
    }

    private void stopTrace() {
        say("inquiry ompt4j_get_dropped_records "
                + tracing(OmptTracing.GetDroppedRecords.class, "ompt4j_get_dropped_records").getDroppedRecords(device));
        say("inquiry ompt_flush_trace " + tracing(OmptTracing.FlushTrace.class, "ompt_flush_trace").flushTrace(device));
        OmptTracing.PauseTrace pause = tracing(OmptTracing.PauseTrace.class, "ompt_pause_trace");
        say("inquiry ompt_pause_trace " + pause.pauseTrace(device, 1) + " " + pause.pauseTrace(device, 0));
        say("inquiry ompt_stop_trace " + tracing(OmptTracing.StopTrace.class, "ompt_stop_trace").stopTrace(device));
    }

    /** An event of the calling thread, or of a thread that cannot report it itself. */
    private void heard(String event, Object... arguments) {
        say("event " + Stream.concat(Stream.of(event), Stream.of(arguments)).map(String::valueOf).collect(Collectors.joining(" ")));
        long time = ask.getEventTime();
        OmptData thread = ask.getThreadData();
        Long last = lastTimes.put(thread == null ? 0 : thread.id(), time);
        boolean inOrder = time >= start && time <= System.nanoTime() && (last == null || last <= time);
        say("inquiry ompt4j_get_event_time " + (inOrder ? "in order" : "out of order"));
        say("inquiry ompt4j_get_event_construct in " + event + " " + ask.getEventConstruct().id());
    }

    public void finalizeTool() {
        Thread stranger = new Thread(() -> {
            say("inquiry ompt_get_state on a thread of the tool " + ask.getState(null).specName());
            say("inquiry ompt_get_thread_data on a thread of the tool " + ask.getThreadData());
        }, "ompt4j-stranger");
        stranger.start();
        try {
            stranger.join();
            say("finalize");
            Files.write(FILE, lines.stream().sorted().collect(Collectors.toList()));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void attempt(Runnable part) {
        try {
            part.run();
        } catch (RuntimeException e) {
            say("failure " + e);
        }
    }

    private void say(String line) {
        lines.add(line);
    }
}
