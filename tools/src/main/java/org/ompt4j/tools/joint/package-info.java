/** What is said of the traces of several JVMs together. Runs on the command line only. */
@NullMarked
package org.ompt4j.tools.joint;

import org.jspecify.annotations.NullMarked;
