package org.ompt4j.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassOriginTest {
    /** Packages of the JDK whose names belong to other organizations. */
    private static final List<String> NAMED_BY_OTHERS =
            List.of("netscape.javascript", "org.ietf.jgss", "org.jcp.xml", "org.w3c.dom", "org.xml.sax");

    private static Stream<String> packagesOfTheJdk() {
        return ModuleFinder.ofSystem().findAll().stream()
                .map(ModuleReference::descriptor)
                .flatMap(each -> each.packages().stream())
                // Has images only.
                .filter(each -> !each.contains("toolbarButtonGraphics"));
    }

    @Test
    void packagesOfTheJdkThatRunsThisAreTheJdks() {
        assertThat(packagesOfTheJdk())
                .filteredOn(each -> NAMED_BY_OTHERS.stream().noneMatch(each::startsWith))
                .filteredOn(each -> !each.equals("javax.xml"))
                .hasSizeGreaterThan(500)
                .allMatch(each -> ClassOrigin.isOfJdk(each + ".Any"), "is of the JDK");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.ForkJoinPool.scan",
                "javax.xml.XMLConstants",
                "com.sun.net.httpserver.HttpServer.create(HttpServer.java:9)",
                "jdk.internal.misc.Unsafe.park"
            })
    void whatBeginsWithAClassOfTheJdkIsTheJdks(String text) {
        assertThat(ClassOrigin.isOfJdk(text)).isTrue();
        assertThat(ClassOrigin.isOfProgram(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Main",
                "javax.servlet.http.HttpServlet.service",
                "javax.persistence.EntityManager",
                "javax.annotation.PostConstruct",
                "javax.xml.bind.JAXBContext",
                "javax.transaction.UserTransaction",
                "com.sun.jna.Native",
                "com.sun.xml.bind.v2.ContextFactory",
                "javassist.ClassPool",
                "sunny.Day",
                "org.ompt4j.apps.lock.HoldApp",
                "org.w3c.dom.Node"
            })
    void librariesWithNamesLikeTheJdksAreOfTheProgram(String text) {
        assertThat(ClassOrigin.isOfProgram(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"org.ompt4j.emitter.Events", "org.ompt4j.shaded.asm.tree.ClassNode", "org.ompt4j.agent.OmptAgent"
            })
    void agentAndItsToolsAreNotTheProgram(String text) {
        assertThat(ClassOrigin.isOfAgent(text)).isTrue();
        assertThat(ClassOrigin.isOfProgram(text)).isFalse();
    }
}
