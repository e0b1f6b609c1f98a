package org.ompt4j.mappings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.ompt4j.ompt.Construct;

/** What a mapping is about; with what its construct raises, the table of constructs in the documentation is made from it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Mapping {

    /** The construct, whose id is the mapping's id. */
    Construct construct();

    /** The JVM construct in the reader's words. */
    String title();

    /** The sections of the specification that its events come from. */
    String spec();

    /** The release of OMPT4J that had it first. */
    String since();
}
