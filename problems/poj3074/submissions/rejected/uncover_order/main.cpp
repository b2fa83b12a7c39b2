// Wrong: the search uncovers the columns of an option in the order in which it covered them, not in the opposite order.
// Nodes come back between the wrong neighbours, so the search gets lost on puzzles that make it go back often.
#include <cstdio>
#include <cstring>

const int ROWS = 729, COLUMNS = 324, NODES = COLUMNS + 1 + 4 * ROWS;
bool matrix[ROWS][COLUMNS];
int L[NODES], R[NODES], U[NODES], D[NODES], col[NODES], row[NODES], S[COLUMNS + 1];
int nodes;
char board[100];

void fill() {
    memset(matrix, 0, sizeof matrix);
    for (int cell = 0; cell < 81; cell++)
        for (int digit = 0; digit < 9; digit++)
            if (board[cell] == '.' || board[cell] == '1' + digit) {
                int y = cell / 9, x = cell % 9;
                bool *r = matrix[cell * 9 + digit];
                r[cell] = r[81 + y * 9 + digit] = r[162 + x * 9 + digit] = true;
                r[243 + (y / 3 * 3 + x / 3) * 9 + digit] = true;
            }
}

void link() {
    for (int c = 0; c <= COLUMNS; c++) {
        U[c] = D[c] = c;
        L[c] = c - 1;
        R[c] = c + 1;
        S[c] = 0;
    }
    L[0] = COLUMNS;
    R[COLUMNS] = 0;
    nodes = COLUMNS + 1;
    for (int r = 0; r < ROWS; r++) {
        int first = -1;
        for (int c = 0; c < COLUMNS; c++)
            if (matrix[r][c]) {
                int x = nodes++, head = c + 1;
                row[x] = r;
                col[x] = head;
                U[x] = U[head];
                D[x] = head;
                D[U[head]] = x;
                U[head] = x;
                S[head]++;
                if (first < 0)
                    first = L[x] = R[x] = x;
                L[x] = L[first];
                R[x] = first;
                R[L[first]] = x;
                L[first] = x;
            }
    }
}

void cover(int c) {
    R[L[c]] = R[c];
    L[R[c]] = L[c];
    for (int i = D[c]; i != c; i = D[i])
        for (int j = R[i]; j != i; j = R[j]) {
            D[U[j]] = D[j];
            U[D[j]] = U[j];
            S[col[j]]--;
        }
}

void uncover(int c) {
    for (int i = U[c]; i != c; i = U[i])
        for (int j = L[i]; j != i; j = L[j]) {
            S[col[j]]++;
            D[U[j]] = U[D[j]] = j;
        }
    R[L[c]] = L[R[c]] = c;
}

bool dance() {
    if (R[0] == 0)
        return true;
    int c = R[0];
    for (int i = R[0]; i != 0; i = R[i])
        if (S[i] < S[c])
            c = i;
    cover(c);
    for (int i = D[c]; i != c; i = D[i]) {
        board[row[i] / 9] = '1' + row[i] % 9;
        for (int j = R[i]; j != i; j = R[j])
            cover(col[j]);
        if (dance())
            return true;
        for (int j = R[i]; j != i; j = R[j])
            uncover(col[j]);
    }
    uncover(c);
    return false;
}

int main() {
    while (scanf("%99s", board) == 1 && strcmp(board, "end") != 0) {
        fill();
        link();
        dance();
        puts(board);
    }
    return 0;
}
