import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashSet;

public class Baekjoon_2239 {
    static int[][] board = new int[10][10];
    static HashSet<Integer>[] rows = new HashSet[10];
    static HashSet<Integer>[] cols = new HashSet[10];
    static HashSet<Integer>[] boxes = new HashSet[10];

    static int boxOf(int x, int y) {
        return ((x - 1) / 3 + 1) * 3 - 2 + (y - 1) / 3;
    }

    static void print() {
        StringBuilder sb = new StringBuilder();
        for (int x = 1; x <= 9; x++) {
            for (int y = 1; y <= 9; y++) sb.append(board[x][y]);
            sb.append('\n');
        }
        System.out.print(sb);
    }

    static void solve(int x, int y) {
        if (y == 10) {
            x++;
            y = 1;
        }
        if (x == 10) {
            print();
            System.exit(0);
        }
        if (board[x][y] != 0) {
            solve(x, y + 1);
            return;
        }
        int box = boxOf(x, y);
        for (int digit = 1; digit <= 9; digit++) {
            if (rows[x].contains(digit) || cols[y].contains(digit) || boxes[box].contains(digit)) continue;
            board[x][y] = digit;
            rows[x].add(digit);
            cols[y].add(digit);
            boxes[box].add(digit);
            solve(x, y + 1);
            board[x][y] = 0;
            rows[x].remove(digit);
            cols[y].remove(digit);
            boxes[box].remove(digit);
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader br = new BufferedReader(new InputStreamReader(System.in));
        for (int i = 1; i <= 9; i++) {
            rows[i] = new HashSet<>();
            cols[i] = new HashSet<>();
            boxes[i] = new HashSet<>();
        }
        for (int x = 1; x <= 9; x++) {
            String line = br.readLine();
            for (int y = 1; y <= 9; y++) {
                int digit = line.charAt(y - 1) - '0';
                if (digit == 0) continue;
                board[x][y] = digit;
                rows[x].add(digit);
                cols[y].add(digit);
                boxes[boxOf(x, y)].add(digit);
            }
        }
        solve(1, 1);
    }
}
