/** Runs in the command line's JVM, and in the observed one for the conformance tool: threads, regions and tasks, rebuilt from events. */
@NullMarked
package org.ompt4j.tools.model;

import org.jspecify.annotations.NullMarked;
