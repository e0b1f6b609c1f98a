package org.ompt4j.apps.agent;

import java.util.stream.IntStream;

/**
 * Ends in the way that its argument names: {@code return}, {@code exit} (status 7), {@code throw} (status 1), {@code halt}
 * (status 9). Before that it leaves a daemon thread behind and a shutdown hook that works in parallel, except with halt.
 */
public final class EndingApp {

    private EndingApp() {}

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(EndingApp::lastWork, "last-work"));
        Thread daemon = new Thread(EndingApp::sleepForever, "daemon");
        daemon.setDaemon(true);
        daemon.start();
        System.out.println("sum " + IntStream.range(0, 1000).parallel().sum());
        end(args[0]);
    }

    private static void end(String how) {
        switch (how) {
            case "exit":
                System.exit(7);
                break;
            case "throw":
                throw new IllegalStateException("thrown on purpose");
            case "halt":
                Runtime.getRuntime().halt(9);
                break;
            default:
                break;
        }
    }

    private static void lastWork() {
        System.out.println("last sum " + IntStream.range(0, 100).parallel().sum());
    }

    private static void sleepForever() {
        while (true) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
