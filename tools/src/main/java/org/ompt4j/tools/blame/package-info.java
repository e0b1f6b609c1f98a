/** Runs in the command line's own JVM: finds the causes of waits, and the work that was done while workers were idle. */
@NullMarked
package org.ompt4j.tools.blame;

import org.jspecify.annotations.NullMarked;
