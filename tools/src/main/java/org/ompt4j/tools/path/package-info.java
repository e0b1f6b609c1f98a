/** Runs in the command line's own JVM: what a run's length is made of, and how many threads worked at a time. */
@NullMarked
package org.ompt4j.tools.path;

import org.jspecify.annotations.NullMarked;
