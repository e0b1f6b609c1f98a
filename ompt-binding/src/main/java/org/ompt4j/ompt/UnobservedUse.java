package org.ompt4j.ompt;

/**
 * A construct that the loaded classes use and that this run does not observe, or not completely.
 *
 * @param reason why it is not observed
 * @param construct id of the construct, as {@link Construct#id}; constructs that no mapping observes have ids too
 * @param missing what is not observed, in a few words
 * @param uses places in the code: calls, references to methods, and classes that implement the construct's type; 0 or more
 * @param classes classes with such a place; 0 if no place in the code shows it
 * @param times how often hooks of other constructs saw it: tasks that workers of a thread pool ran, for all others parks of threads that said
 *     what they wait for, by reflection waits; 0 or more, 0 also where no hook can see it
 */
public record UnobservedUse(Reason reason, String construct, String missing, long uses, long classes, long times) {

    /** Why uses of a construct are not observed. */
    public enum Reason {
        /** No mapping observes it, or none in the run's profile. */
        NOT_MAPPED("not-mapped"),
        /** The setting {@code constructs} leaves it out. */
        SWITCHED_OFF("switched-off"),
        /** The settings {@code include} and {@code exclude} leave the classes out that use it. */
        LEFT_OUT("left-out"),
        /** Only calls in the code are observed, and these are references to methods. */
        BY_REFERENCE("by-reference"),
        /** Only calls in the code are observed, and these were made by reflection or through a method handle. */
        BY_REFLECTION("by-reflection");

        private final String id;

        Reason(String id) {
            this.id = id;
        }

        /** The name that trace files use. */
        public String id() {
            return id;
        }
    }
}
