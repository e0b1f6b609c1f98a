package org.ompt4j.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * JVMs that run the same program in different settings and take turns: one runs a round while the others wait, then the next one does. So
 * changes of the machine's speed and load, within seconds, affect all of them equally.
 *
 * <p>Thread safety: one thread.
 */
final class Turns implements AutoCloseable {
    /** Milliseconds from the start of the process until the end of its first round. */
    static final String FIRST = "first";

    /** Milliseconds of all rounds, including the start. */
    static final String ALL = "all";

    private static final String ONE_ROUND = "1";

    private final BiConsumer<Setting, IOException> failed;
    private final List<Player> players = new ArrayList<>();

    /** One of the JVMs, and its results. */
    private static final class Player {
        final Setting setting;
        final ForkedRun run;
        final List<Double> wall = new ArrayList<>();
        final List<Double> processor = new ArrayList<>();
        double first;
        double all;

        Player(Setting setting, ForkedRun run) {
            this.setting = setting;
            this.run = run;
        }

        void begin() throws IOException, InterruptedException {
            run.ask(ONE_ROUND);
            first = run.millisSinceStart();
            all = first;
        }

        void round(boolean counts) throws IOException, InterruptedException {
            Map<String, List<Double>> answer = run.ask(ONE_ROUND);
            all += answer.get(Figures.WALL).get(0);
            if (counts) {
                wall.addAll(answer.get(Figures.WALL));
                processor.addAll(answer.get(Figures.PROCESSOR));
            }
        }

        /** The metrics. The resolution of processor time is too coarse for single rounds. */
        Map<String, List<Double>> metrics() {
            Map<String, List<Double>> metrics = new LinkedHashMap<>();
            metrics.put(FIRST, List.of(first));
            metrics.put(ALL, List.of(all));
            metrics.put(Figures.WALL, wall);
            metrics.put(
                    Figures.PROCESSOR,
                    List.of(processor.stream()
                            .mapToDouble(each -> each)
                            .average()
                            .orElse(0)));
            return metrics;
        }
    }

    private interface Step {
        void with(Player player) throws IOException, InterruptedException;
    }

    /** @param failed called for each JVM that fails; the others continue */
    Turns(BiConsumer<Setting, IOException> failed) {
        this.failed = failed;
    }

    /** Adds a JVM that has just been started, and lets it run its first round. */
    void join(Setting setting, ForkedRun run) throws InterruptedException {
        Player player = new Player(setting, run);
        players.add(player);
        step(player, Player::begin);
    }

    /** Each JVM runs rounds that are not measured. */
    void warmUp(int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            each(players, player -> player.round(false));
        }
    }

    /** Each JVM runs measured rounds, in random order each time, since a round depends on the JVM that ran before. */
    void measure(int rounds, Random random) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            List<Player> order = new ArrayList<>(players);
            Collections.shuffle(order, random);
            each(order, player -> player.round(true));
        }
    }

    /** Ends all JVMs; returns the results of those that did not fail. */
    Map<Setting, Map<String, List<Double>>> end() throws InterruptedException {
        each(players, player -> player.run.end());
        Map<Setting, Map<String, List<Double>>> metrics = new LinkedHashMap<>();
        players.forEach(each -> metrics.put(each.setting, each.metrics()));
        return metrics;
    }

    @Override
    public void close() {
        players.forEach(each -> each.run.close());
    }

    private void each(List<Player> some, Step step) throws InterruptedException {
        for (Player each : List.copyOf(some)) {
            step(each, step);
        }
    }

    private void step(Player player, Step step) throws InterruptedException {
        try {
            step.with(player);
        } catch (IOException e) {
            players.remove(player);
            player.run.close();
            failed.accept(player.setting, e);
        }
    }
}
