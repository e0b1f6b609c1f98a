package org.ompt4j.views.tr4;

import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.views.tr4.Tr4.OmptTaskDependenceFlag;

/**
 * One dependence of a task.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_task_dependence_t}.
 *
 * @param variableAddr stands for the variable: the id of the task that produces the value
 */
public record OmptTaskDependence(long variableAddr, OmptTaskDependenceFlag dependenceFlags) {

    /** The first {@code ndeps} dependences of the present generation. */
    static OmptTaskDependence[] of(OmptDependence[] deps, int ndeps) {
        OmptTaskDependence[] converted = new OmptTaskDependence[ndeps];
        for (int i = 0; i < ndeps; i++) {
            OmptTaskDependenceFlag flag = OmptTaskDependenceFlag.of(deps[i].dependenceType());
            converted[i] = new OmptTaskDependence(deps[i].variable(), flag);
        }
        return converted;
    }
}
