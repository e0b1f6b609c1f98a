package org.ompt4j.bench.suites;

import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

/** A tool with an empty callback for every event of the host: the cost of the dispatch. */
public final class SilentTool implements OmptTool, OmptStartToolResult {

    @Override
    public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
        return this;
    }

    @Override
    public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
        var set = (OmptEntryPoint.SetCallback) lookup.lookup(OmptEntryPoint.SetCallback.NAME);
        setForThreadsAndRegions(set);
        setForTasks(set);
        setForMutexes(set);
        return 1;
    }

    private static void setForThreadsAndRegions(OmptEntryPoint.SetCallback set) {
        set.on(OmptCallback.THREAD_BEGIN, (type, thread) -> {});
        set.on(OmptCallback.THREAD_END, thread -> {});
        set.on(OmptCallback.PARALLEL_BEGIN, (task, frame, region, n, flags, site) -> {});
        set.on(OmptCallback.PARALLEL_END, (region, task, flags, site) -> {});
        set.on(OmptCallback.IMPLICIT_TASK, (end, region, task, n, index, flags) -> {});
        set.on(OmptCallback.WORK, (type, end, region, task, count, site) -> {});
        set.on(OmptCallback.DISPATCH, (region, task, kind, instance) -> {});
        set.on(OmptCallback.REDUCTION, (kind, end, region, task, site) -> {});
        set.on(OmptCallback.MASKED, (end, region, task, site) -> {});
        set.on(OmptCallback.CANCEL, (task, flags, site) -> {});
        set.on(OmptCallback.ERROR, (severity, message, length, site) -> {});
        set.on(OmptCallback.CONTROL_TOOL, (command, modifier, arg, site) -> 0);
    }

    private static void setForTasks(OmptEntryPoint.SetCallback set) {
        set.on(OmptCallback.TASK_CREATE, (from, frame, task, flags, deps, site) -> {});
        set.on(OmptCallback.DEPENDENCES, (task, dependences, count) -> {});
        set.on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> {});
        set.on(OmptCallback.TASK_DEPENDENCE, (source, sink) -> {});
        set.on(OmptCallback.TASK_CPU_TIME, (task, cpuTime) -> {});
        set.on(OmptCallback.TASK_LATE, (task, lateness, period) -> {});
        set.on(OmptCallback.SYNC_REGION, (kind, end, region, task, site) -> {});
        set.on(OmptCallback.SYNC_REGION_WAIT, (kind, end, region, task, site) -> {});
    }

    private static void setForMutexes(OmptEntryPoint.SetCallback set) {
        set.on(OmptCallback.MUTEX_ACQUIRE, (kind, hint, impl, waitId, site) -> {});
        set.on(OmptCallback.MUTEX_ACQUIRED, (kind, waitId, site) -> {});
        set.on(OmptCallback.MUTEX_RELEASED, (kind, waitId, site) -> {});
        set.on(OmptCallback.NEST_LOCK, (end, waitId, site) -> {});
        set.on(OmptCallback.LOCK_INIT, (kind, hint, impl, waitId, site) -> {});
        set.on(OmptCallback.LOCK_DESTROY, (kind, waitId, site) -> {});
        set.on(OmptCallback.FLUSH, (thread, site) -> {});
        set.on(OmptCallback.WAIT, (state, endpoint, task, waitId, site) -> {});
        set.on(OmptCallback.WAKEUP, (task, waitId, site) -> {});
        set.on(OmptCallback.POOL, (end, pool, name, size, site) -> {});
        set.on(OmptCallback.POOL_WORKER, (end, pool) -> {});
    }

    @Override
    public void finalizeTool() {}
}
