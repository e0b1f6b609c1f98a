package org.ompt4j.mappings.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.util.CheckClassAdapter;
import org.ompt4j.mappings.ConstructMapping;

/** Tests of every mapping that rewrites classes of the JDK; a subclass provides the mapping. */
public abstract class JdkMappingContract {

    /** The mapping under test. */
    protected abstract ConstructMapping mapping();

    /** The rewrites to which the mapping is added, with the settings of the test. */
    protected Rewrites rewrites() {
        return new Rewrites(Runtime.version().feature());
    }

    private Rewrites declared() {
        Rewrites rewrites = rewrites();
        mapping().declare(rewrites);
        return rewrites;
    }

    @Test
    void rewrittenClassesPassTheClassChecker() throws IOException {
        Rewrites rewrites = declared();
        for (String name : rewrites.jdkClassNames()) {
            byte[] rewritten = new JdkClassRewriter(rewrites.declaredFor(name), true).rewrite(bytesOf(name));
            assertThat(rewritten).as(name).isNotNull();
            StringWriter complaints = new StringWriter();
            CheckClassAdapter.verify(new ClassReader(rewritten), null, false, new PrintWriter(complaints));
            assertThat(complaints.toString()).as(name).isEmpty();
        }
    }

    @Test
    void declaredMethodsAreRewrittenAndAllOthersStayAsTheyWere() throws IOException {
        Rewrites rewrites = declared();
        for (String name : rewrites.jdkClassNames()) {
            byte[] original = bytesOf(name);
            byte[] rewritten = new JdkClassRewriter(rewrites.declaredFor(name), true).rewrite(original);
            assertThat(rewritten).as(name).isNotNull();
            Map<String, String> before = ApplicationMappingContract.methodsOf(original);
            Map<String, String> after = ApplicationMappingContract.methodsOf(rewritten);
            Set<String> changed = new TreeSet<>(before.keySet());
            changed.removeIf(method -> before.get(method).equals(after.get(method)));
            Set<String> declared = rewrites.declaredFor(name).stream()
                    .flatMap(each -> each.methods.stream())
                    .map(method -> method.method)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(changed).as(name).isEqualTo(declared);
            assertThat(after).as(name).hasSameSizeAs(before);
        }
    }

    @Test
    void everyHookIsAPublicStaticMethodOfTheEmitter() {
        Rewrites rewrites = declared();
        List<Hook> hooks = new ArrayList<>();
        for (String name : rewrites.jdkClassNames()) {
            for (JdkClass each : rewrites.declaredFor(name)) {
                each.methods.forEach(method -> hooks.addAll(hooksOf(method)));
            }
        }
        rewrites.callSites().stream().filter(site -> site.hook() != null).forEach(site -> hooks.add(site.hook()));
        rewrites.callSites().stream()
                .filter(site -> site.hookAfter() != null)
                .forEach(site -> hooks.add(site.hookAfter()));
        rewrites.callSites().stream()
                .filter(JdkMappingContract::standsForAMethodOfAnObject)
                .forEach(site -> hooks.add(site.hook().forReferences()));
        for (ApplicationRewrite each : rewrites.applicationRewrites()) {
            if (each instanceof LibraryRewrite ofLibrary) {
                hooks.add(ofLibrary.calls().begin());
                hooks.add(ofLibrary.calls().end());
            }
        }
        assertThat(hooks).allSatisfy(JdkMappingContract::assertExists);
    }

    private static boolean standsForAMethodOfAnObject(CallSite site) {
        return site.action() == CallSite.Action.REPLACE
                && site.hook().descriptor().startsWith("(L");
    }

    private static List<Hook> hooksOf(MethodAdvice method) {
        List<Hook> hooks = new ArrayList<>(method.enterHooks);
        hooks.addAll(method.returnHooks);
        hooks.addAll(method.throwHooks);
        if (method.tokenHook != null) {
            hooks.add(method.tokenHook);
        }
        method.reads.forEach(read -> hooks.add(read.hook()));
        for (MethodAdvice.CallAdvice call : method.calls) {
            if (call.tokenHook != null) {
                hooks.add(call.tokenHook);
            }
            hooks.addAll(call.beforeHooks);
            hooks.addAll(call.afterHooks);
            hooks.addAll(call.throwHooks);
            if (call.tokenHook != null) {
                hooks.add(call.tokenHook);
            }
        }
        return hooks;
    }

    private static void assertExists(Hook hook) {
        try {
            Class<?> owner = Class.forName(hook.owner().replace('/', '.'), false, Hook.class.getClassLoader());
            assertThat(Arrays.stream(owner.getMethods())
                            .filter(method -> Modifier.isPublic(method.getModifiers()))
                            .filter(method -> Modifier.isStatic(method.getModifiers()))
                            .filter(method -> method.getName().equals(hook.name()))
                            .map(Type::getMethodDescriptor))
                    .as(hook.owner() + "." + hook.name())
                    .contains(hook.descriptor());
        } catch (ClassNotFoundException missing) {
            throw new AssertionError(missing);
        }
    }

    protected static byte[] bytesOf(String internalName) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
            assertThat(in).as(internalName).isNotNull();
            return in.readAllBytes();
        }
    }
}
