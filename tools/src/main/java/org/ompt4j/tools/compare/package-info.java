/** Runs in the command line's JVM: compares runs before and after a change, for the command {@code compare}. */
@NullMarked
package org.ompt4j.tools.compare;

import org.jspecify.annotations.NullMarked;
