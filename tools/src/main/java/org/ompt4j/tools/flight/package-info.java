/** Runs in the observed JVM (agent jar): the tool that writes a trace and lets the JDK's Flight Recorder take samples beside it. */
@NullMarked
package org.ompt4j.tools.flight;

import org.jspecify.annotations.NullMarked;
