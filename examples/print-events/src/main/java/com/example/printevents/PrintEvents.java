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
        set.setCallback(Event.THREAD_BEGIN, (OmptCallback.ThreadBegin) (type, thread) -> print("thread_begin", type, thread));
        set.setCallback(Event.THREAD_END, (OmptCallback.ThreadEnd) thread -> print("thread_end", thread));
        set.setCallback(Event.PARALLEL_BEGIN, (OmptCallback.ParallelBegin) (task, frame, region, requested, flags, site) ->
                print("parallel_begin", task, region, requested, ParallelFlag.names(flags), runtime.callSite(site)));
        set.setCallback(Event.PARALLEL_END, (OmptCallback.ParallelEnd) (region, task, flags, site) ->
                print("parallel_end", region, task, ParallelFlag.names(flags), runtime.callSite(site)));
        set.setCallback(Event.IMPLICIT_TASK, (OmptCallback.ImplicitTask) (end, region, task, parallelism, index, flags) ->
                print("implicit_task", end, region, task, parallelism, index, TaskFlag.names(flags)));
        set.setCallback(Event.WORK, (OmptCallback.Work) (type, end, region, task, count, site) ->
                print("work", type, end, region, task, count, runtime.callSite(site)));
        set.setCallback(Event.DISPATCH, (OmptCallback.Dispatch) (region, task, kind, instance) ->
                print("dispatch", region, task, kind, instance.value));
        set.setCallback(Event.TASK_CREATE, (OmptCallback.TaskCreate) (parent, frame, task, flags, dependences, site) ->
                print("task_create", parent, task, TaskFlag.names(flags), dependences, runtime.callSite(site)));
        set.setCallback(Event.DEPENDENCES, (OmptCallback.Dependences) (task, dependences, count) ->
                print("dependences", task, List.of(dependences), count));
        set.setCallback(Event.TASK_SCHEDULE, (OmptCallback.TaskSchedule) (prior, status, next) ->
                print("task_schedule", prior, status, next));
        set.setCallback(Event.TASK_DEPENDENCE, (OmptCallback.TaskDependence) (source, sink) ->
                print("task_dependence", source, sink));
        set.setCallback(Event.SYNC_REGION, (OmptCallback.SyncRegion) (kind, end, region, task, site) ->
                print("sync_region", kind, end, region, task, runtime.callSite(site)));
        set.setCallback(Event.SYNC_REGION_WAIT, (OmptCallback.SyncRegionWait) (kind, end, region, task, site) ->
                print("sync_region_wait", kind, end, region, task, runtime.callSite(site)));
        set.setCallback(Event.REDUCTION, (OmptCallback.Reduction) (kind, end, region, task, site) ->
                print("reduction", kind, end, region, task, runtime.callSite(site)));
        set.setCallback(Event.MASKED, (OmptCallback.Masked) (end, region, task, site) ->
                print("masked", end, region, task, runtime.callSite(site)));
        set.setCallback(Event.MUTEX_ACQUIRE, (OmptCallback.MutexAcquire) (kind, hint, impl, waitId, site) ->
                print("mutex_acquire", kind, hint, impl, waitId, runtime.callSite(site)));
        set.setCallback(Event.MUTEX_ACQUIRED, (OmptCallback.MutexAcquired) (kind, waitId, site) ->
                print("mutex_acquired", kind, waitId, runtime.callSite(site)));
        set.setCallback(Event.MUTEX_RELEASED, (OmptCallback.MutexReleased) (kind, waitId, site) ->
                print("mutex_released", kind, waitId, runtime.callSite(site)));
        set.setCallback(Event.NEST_LOCK, (OmptCallback.NestLock) (end, waitId, site) ->
                print("nest_lock", end, waitId, runtime.callSite(site)));
        set.setCallback(Event.LOCK_INIT, (OmptCallback.LockInit) (kind, hint, impl, waitId, site) ->
                print("lock_init", kind, hint, impl, waitId, runtime.callSite(site)));
        set.setCallback(Event.LOCK_DESTROY, (OmptCallback.LockDestroy) (kind, waitId, site) ->
                print("lock_destroy", kind, waitId, runtime.callSite(site)));
        set.setCallback(Event.FLUSH, (OmptCallback.Flush) (thread, site) ->
                print("flush", thread, runtime.callSite(site)));
        set.setCallback(Event.CANCEL, (OmptCallback.Cancel) (task, flags, site) ->
                print("cancel", task, CancelFlag.names(flags), runtime.callSite(site)));
        set.setCallback(Event.ERROR, (OmptCallback.RuntimeError) (severity, message, length, site) ->
                print("error", severity, message, runtime.callSite(site)));
        set.setCallback(Event.CONTROL_TOOL, (OmptCallback.ControlTool) (command, modifier, arg, site) -> {
            print("control_tool", command, modifier, arg, runtime.callSite(site));
            return 0; // done
        });
        set.setCallback(Event.WAKEUP, (OmptCallback.Wakeup) (task, waitId, site) ->
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
