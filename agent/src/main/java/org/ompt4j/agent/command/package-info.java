/**
 * Runs in the command line of the jar: its commands about settings and other processes.
 */
@NullMarked
package org.ompt4j.agent.command;

import org.jspecify.annotations.NullMarked;
