/** Runs in the command line's own JVM: finds out from the events of a trace what is wrong with the run. */
@NullMarked
package org.ompt4j.tools.findings;

import org.jspecify.annotations.NullMarked;
