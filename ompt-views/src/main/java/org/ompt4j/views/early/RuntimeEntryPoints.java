package org.ompt4j.views.early;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.views.EntryPoints;

/**
 * The entry points of the present interface that the early one is made of.
 *
 * <p>Thread safety: immutable.
 */
final class RuntimeEntryPoints {
    final Ompt4jRuntime runtime;
    final OmptEntryPoint.SetCallback setCallback;
    final OmptEntryPoint.GetThreadData getThreadData;
    final OmptEntryPoint.GetState getState;
    final OmptEntryPoint.EnumerateStates enumerateStates;
    final OmptEntryPoint.GetParallelInfo getParallelInfo;
    final OmptEntryPoint.GetTaskInfo getTaskInfo;
    final OmptEntryPoint.GetTargetInfo getTargetInfo;
    final OmptEntryPoint.GetEventTime getEventTime;
    final OmptEntryPoint.GetEventConstruct getEventConstruct;
    final OmptEntryPoint.GetEventBody getEventBody;

    RuntimeEntryPoints(OmptFunctionLookup lookup) {
        EntryPoints found = new EntryPoints(lookup);
        runtime = found.required(Ompt4jRuntime.class, Ompt4jRuntime.NAME);
        setCallback = found.required(OmptEntryPoint.SetCallback.class, OmptEntryPoint.SetCallback.NAME);
        getThreadData = found.required(OmptEntryPoint.GetThreadData.class, OmptEntryPoint.GetThreadData.NAME);
        getState = found.required(OmptEntryPoint.GetState.class, OmptEntryPoint.GetState.NAME);
        enumerateStates = found.required(OmptEntryPoint.EnumerateStates.class, OmptEntryPoint.EnumerateStates.NAME);
        getParallelInfo = found.required(OmptEntryPoint.GetParallelInfo.class, OmptEntryPoint.GetParallelInfo.NAME);
        getTaskInfo = found.required(OmptEntryPoint.GetTaskInfo.class, OmptEntryPoint.GetTaskInfo.NAME);
        getTargetInfo = found.required(OmptEntryPoint.GetTargetInfo.class, OmptEntryPoint.GetTargetInfo.NAME);
        getEventTime = found.required(OmptEntryPoint.GetEventTime.class, OmptEntryPoint.GetEventTime.NAME);
        getEventConstruct =
                found.required(OmptEntryPoint.GetEventConstruct.class, OmptEntryPoint.GetEventConstruct.NAME);
        getEventBody = found.required(OmptEntryPoint.GetEventBody.class, OmptEntryPoint.GetEventBody.NAME);
    }

    /** The code that the region or task runs whose begin is being told, null if that is not known. */
    @Nullable
    String eventBody() {
        int body = getEventBody.getEventBody();
        return body == 0 ? null : runtime.body(body);
    }
}
