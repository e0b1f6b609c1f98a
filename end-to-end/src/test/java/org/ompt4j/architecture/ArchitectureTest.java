package org.ompt4j.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.defined.DefinedHooks;
import org.ompt4j.emitter.monitor.SynchronizedHooks;
import org.ompt4j.emitter.thread.ThreadHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;

/** Checks the table of modules: which other packages each package may use, depending on where its classes run. */
class ArchitectureTest {

    private static final Set<String> JAVA_BASE = Object.class.getModule().getPackages();

    private static final String[] BOOTSTRAP_SIDE = {
        "org.ompt4j.emitter..", "org.ompt4j.ompt..", "org.ompt4j.settings..", "org.ompt4j.text.."
    };

    private static JavaClasses all;

    @BeforeAll
    static void readAllClasses() {
        all = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                // The packaged test classes of other modules.
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("org.ompt4j");
        // An empty import would satisfy every rule below.
        assertThat(all.contain("org.ompt4j.ompt.RecordSink")).isTrue();
        assertThat(all.contain("org.ompt4j.tools.read.TraceHeader")).isTrue();
        assertThat(all.contain("org.ompt4j.views.EntryPoints")).isTrue();
        assertThat(all.contain("org.ompt4j.junit.Observed")).isTrue();
    }

    @Test
    void emitterUsesNothingButJavaBase() {
        check(classes()
                .that(resideInAnyPackage(BOOTSTRAP_SIDE))
                .should()
                .onlyDependOnClassesThat(
                        inJavaBase().or(resideInAnyPackage(BOOTSTRAP_SIDE)).or(resideInAPackage("org.jspecify.."))));
    }

    @Test
    void textIsKnownToAllAndKnowsNobody() {
        check(classes()
                .that(resideInAPackage("org.ompt4j.text.."))
                .should()
                .onlyDependOnClassesThat(inJavaBase().or(resideInAnyPackage("org.ompt4j.text..", "org.jspecify.."))));
    }

    @Test
    void settingsAreKnownToAllAndKnowTheBindingAlone() {
        check(classes()
                .that(resideInAPackage("org.ompt4j.settings.."))
                .should()
                .onlyDependOnClassesThat(inJavaBase()
                        .or(resideInAnyPackage(
                                "org.ompt4j.settings..", "org.ompt4j.ompt..", "org.ompt4j.text..", "org.jspecify.."))));
    }

