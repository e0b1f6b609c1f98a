/** Runs on the bootstrap side of the observed JVM, in the agent, its tools and the command line: text of others, made fit to be shown, and understood. */
@NullMarked
package org.ompt4j.text;

import org.jspecify.annotations.NullMarked;
