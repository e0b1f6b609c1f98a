package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.ompt4j.tools.trace.FlightNames;

/** Records the stack of code that has waited. */
@Name(FlightNames.WAITED)
@Label("Wait is over")
@Category("OMPT4J")
@Description("A wait of the trace was made by this code; there now and then")
final class WaitedEvent extends Event {
    @Name(FlightNames.BEGAN)
    @Label("When it began in the trace, in nanoseconds")
    long began;

    @Name(FlightNames.CALL_SITE)
    @Label("Call site in the trace")
    int callSite;
}
