package org.ompt4j.ompt;

/**
 * One dependence of a task.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.9 ({@code ompt_dependence_t}).
 *
 * @param variable stands for the storage location: the id of the task that produces the value (for that task itself its own
 *     id); for {@link DependenceType#SOURCE} and {@link DependenceType#SINK} an iteration number
 */
public record OmptDependence(long variable, DependenceType dependenceType) {}
