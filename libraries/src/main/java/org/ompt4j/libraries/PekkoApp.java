package org.ompt4j.libraries;

import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.ompt4j.apps.Scenarios;

/** Pekko: two actors that send a number to and fro, on the default dispatcher. */
public final class PekkoApp {
    private static final int ROUNDS = 1_000;

    private PekkoApp() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("pekko.loglevel", "WARNING");
        Rest.measureThreads();
        new Scenarios().add("actors", PekkoApp::actors).run(args);
    }

    private static String actors(int scale) throws InterruptedException {
        ActorSystem system = ActorSystem.create("actors");
        CompletableFuture<Integer> result = new CompletableFuture<>();
        ActorRef first = system.actorOf(Props.create(Player.class, () -> new Player(ROUNDS * scale, result)), "first");
        ActorRef second =
                system.actorOf(Props.create(Player.class, () -> new Player(ROUNDS * scale, result)), "second");
        first.tell(0, second);
        int rounds = result.join();
        Rest.pass();
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
        return "rounds " + rounds;
    }

    private static final class Player extends AbstractActor {
        private final int rounds;
        private final CompletableFuture<Integer> result;

        Player(int rounds, CompletableFuture<Integer> result) {
            this.rounds = rounds;
            this.result = result;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Integer.class, this::play).build();
        }

        private void play(Integer round) {
            if (round == rounds) {
                result.complete(round);
            } else {
                getSender().tell(round + 1, getSelf());
            }
        }
    }
}