    /** Code that runs before main uses few classes of the JDK: some of them are rewritten, and loading them takes time. */
    @Test
    void startOfTheAgentUsesNoStreams() {
        check(noClasses()
                .that(resideInAnyPackage(
                        "org.ompt4j.agent.config..",
                        "org.ompt4j.agent.install..",
                        "org.ompt4j.agent.run..",
                        "org.ompt4j.settings.."))
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.stream..")));
    }

    @Test
    void bindingKnowsNothingOfTheEmitter() {
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.ompt.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.ompt4j.emitter..")));
    }

    @Test
    void toolsKnowTheEmitterOnlyThroughTheBinding() {
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.tools.."))
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org.ompt4j.emitter..", "org.ompt4j.mappings..", "org.ompt4j.agent..")));
    }

    /** Packages that write, read and check traces do not use packages that make reports and exports of them. */
    @Test
    void packagesOfTheToolsKnowOnlyThoseBelowThem() {
        check(Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("org.ompt4j.tools..")
                .layer("command line")
                .definedBy("org.ompt4j.tools.cli")
                .layer("several runs")
                .definedBy("org.ompt4j.tools.compare", "org.ompt4j.tools.joint")
                .layer("outputs")
                .definedBy("org.ompt4j.tools.report", "org.ompt4j.tools.check", "org.ompt4j.tools.export")
                .layer("findings")
                .definedBy("org.ompt4j.tools.findings")
                .layer("paths")
                .definedBy("org.ompt4j.tools.path")
                .layer("blame")
                .definedBy("org.ompt4j.tools.blame")
                .layer("samples")
                .definedBy("org.ompt4j.tools.profile")
                .layer("live tools")
                .definedBy("org.ompt4j.tools.conformance", "org.ompt4j.tools.flight", "org.ompt4j.tools.sample")
                .layer("rules")
                .definedBy("org.ompt4j.tools.rules")
                .layer("model")
                .definedBy("org.ompt4j.tools.model")
                .layer("reader")
                .definedBy("org.ompt4j.tools.read")
                .layer("trace")
                .definedBy("org.ompt4j.tools.trace")
                .layer("text")
                .definedBy("org.ompt4j.tools.text")
                .ensureAllClassesAreContainedInArchitectureIgnoring(resideOutsideOfPackage("org.ompt4j.tools.."))
                .whereLayer("command line")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("several runs")
                .mayOnlyBeAccessedByLayers("command line")
                .whereLayer("outputs")
                .mayOnlyBeAccessedByLayers("command line", "several runs")
                .whereLayer("findings")
                .mayOnlyBeAccessedByLayers("several runs", "outputs")
                .whereLayer("paths")
                .mayOnlyBeAccessedByLayers("outputs", "findings")
                .whereLayer("blame")
                .mayOnlyBeAccessedByLayers("outputs", "findings")
                .whereLayer("samples")
                .mayOnlyBeAccessedByLayers("command line", "several runs", "outputs", "findings")
                .whereLayer("live tools")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("rules")
                .mayOnlyBeAccessedByLayers("outputs", "live tools")
                .whereLayer("model")
                .mayOnlyBeAccessedByLayers(
                        "command line",
                        "several runs",
                        "outputs",
                        "findings",
                        "blame",
                        "paths",
                        "samples",
                        "live tools",
                        "rules")
                .whereLayer("reader")
                .mayOnlyBeAccessedByLayers(
                        "command line",
                        "several runs",
                        "outputs",
                        "findings",
                        "blame",
                        "paths",
                        "samples",
                        "live tools",
                        "rules",
                        "model")
                .whereLayer("trace")
                .mayNotAccessAnyLayer()
                .whereLayer("text")
                .mayNotAccessAnyLayer());
    }

    @Test
    void viewsKnowNothingButTheBinding() {
        check(classes()
                .that(resideInAPackage("org.ompt4j.views.."))
                .should()
                .onlyDependOnClassesThat(inJavaBase()
                        .or(resideInAnyPackage("org.ompt4j.views..", "org.ompt4j.ompt..", "org.jspecify.."))));
        check(noClasses()
                .that(resideOutsideOfPackage("org.ompt4j.views.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.ompt4j.views..")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tr2", "v2", "tr4", "collector"})
    void generationIsKnownToNoOtherGenerationAndNotToWhatTheyShare(String generation) {
        DescribedPredicate<JavaClass> view = resideInAPackage("org.ompt4j.views." + generation + "..");
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.views.."))
                .and(DescribedPredicate.not(view))
                .should()
                .dependOnClassesThat(view));
    }

    /** The extension compiles and runs without the agent, whose classes it looks up by name. */
    @Test
    void extensionOfJUnitKnowsTheCommandsAlone() {
        check(classes()
                .that(resideInAPackage("org.ompt4j.junit.."))
                .should()
                .onlyDependOnClassesThat(inJavaBase()
                        .or(resideInAnyPackage(
                                "org.ompt4j.junit..", "org.ompt4j.control..", "org.junit..", "org.jspecify.."))));
        check(noClasses()
                .that(resideOutsideOfPackage("org.ompt4j.junit.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.ompt4j.junit..")));
    }

    @Test
    void mappingsKnowNeitherAgentNorTools() {
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.mappings.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.ompt4j.agent..", "org.ompt4j.tools..")));
    }

    /** The entry classes use what they start, and not the other way round. */
    @Test
    void packagesOfTheAgentKnowOnlyThoseBelowThem() {
        check(Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage("org.ompt4j.agent..")
                .layer("entry")
                .definedBy("org.ompt4j.agent")
                .layer("start")
                .definedBy("org.ompt4j.agent.start", "org.ompt4j.agent.attach")
                .layer("command")
                .definedBy("org.ompt4j.agent.command")
                .layer("run")
                .definedBy("org.ompt4j.agent.run")
                .layer("install")
                .definedBy("org.ompt4j.agent.install")
                .layer("control")
                .definedBy("org.ompt4j.agent.control")
                .layer("live")
                .definedBy("org.ompt4j.agent.live")
                .layer("config")
                .definedBy("org.ompt4j.agent.config")
                .layer("jar")
                .definedBy("org.ompt4j.agent.jar")
                .ensureAllClassesAreContainedInArchitectureIgnoring(resideOutsideOfPackage("org.ompt4j.agent.."))
                .whereLayer("entry")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("start")
                .mayOnlyBeAccessedByLayers("entry")
                .whereLayer("command")
                .mayOnlyBeAccessedByLayers("entry")
                .whereLayer("run")
                .mayOnlyBeAccessedByLayers("start")
                .whereLayer("install")
                .mayOnlyBeAccessedByLayers("start", "run")
                .whereLayer("control")
                .mayOnlyBeAccessedByLayers("start", "install", "command")
                .whereLayer("live")
                .mayOnlyBeAccessedByLayers("start", "command", "control")
                .whereLayer("live")
                .mayNotAccessAnyLayer()
                .whereLayer("config")
                .mayNotAccessAnyLayer()
                .whereLayer("jar")
                .mayNotAccessAnyLayer());
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.agent.start.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.ompt4j.agent.attach..")));
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.agent.attach.."))
                .should()
                .dependOnClassesThat(resideInAPackage("org.ompt4j.agent.start..")));
    }

    static Set<String> families() {
        Set<String> families = new TreeSet<>(Set.of("defined"));
        for (ConstructMapping each : Mappings.all()) {
            String name = each.getClass().getPackageName();
            families.add(name.substring(name.lastIndexOf('.') + 1));
        }
        return families;
    }

    @ParameterizedTest
    @MethodSource("families")
    void familyIsKnownToNoOtherFamilyAndNotToTheCore(String family) {
        DescribedPredicate<JavaClass> hooks = resideInAPackage("org.ompt4j.emitter." + family + "..");
        DescribedPredicate<JavaClass> mappings = resideInAPackage("org.ompt4j.mappings." + family + "..");
        check(noClasses()
                .that(resideInAnyPackage("org.ompt4j.emitter..", "org.ompt4j.ompt.."))
                .and(DescribedPredicate.not(hooks))
                .should()
                .dependOnClassesThat(hooks));
        check(noClasses()
                .that(resideInAPackage("org.ompt4j.mappings.*.."))
                .and(DescribedPredicate.not(mappings))
                .should()
                .dependOnClassesThat(hooks.or(mappings)));
    }

    @Test
    void nothingInTheObservedJvmStartsJavaLogging() {
        // Test programs may do this; classes of OMPT4J in an observed JVM may not.
        check(noClasses()
                .that(resideOutsideOfPackage("org.ompt4j.apps.."))
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.logging..")));
    }

    @Test
    void emitterHasNoCallSiteThatIsLinkedWhenItFirstRuns() throws IOException {
        List<String> found = new ArrayList<>();
        for (JavaClass each : all.that(resideInAnyPackage(BOOTSTRAP_SIDE))) {
            found.addAll(dynamicCallSites(each));
        }
        assertThat(found)
                .as("lambdas and string concatenation of the emitter (methods of records are fine)")
                .isEmpty();
    }

    @Test
    void classesThatRewrittenCodeCallsHaveNoInitializerThatCouldFail() {
        Set<JavaClass> called = new HashSet<>();
        for (JavaClass each : all.that(resideInAPackage("org.ompt4j.mappings.."))) {
            each.getReferencedClassObjects().forEach(literal -> {
                called.add(literal.getRawType());
                called.addAll(literal.getRawType().getAllRawSuperclasses());
            });
        }
        called.add(all.get(CallSites.class));
        called.add(all.get(DefinedHooks.class));
        // The agent initializes this class when it starts, so that no thread of the application does.
        called.remove(all.get(AttachEpoch.class));
        called.removeIf(each -> !each.getPackageName().startsWith("org.ompt4j.emitter"));
        assertThat(called).contains(all.get(SynchronizedHooks.class), all.get(ThreadHooks.class));

        assertThat(called).noneMatch(each -> each.getStaticInitializer().isPresent());
    }

    private static List<String> dynamicCallSites(JavaClass javaClass) throws IOException {
        List<String> found = new ArrayList<>();
        try (InputStream bytes =
                javaClass.getSource().orElseThrow().getUri().toURL().openStream()) {
            new ClassReader(bytes).accept(new DynamicCallFinder(javaClass.getName(), found), ClassReader.SKIP_DEBUG);
        }
        return found;
    }

    private static DescribedPredicate<JavaClass> inJavaBase() {
        return DescribedPredicate.describe(
                "are in the module java.base",
                each -> each.getBaseComponentType().isPrimitive()
                        || JAVA_BASE.contains(each.getBaseComponentType().getPackageName()));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(all);
    }

    private static final class DynamicCallFinder extends ClassVisitor {
        private final String className;
        private final List<String> found;

        DynamicCallFinder(String className, List<String> found) {
            super(Opcodes.ASM9);
            this.className = className;
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInvokeDynamicInsn(
                        String callName, String callDescriptor, Handle bootstrap, Object... arguments) {
                    if (!bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods")) {
                        found.add(className + "." + name + " links through " + bootstrap.getOwner());
                    }
                }
            };
        }
    }
}
