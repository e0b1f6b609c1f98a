/** Runs in the command line's JVM: the joint report on the traces of several JVMs. */
@NullMarked
package org.ompt4j.tools.joint;

import org.jspecify.annotations.NullMarked;
