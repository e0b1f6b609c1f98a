package org.ompt4j.apps.real;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * H2: one database in memory and several threads with a connection each, which insert, update, move money between accounts in
 * transactions, and query. Only sums that every order of the transactions leaves the same are printed.
 */
public final class H2App {

    private static final String URL = "jdbc:h2:mem:bank;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=600000";
    private static final int THREADS = 4;
    private static final int ACCOUNTS = 64;
    private static final int TRANSACTIONS_PER_THREAD = 2_000;

    private H2App() {}

    public static void main(String[] args) throws Exception {
        new Scenarios().add("bank", H2App::bank).run(args);
    }

    private static String bank(int scale) throws Exception {
        try (Connection connection = DriverManager.getConnection(URL)) {
            create(connection);
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                threads[i] = Threads.start("teller-" + i, () -> transfer(number, TRANSACTIONS_PER_THREAD * scale));
            }
            Threads.join(threads);
            String result = "balance " + number(connection, "SELECT SUM(balance) FROM account")
                    + ", transfers " + number(connection, "SELECT COUNT(*) FROM transfer")
                    + ", moved " + number(connection, "SELECT SUM(amount) FROM transfer");
            try (Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
            return result;
        }
    }

    private static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account(id INT PRIMARY KEY, balance BIGINT)");
            statement.execute("CREATE TABLE transfer(id IDENTITY PRIMARY KEY, teller INT, amount BIGINT)");
            statement.execute("CREATE INDEX by_teller ON transfer(teller)");
            statement.execute("INSERT INTO account SELECT x, 1000 FROM SYSTEM_RANGE(0, " + (ACCOUNTS - 1) + ")");
        }
    }

    /** Accounts are locked in order of their number, so that no two transactions wait for each other. */
    private static void transfer(int teller, int transactions) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement move =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
                PreparedStatement log =
                        connection.prepareStatement("INSERT INTO transfer(teller, amount) VALUES (?, ?)");
                PreparedStatement look =
                        connection.prepareStatement("SELECT COUNT(*) FROM transfer WHERE teller = ?")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < transactions; i++) {
                int first = (i + teller) % (ACCOUNTS - 1);
                int second = first + 1 + i % (ACCOUNTS - 1 - first);
                int amount = i % 7;
                change(move, first, -amount);
                change(move, second, amount);
                log.setInt(1, teller);
                log.setInt(2, amount);
                log.executeUpdate();
                connection.commit();
                if (i % 100 == 99) {
                    check(look, teller, i + 1);
                    connection.commit();
                }
            }
        }
    }

    private static void change(PreparedStatement move, int account, int amount) throws SQLException {
        move.setInt(1, amount);
        move.setInt(2, account);
        move.executeUpdate();
    }

    private static void check(PreparedStatement look, int teller, int expected) throws SQLException {
        look.setInt(1, teller);
        try (ResultSet rows = look.executeQuery()) {
            rows.next();
            if (rows.getInt(1) != expected) {
                throw new IllegalStateException("teller " + teller + " sees " + rows.getInt(1));
            }
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
