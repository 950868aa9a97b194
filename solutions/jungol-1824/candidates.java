package week9;

import java.util.ArrayList;
import java.util.Scanner;

class Point {
    int row;
    int col;

    Point(int row, int col) {
        this.row = row;
        this.col = col;
    }
}

public class Q1824 {
    static int[][] board = new int[9][9];
    static ArrayList<Point> blanks = new ArrayList<>();
    static boolean stop = false;

    static boolean checkRow(int row, int digit) {
        for (int c = 0; c < 9; c++) {
            if (board[row][c] == digit) return false;
        }
        return true;
    }

    static boolean checkColumn(int col, int digit) {
        for (int r = 0; r < 9; r++) {
            if (board[r][col] == digit) return false;
        }
        return true;
    }

    static boolean checkBox(int row, int col, int digit) {
        int top = row / 3 * 3;
        int left = col / 3 * 3;
        for (int r = top; r < top + 3; r++) {
            for (int c = left; c < left + 3; c++) {
                if (board[r][c] == digit) return false;
            }
        }
        return true;
    }

    static ArrayList<Integer> candidates(Point p) {
        ArrayList<Integer> digits = new ArrayList<>();
        for (int digit = 1; digit <= 9; digit++) {
            if (checkRow(p.row, digit) && checkColumn(p.col, digit) && checkBox(p.row, p.col, digit)) {
                digits.add(digit);
            }
        }
        return digits;
    }

    static void print() {
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                System.out.print(board[r][c]);
                if (c < 8) System.out.print(" ");
            }
            System.out.println();
        }
    }

    static void solve(int depth) {
        if (depth == blanks.size()) {
            print();
            stop = true;
            return;
        }
        Point p = blanks.get(depth);
        ArrayList<Integer> digits = candidates(p);
        if (digits.isEmpty()) return;
        for (int digit : digits) {
            board[p.row][p.col] = digit;
            if (stop) return;
            solve(depth + 1);
        }
        board[p.row][p.col] = 0;
    }

    public static void main(String[] args) {
        Scanner sc = new Scanner(System.in);
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                board[r][c] = sc.nextInt();
                if (board[r][c] == 0) blanks.add(new Point(r, c));
            }
        }
        solve(0);
    }
}
