/**
 * Runs in the agent jar in the observed JVM: constructs that the user defines in the configuration, rewritten with Byte Buddy,
 * which is loaded only if there are any.
 */
@NullMarked
package org.ompt4j.mappings.defined;

import org.jspecify.annotations.NullMarked;
