/** Runs in the command line's JVM: assigns samples of the Flight Recorder to tasks, and rebuilds stacks as the program was written. */
@NullMarked
package org.ompt4j.tools.profile;

import org.jspecify.annotations.NullMarked;
