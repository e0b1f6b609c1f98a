/**
 * Runs on the bootstrap side of the observed JVM: finds and starts tools, and turns trace records into the typed callbacks of
 * each tool.
 */
@NullMarked
package org.ompt4j.emitter.tool;

import org.jspecify.annotations.NullMarked;
