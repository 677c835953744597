import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInvertState;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.Version;

/**
 * The ranking of peers.py in Lucene: a term for each skill, whose frequency is the credit, and a similarity by which a term scores
 * its weight times its frequency. Searches for the best ten skip blocks that cannot reach them (block-max WAND). Sums stay below
 * 2^24, so they are exact in Lucene's floats.
 */
public class BlockMax {
    static final String FIELD = "credits";

    public static void main(String[] arguments) throws Exception {
        Path credits = Path.of(arguments[0]);
        List<String> roles = Files.readAllLines(Path.of(arguments[1]));
        Directory directory = new MMapDirectory(Path.of(arguments[2]));
        int nCandidates = Integer.parseInt(arguments[3]);
        int nColumns = Integer.parseInt(arguments[4]);
        int cores = Integer.parseInt(arguments[5]);
        int rounds = Integer.parseInt(arguments[6]);
        int top = Integer.parseInt(arguments[7]);
        write(directory, credits, nCandidates, nColumns, cores);
        ExecutorService threads = Executors.newFixedThreadPool(cores);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader, threads);
            searcher.setSimilarity(new WeightedCredit());
            searcher.setQueryCache(null);
            List<Query> queries = new ArrayList<>();
            for (String role : roles) queries.add(query(role));
            // The virtual machine compiles what it runs often.
            for (int round = 0; round < 3; round++) {
                for (Query query : queries) searcher.search(query, top);
            }
            List<String> ms = new ArrayList<>();
            List<String> tops = new ArrayList<>();
            for (Query query : queries) {
                double[] times = new double[rounds];
                ScoreDoc[] found = null;
                for (int round = 0; round < rounds; round++) {
                    long start = System.nanoTime();
                    found = searcher.search(query, top).scoreDocs;
                    times[round] = (System.nanoTime() - start) / 1e6;
                }
                Arrays.sort(times);
                ms.add(Double.toString(times[rounds / 2]));
                List<String> ids = new ArrayList<>();
                for (ScoreDoc one : found) ids.add(reader.document(one.doc).getField("id").stringValue());
                tops.add(ids.toString());
            }
            int segments = reader.leaves().size();
            System.out.printf(
                "{\"name\": \"Lucene %s\", \"how\": \"block-max WAND, %d segments, %d threads\", \"ms\": %s, \"top\": %s}%n",
                Version.LATEST, segments, cores, ms, tops);
        }
        threads.shutdown();
    }

    /** Segments in the order of the candidates, one for each core. */
    static void write(Directory directory, Path credits, int nCandidates, int nColumns, int cores) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig(null);
        config.setSimilarity(new WeightedCredit());
        config.setRAMBufferSizeMB(1024);
        config.setMergePolicy(new LogDocMergePolicy());
        try (FileChannel file = FileChannel.open(credits); IndexWriter writer = new IndexWriter(directory, config)) {
            MappedByteBuffer[] columns = new MappedByteBuffer[nColumns];
            for (int column = 0; column < nColumns; column++) {
                long start = 2L * nCandidates * column;
                columns[column] = file.map(FileChannel.MapMode.READ_ONLY, start, 2L * nCandidates);
                columns[column].order(ByteOrder.LITTLE_ENDIAN);
            }
            FieldType type = new FieldType();
            type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
            type.setOmitNorms(true);
            type.setTokenized(true);
            type.freeze();
            int part = (nCandidates + cores - 1) / cores;
            for (int candidate = 0; candidate < nCandidates; candidate++) {
                Document document = new Document();
                document.add(new StoredField("id", candidate));
                document.add(new Field(FIELD, new Credits(columns, candidate), type));
                writer.addDocument(document);
                if ((candidate + 1) % part == 0) writer.commit();
            }
            writer.commit();
            writer.forceMerge(cores);
        }
    }

    static Query query(String role) {
        BooleanQuery.Builder whole = new BooleanQuery.Builder();
        for (String asked : role.split(" ")) {
            String[] parts = asked.split(":");
            Query term = new TermQuery(new Term(FIELD, parts[0]));
            whole.add(new BoostQuery(term, Float.parseFloat(parts[1])), Occur.SHOULD);
        }
        return whole.build();
    }

    /** What one candidate earns: the column's number as the term, the credit as how often it occurs. */
    static final class Credits extends TokenStream {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
        private final ByteBuffer[] columns;
        private final int candidate;
        private int column = 0;

        Credits(ByteBuffer[] columns, int candidate) {
            this.columns = columns;
            this.candidate = candidate;
        }

        @Override
        public boolean incrementToken() {
            while (column < columns.length) {
                int credit = Short.toUnsignedInt(columns[column].getShort(2 * candidate));
                column++;
                if (credit > 0) {
                    clearAttributes();
                    term.setEmpty().append(Integer.toString(column - 1));
                    frequency.setTermFrequency(credit);
                    return true;
                }
            }
            return false;
        }
    }

    static final class WeightedCredit extends Similarity {
        @Override
        public long computeNorm(FieldInvertState state) {
            return 1;
        }

        @Override
        public SimScorer scorer(float weight, CollectionStatistics collection, TermStatistics... terms) {
            return new SimScorer() {
                @Override
                public float score(float frequency, long norm) {
                    return weight * frequency;
                }
            };
        }
    }
}
