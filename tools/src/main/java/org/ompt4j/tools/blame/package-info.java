/** Runs in the command line's own JVM: says because of whom threads waited, and who worked while others were idle. */
@NullMarked
package org.ompt4j.tools.blame;

import org.jspecify.annotations.NullMarked;
