package org.ompt4j.tools.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The stack of code that makes a region or a task. */
@Name(MadeEvent.NAME)
@Label("Region or task was made")
@Category("OMPT4J")
@Description("A region or a task of the trace was made by this code; there now and then")
final class MadeEvent extends Event {
    static final String NAME = "org.ompt4j.Made";

    @Label("Id of the region or the task in the trace")
    long made;

    @Label("Call site in the trace")
    int callSite;

    @Label("Code that it runs in the trace")
    int body;
}
