package org.ompt4j.apps.real;

import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Lucene: several threads write an index in memory, which is then searched with an executor. Lucene guards its shared state with {@code
 * synchronized} and {@code ReentrantLock}.
 */
public final class LuceneApp {

    private static final int THREADS = 4;
    private static final int DOCUMENTS_PER_THREAD = 2_000;
    private static final int WORDS = 500;
    private static final int QUERIES_PER_THREAD = 100;

    /** Would print a notice, with the time of day, on newer JDKs. The field keeps the logger, and so its level, from being garbage collected. */
    private static final Logger LUCENE_LOGGER = Logger.getLogger("org.apache.lucene");

    private LuceneApp() {}

    public static void main(String[] args) throws Exception {
        LUCENE_LOGGER.setLevel(Level.SEVERE);
        new Scenarios().add("index-and-search", LuceneApp::indexAndSearch).run(args);
    }

    private static String indexAndSearch(int scale) throws Exception {
        try (Directory directory = new ByteBuffersDirectory()) {
            int indexed = index(directory, scale);
            return "documents " + indexed + ", hits " + search(directory, scale);
        }
    }

    /** The buffers are small, so that threads also flush segments and merge them in the background. */
    private static int index(Directory directory, int scale) throws Exception {
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
        config.setMaxBufferedDocs(200);
        config.setRAMBufferSizeMB(IndexWriterConfig.DISABLE_AUTO_FLUSH);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                threads[i] = Threads.start("indexer-" + i, () -> addDocuments(writer, number, scale));
            }
            Threads.join(threads);
            writer.commit();
            return writer.getDocStats().numDocs;
        }
    }

    private static void addDocuments(IndexWriter writer, int number, int scale) throws Exception {
        Random random = new Random(number);
        for (int i = 0; i < DOCUMENTS_PER_THREAD * scale; i++) {
            String id = number + "-" + i;
            Document document = new Document();
            document.add(new StringField("id", id, Field.Store.YES));
            document.add(new TextField("text", text(random), Field.Store.NO));
            document.add(new IntPoint("number", i));
            writer.addDocument(document);
            if (i % 10 == 9) {
                writer.updateDocument(new Term("id", id), document);
            }
            if (i % 500 == 499) {
                DirectoryReader.open(writer).close();
            }
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            text.append("word").append(random.nextInt(WORDS)).append(' ');
        }
        return text.toString();
    }

    private static int search(Directory directory, int scale) throws Exception {
        AtomicInteger threadNumber = new AtomicInteger();
        ExecutorService executor = Executors.newFixedThreadPool(
                THREADS, body -> new Thread(body, "lucene-search-" + threadNumber.getAndIncrement()));
        AtomicInteger hits = new AtomicInteger();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader, executor);
            Thread[] threads = new Thread[THREADS];
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                threads[i] = Threads.start("searcher-" + i, () -> {
                    for (int query = 0; query < QUERIES_PER_THREAD * scale; query++) {
                        hits.addAndGet(searcher.count(query(number, query)));
                    }
                });
            }
            Threads.join(threads);
        }
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.HOURS);
        return hits.get();
    }

    private static Query query(int thread, int query) {
        return new BooleanQuery.Builder()
                .add(word(thread * 31 + query), BooleanClause.Occur.SHOULD)
                .add(word(query * 7), BooleanClause.Occur.SHOULD)
                .add(IntPoint.newRangeQuery("number", 0, 1_500), BooleanClause.Occur.FILTER)
                .setMinimumNumberShouldMatch(1)
                .build();
    }

    private static Query word(int number) {
        return new TermQuery(new Term("text", "word" + number % WORDS));
    }
}
