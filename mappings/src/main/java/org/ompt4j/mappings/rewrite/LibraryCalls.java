package org.ompt4j.mappings.rewrite;

import java.util.Set;
import org.ompt4j.ompt.Construct;

/**
 * Calls inside of a library in which threads wait without the JDK's help. The arguments do not matter, which differ from version to version. Classes are meant
 * too whose packages were moved into those of another library: their names end in these.
 *
 * @param caller internal name of the class that calls
 * @param callers the names of its methods that do; static ones are left alone
 * @param owner internal name of the class whose method is called
 * @param begin called right before, answers a token
 * @param end called when the call is over, with {@link Operand#CALL_TOKEN}
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
