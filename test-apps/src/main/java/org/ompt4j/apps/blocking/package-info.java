/** Runs in observed JVMs: programs that park, sleep, and block for input and output. */
@NullMarked
package org.ompt4j.apps.blocking;

import org.jspecify.annotations.NullMarked;
