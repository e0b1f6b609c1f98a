package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.ompt4j.tools.trace.FlightNames;

/** Records the stack of code that creates a region or a task. */
@Name(FlightNames.MADE)
@Label("Region or task was made")
@Category("OMPT4J")
@Description("A region or a task of the trace was made by this code; there now and then")
final class MadeEvent extends Event {
    @Name(FlightNames.MADE_ID)
    @Label("Id of the region or the task in the trace")
    long made;

    @Name(FlightNames.CALL_SITE)
    @Label("Call site in the trace")
    int callSite;

    @Name(FlightNames.BODY)
    @Label("Code that it runs in the trace")
    int body;
}
