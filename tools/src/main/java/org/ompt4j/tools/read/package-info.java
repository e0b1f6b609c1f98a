/** Runs in the command line's own JVM: reads trace files as a stream of events. */
@NullMarked
package org.ompt4j.tools.read;

import org.jspecify.annotations.NullMarked;
