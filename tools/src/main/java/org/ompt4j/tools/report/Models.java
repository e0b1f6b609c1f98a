package org.ompt4j.tools.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.Steals;
import org.ompt4j.tools.path.PathModel;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.Trace;

/** What the sections of a report are made from: the models of a run, and what is known besides the events. Thread safety: none. */
final class Models {
    final TracedRun traced;
    final Trace trace;
    final Names names;
    final RunModel run;
    final QueueModel queues;
    final Steals steals;
    final TaskPlaces places = new TaskPlaces();
    final RunFindings findings;

    /** The models for the listeners that are called on another thread. */
    final RunModel runAside;

    final MutexModel mutexesAside;
    final PathModel path;

    final JvmPauses pauses;

    /** The samples, the time on processors and the stacks are null if the run was to take no samples. */
    final @Nullable Samples samples;

    final @Nullable ProcessorSection processors;
    final @Nullable UserStacks stacks;
    final @Nullable WaitPaths waitPaths;

    Models(TracedRun traced) {
        this.traced = traced;
        this.trace = traced.trace();
        this.names = new Names(trace);
        this.run = RunModel.withoutHistory(trace);
        this.steals = new Steals(run);
        this.samples = traced.samples();
        this.pauses = pauses(trace, samples);
        this.processors = samples == null ? null : new ProcessorSection(names, samples);
        this.stacks = samples == null ? null : new UserStacks(trace, samples, processors);
        this.waitPaths = stacks == null ? null : stacks.waitPaths();
        this.findings = new RunFindings(trace, run, pauses, stacks);
        this.queues = new QueueModel(findings.stacks());
        this.runAside = RunModel.withoutHistory(trace);
        this.mutexesAside = new MutexModel(trace, List.of());
        this.path = new PathModel(trace, runAside, mutexesAside);
        if (samples != null && samples.tellsProcessorTime()) {
            path.parallelism().tellOfProcessors(samples.pauses().sinceNanos(), samples.mostProcessorNanos());
        }
    }

    private static JvmPauses pauses(Trace trace, @Nullable Samples samples) {
        JvmPauses told = (samples == null ? JvmPauses.NONE : samples.pauses()).and(trace.collections());
        return told.recordedIn(trace);
    }
}
