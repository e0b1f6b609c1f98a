/** Runs in the command line's own JVM: checks that a trace obeys the rules of order of OMPT events. */
@NullMarked
package org.ompt4j.tools.check;

import org.jspecify.annotations.NullMarked;
