/** Runs in the command line's own JVM: computes the critical path of a run, and how many threads worked at the same time. */
@NullMarked
package org.ompt4j.tools.path;

import org.jspecify.annotations.NullMarked;
