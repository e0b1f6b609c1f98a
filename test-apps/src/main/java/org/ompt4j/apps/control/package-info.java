/**
 * Runs in observed JVMs: programs that give commands to the tools that observe them.
 */
@NullMarked
package org.ompt4j.apps.control;

import org.jspecify.annotations.NullMarked;
