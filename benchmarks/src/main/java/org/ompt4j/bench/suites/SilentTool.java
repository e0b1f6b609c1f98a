package org.ompt4j.bench.suites;

import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

/** A tool that has a callback for every event of the host and does nothing in any of them: what dispatch alone costs. */
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
        set.setCallback(Event.THREAD_BEGIN, (OmptCallback.ThreadBegin) (type, thread) -> {});
        set.setCallback(Event.THREAD_END, (OmptCallback.ThreadEnd) thread -> {});
        set.setCallback(Event.PARALLEL_BEGIN, (OmptCallback.ParallelBegin) (task, frame, region, n, flags, site) -> {});
        set.setCallback(Event.PARALLEL_END, (OmptCallback.ParallelEnd) (region, task, flags, site) -> {});
        set.setCallback(Event.IMPLICIT_TASK, (OmptCallback.ImplicitTask) (end, region, task, n, index, flags) -> {});
        set.setCallback(Event.WORK, (OmptCallback.Work) (type, end, region, task, count, site) -> {});
        set.setCallback(Event.DISPATCH, (OmptCallback.Dispatch) (region, task, kind, instance) -> {});
        set.setCallback(Event.REDUCTION, (OmptCallback.Reduction) (kind, end, region, task, site) -> {});
        set.setCallback(Event.MASKED, (OmptCallback.Masked) (end, region, task, site) -> {});
        set.setCallback(Event.CANCEL, (OmptCallback.Cancel) (task, flags, site) -> {});
        set.setCallback(Event.ERROR, (OmptCallback.RuntimeError) (severity, message, length, site) -> {});
        set.setCallback(Event.CONTROL_TOOL, (OmptCallback.ControlTool) (command, modifier, arg, site) -> 0);
    }

    private static void setForTasks(OmptEntryPoint.SetCallback set) {
        set.setCallback(Event.TASK_CREATE, (OmptCallback.TaskCreate) (from, frame, task, flags, deps, site) -> {});
        set.setCallback(Event.DEPENDENCES, (OmptCallback.Dependences) (task, dependences, count) -> {});
        set.setCallback(Event.TASK_SCHEDULE, (OmptCallback.TaskSchedule) (prior, status, next) -> {});
        set.setCallback(Event.TASK_DEPENDENCE, (OmptCallback.TaskDependence) (source, sink) -> {});
        set.setCallback(Event.SYNC_REGION, (OmptCallback.SyncRegion) (kind, end, region, task, site) -> {});
        set.setCallback(Event.SYNC_REGION_WAIT, (OmptCallback.SyncRegionWait) (kind, end, region, task, site) -> {});
    }

    private static void setForMutexes(OmptEntryPoint.SetCallback set) {
        set.setCallback(Event.MUTEX_ACQUIRE, (OmptCallback.MutexAcquire) (kind, hint, impl, waitId, site) -> {});
        set.setCallback(Event.MUTEX_ACQUIRED, (OmptCallback.MutexAcquired) (kind, waitId, site) -> {});
        set.setCallback(Event.MUTEX_RELEASED, (OmptCallback.MutexReleased) (kind, waitId, site) -> {});
        set.setCallback(Event.NEST_LOCK, (OmptCallback.NestLock) (end, waitId, site) -> {});
        set.setCallback(Event.LOCK_INIT, (OmptCallback.LockInit) (kind, hint, impl, waitId, site) -> {});
        set.setCallback(Event.LOCK_DESTROY, (OmptCallback.LockDestroy) (kind, waitId, site) -> {});
        set.setCallback(Event.FLUSH, (OmptCallback.Flush) (thread, site) -> {});
        set.setCallback(Event.WAKEUP, (OmptCallback.Wakeup) (task, waitId, site) -> {});
    }

    @Override
    public void finalizeTool() {}
}
