package org.ompt4j.libraries;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.ompt4j.apps.Scenarios;

/** Hazelcast: a map and an executor of a cluster of one. */
public final class HazelcastApp {
    private static final int ENTRIES = 300;
    private static final int TASKS = 50;

    private HazelcastApp() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("hazelcast.logging.type", "none");
        System.setProperty("hazelcast.phone.home.enabled", "false");
        Rest.measureThreads();
        new Scenarios().add("member", HazelcastApp::member).run(args);
    }

    private static String member(int scale) throws Exception {
        Config config = new Config();
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        IMap<Integer, Integer> map = member.getMap("numbers");
        for (int i = 0; i < ENTRIES * scale; i++) {
            map.put(i, i);
        }
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < TASKS * scale; i++) {
            results.add(member.getExecutorService("tasks").submit(new Task(i)));
        }
        int sum = 0;
        for (Future<Integer> each : results) {
            sum += each.get();
        }
        int size = map.size();
        Rest.pass();
        member.shutdown();
        return "entries " + size + ", sum " + sum;
    }

    private static final class Task implements Callable<Integer>, Serializable {
        private static final long serialVersionUID = 1;
        private final int number;

        Task(int number) {
            this.number = number;
        }

        @Override
        public Integer call() {
            return number % 7;
        }
    }
}
