/** Runs in the command line's own JVM: turns the events of a trace into tables for people. */
@NullMarked
package org.ompt4j.tools.report;

import org.jspecify.annotations.NullMarked;
