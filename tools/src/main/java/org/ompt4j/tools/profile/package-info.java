/** Runs in the command line's own JVM: places samples of the Flight Recorder in the tasks they were taken in, and rebuilds stacks as the program was written. */
@NullMarked
package org.ompt4j.tools.profile;

import org.jspecify.annotations.NullMarked;
