/** Runs in an observed JVM, in a class loader that finds only what the plug-in imports. */
@NullMarked
package org.ompt4j.apps.company.plugin;

import org.jspecify.annotations.NullMarked;
