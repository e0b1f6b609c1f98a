package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.dispatch;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;

import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;

/** Common parts of the tests of pools. */
abstract class PoolContract extends ConstructContract {

    static ExpectedEvent completed() {
        return taskSchedule(TaskStatus.COMPLETE);
    }

    /** Asserts that there is one call of {@code invokeAll} with so many tasks. */
    final void hasSections(TraceAssert seen, int tasks) {
        seen.has(tasks, completed()).has(tasks, dispatch(DispatchKind.SECTION));
        for (int i = 0; i < tasks; i++) {
            seen.has(1, dispatch(DispatchKind.SECTION).start(i));
        }
        seen.onThread("main")
                .emitsInOrder(
                        work(WorkType.SECTIONS, BEGIN).count(tasks),
                        syncRegion(TASKGROUP, BEGIN),
                        taskCreate().at(app().getSimpleName() + ".invokeAll"),
                        syncRegion(TASKGROUP, END),
                        work(WorkType.SECTIONS, END));
    }
}
