package org.ompt4j.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Which JVMs are started, in which order.
 *
 * <p>Everything is measured once before anything is measured again, so that an aborted run has fewer pairs of all subjects. The settings of a
 * subject take turns, and each pair begins with another setting, so that changes of the machine's speed favour none of them.
 */
final class Plan {

    /** Trials of one subject that belong together. */
    record Group(int jdk, Subject subject, List<Trial> trials) {}

    private Plan() {}

    static List<Group> of(List<Subject> subjects, List<Integer> jdks, int sweeps, boolean withAsyncProfiler) {
        List<Group> groups = new ArrayList<>();
        for (int sweep = 0; sweep < sweeps; sweep++) {
            for (Subject each : subjects) {
                for (int jdk : jdks) {
                    if (sweep < each.sweeps() && jdk >= each.oldestJdk()) {
                        groups.add(new Group(jdk, each, trials(each, jdk, sweep, withAsyncProfiler)));
                    }
                }
            }
        }
        return groups;
    }

    private static List<Trial> trials(Subject subject, int jdk, int sweep, boolean withAsyncProfiler) {
        List<Setting> settings = new ArrayList<>(subject.settings());
        if (sweep < subject.sweepsWithPeers()) {
            settings.addAll(subject.peers());
        }
        if (!withAsyncProfiler) {
            settings.remove(Setting.ASYNC_PROFILER);
        }
        List<Trial> trials = new ArrayList<>();
        for (int turn = 0; turn < subject.turns(); turn++) {
            int pair = sweep * subject.turns() + turn;
            List<Setting> order = new ArrayList<>(settings);
            Collections.rotate(order, -pair);
            order.forEach(each -> trials.add(new Trial(pair, jdk, subject.suite(), subject.id(), each)));
        }
        return trials;
    }
}
