package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The stack of code that has waited. */
@Name(WaitedEvent.NAME)
@Label("Wait is over")
@Category("OMPT4J")
@Description("A wait of the trace was made by this code; there now and then")
final class WaitedEvent extends Event {
    static final String NAME = "org.ompt4j.Waited";

    @Label("When it began in the trace, in nanoseconds")
    long began;

    @Label("Call site in the trace")
    int callSite;
}
