/**
 * Runs in the application, in any class loader and any number of them: commands to the tools. Needs nothing but the JDK.
 */
@NullMarked
package org.ompt4j.control;

import org.jspecify.annotations.NullMarked;
