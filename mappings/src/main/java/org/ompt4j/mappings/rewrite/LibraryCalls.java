package org.ompt4j.mappings.rewrite;

import java.util.Set;
import org.ompt4j.ompt.Construct;

/**
 * Calls inside a library in which threads wait without the JDK. The descriptor of the called method is not compared, since it differs between
 * versions. Relocated classes match too: their names end in the given names.
 *
 * @param caller internal name of the class that calls
 * @param callers the names of its methods that do; static ones are left alone
 * @param owner internal name of the class whose method is called
 * @param begin the hook that is called right before; it returns a token
 * @param end the hook that is called when the call is over, with {@link Operand#CALL_TOKEN}
 */
public record LibraryCalls(
        Construct construct, String caller, Set<String> callers, String owner, String called, Hook begin, Hook end) {

    boolean isCaller(String internalName) {
        return isNamed(internalName, caller);
    }

    boolean isCalled(String internalName, String method) {
        return called.equals(method) && isNamed(internalName, owner);
    }

    private static boolean isNamed(String internalName, String wanted) {
        int packages = internalName.length() - wanted.length();
        return internalName.endsWith(wanted) && (packages == 0 || internalName.charAt(packages - 1) == '/');
    }
}
