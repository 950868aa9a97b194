// What judge calibrate measures in Java: one kind of work a run, named on standard input.
import java.io.*;
import java.util.*;

public class Main {
    static long state = 88172645463325252L;

    static long next() {
        state ^= state << 13;
        state ^= state >>> 7;
        return state ^= state << 17;
    }

    public static void main(String[] args) throws IOException {
        String kind = new BufferedReader(new InputStreamReader(System.in)).readLine();
        long sum = 0;
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        if (kind.equals("integer")) {
            for (int i = 1; i < 60000000; i++) sum += (next() >>> 1) % i;
        } else if (kind.equals("memory")) {
            int[] cells = new int[1 << 24];
            for (int i = 0; i < 12000000; i++) sum += cells[(int) next() & ((1 << 24) - 1)]++;
        } else if (kind.equals("allocation")) {
            TreeMap<Integer, Integer> tree = new TreeMap<>();
            for (int i = 0; i < 400000; i++) tree.merge((int) next() & 0xfffff, 1, Integer::sum);
            sum = tree.size();
        } else if (kind.equals("output")) {
            for (int i = 0; i < 2000000; i++) out.println(i);
        }
        out.println(sum);
        out.flush();
    }
}
