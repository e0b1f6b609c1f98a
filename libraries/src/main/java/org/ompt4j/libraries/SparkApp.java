package org.ompt4j.libraries;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.ompt4j.apps.Scenarios;

/** Spark in local mode with two threads: a job with a shuffle. */
public final class SparkApp {
    private static final int NUMBERS = 10_000;
    private static final int PARTITIONS = 8;

    private SparkApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("job", SparkApp::job).run(args);
    }

    private static String job(int scale) throws InterruptedException {
        SparkConf conf = new SparkConf()
                .setMaster("local[2]")
                .setAppName("job")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "localhost")
                .set("spark.driver.bindAddress", "127.0.0.1");
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            List<Integer> numbers = IntStream.range(0, NUMBERS * scale).boxed().collect(Collectors.toList());
            long groups = spark.parallelize(numbers, PARTITIONS)
                    .groupBy(each -> each % 7)
                    .count();
            Rest.pass();
            return "groups " + groups;
        }
    }
}
