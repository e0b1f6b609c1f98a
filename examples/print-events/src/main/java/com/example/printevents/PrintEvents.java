package com.example.printevents;

import java.util.List;
import org.ompt4j.ompt.*;

/** Prints each event and its arguments in the order of the specification: a tool to copy and to change. */
public final class PrintEvents implements OmptTool, OmptStartToolResult {
    @Override
    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this; // null would mean: not interested in this run
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        var set = (OmptEntryPoint.SetCallback) lookup.lookup(OmptEntryPoint.SetCallback.NAME);
        var runtime = (Ompt4jRuntime) lookup.lookup(Ompt4jRuntime.NAME); // turns call-site ids into text
        set.on(OmptCallback.THREAD_BEGIN, (type, thread) -> print("thread_begin", type, thread));
        set.on(OmptCallback.THREAD_END, thread -> print("thread_end", thread));
        set.on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, requested, flags, site) ->
                print("parallel_begin", task, region, requested, ParallelFlag.names(flags), runtime.callSite(site)));
        set.on(OmptCallback.PARALLEL_END, (region, task, flags, site) ->
                print("parallel_end", region, task, ParallelFlag.names(flags), runtime.callSite(site)));
        set.on(OmptCallback.IMPLICIT_TASK, (end, region, task, parallelism, index, flags) ->
                print("implicit_task", end, region, task, parallelism, index, TaskFlag.names(flags)));
        set.on(OmptCallback.WORK, (type, end, region, task, count, site) ->
                print("work", type, end, region, task, count, runtime.callSite(site)));
        set.on(OmptCallback.DISPATCH, (region, task, kind, instance) ->
                print("dispatch", region, task, kind, instance.value));
        set.on(OmptCallback.TASK_CREATE, (parent, frame, task, flags, dependences, site) ->
                print("task_create", parent, task, TaskFlag.names(flags), dependences, runtime.callSite(site)));
        set.on(OmptCallback.DEPENDENCES, (task, dependences, count) ->
                print("dependences", task, List.of(dependences), count));
        set.on(OmptCallback.TASK_SCHEDULE, (prior, status, next) ->
                print("task_schedule", prior, status, next));
        set.on(OmptCallback.TASK_DEPENDENCE, (source, sink) ->
                print("task_dependence", source, sink));
        set.on(OmptCallback.SYNC_REGION, (kind, end, region, task, site) ->
                print("sync_region", kind, end, region, task, runtime.callSite(site)));
        set.on(OmptCallback.SYNC_REGION_WAIT, (kind, end, region, task, site) ->
                print("sync_region_wait", kind, end, region, task, runtime.callSite(site)));
        set.on(OmptCallback.REDUCTION, (kind, end, region, task, site) ->
                print("reduction", kind, end, region, task, runtime.callSite(site)));
        set.on(OmptCallback.MASKED, (end, region, task, site) ->
                print("masked", end, region, task, runtime.callSite(site)));
        set.on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, site) ->
                print("mutex_acquire", kind, hint, impl, waitId, runtime.callSite(site)));
        set.on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) ->
                print("mutex_acquired", kind, waitId, runtime.callSite(site)));
        set.on(OmptCallback.MUTEX_RELEASED, (kind, waitId, site) ->
                print("mutex_released", kind, waitId, runtime.callSite(site)));
        set.on(OmptCallback.NEST_LOCK, (end, waitId, site) ->
                print("nest_lock", end, waitId, runtime.callSite(site)));
        set.on(OmptCallback.LOCK_INIT, (kind, hint, impl, waitId, site) ->
                print("lock_init", kind, hint, impl, waitId, runtime.callSite(site)));
        set.on(OmptCallback.LOCK_DESTROY, (kind, waitId, site) ->
                print("lock_destroy", kind, waitId, runtime.callSite(site)));
        set.on(OmptCallback.FLUSH, (thread, site) ->
                print("flush", thread, runtime.callSite(site)));
        set.on(OmptCallback.CANCEL, (task, flags, site) ->
                print("cancel", task, CancelFlag.names(flags), runtime.callSite(site)));
        set.on(OmptCallback.ERROR, (severity, message, length, site) ->
                print("error", severity, message, runtime.callSite(site)));
        set.on(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> {
            print("control_tool", command, modifier, arg, runtime.callSite(site));
            return 0; // done
        });
        set.on(OmptCallback.WAIT, (state, endpoint, task, waitId, site) ->
                print("wait", state, endpoint, task, waitId, runtime.callSite(site)));
        set.on(OmptCallback.POOL, (endpoint, pool, name, size, site) ->
                print("pool", endpoint, pool, name, size, runtime.callSite(site)));
        set.on(OmptCallback.POOL_WORKER, (endpoint, pool) ->
                print("pool_worker", endpoint, pool));
        set.on(OmptCallback.TASK_CPU_TIME, (task, cpuTime) ->
                print("task_cpu_time", task, cpuTime));
        set.on(OmptCallback.TASK_LATE, (task, lateness, period) ->
                print("task_late", task, lateness, period));
        set.on(OmptCallback.WAKEUP, (task, waitId, site) ->
                print("wakeup", task, waitId, runtime.callSite(site)));
        return 1; // 0 would mean: not interested after all
    }

    @Override
    public void finalizeTool() {
        print("finalize");
    }

    private static void print(String event, Object... arguments) {
        StringBuilder line = new StringBuilder(Thread.currentThread().getName()).append(": ").append(event);
        for (Object each : arguments) {
            line.append(' ').append(each instanceof OmptData data ? "#" + data.id() : each);
        }
        System.err.println(line);
    }
}
