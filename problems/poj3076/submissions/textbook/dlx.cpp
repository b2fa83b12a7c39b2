// Dancing Links as early solutions have it: a dense matrix of 4096 rows and 1024 columns is cleared and filled for each
// puzzle, and a node is made for each 1 in it. A given keeps one of the 16 rows of its cell.
#include <cstdio>
#include <cstring>

const int ROWS = 4096, COLUMNS = 1024, NODES = COLUMNS + 1 + 4 * ROWS;
bool matrix[ROWS][COLUMNS];
int L[NODES], R[NODES], U[NODES], D[NODES], col[NODES], row[NODES], S[COLUMNS + 1];
int nodes;
char board[257];

void fill() {
    memset(matrix, 0, sizeof matrix);
    for (int cell = 0; cell < 256; cell++)
        for (int letter = 0; letter < 16; letter++)
            if (board[cell] == '-' || board[cell] == 'A' + letter) {
                int y = cell / 16, x = cell % 16;
                bool *r = matrix[cell * 16 + letter];
                r[cell] = r[256 + y * 16 + letter] = r[512 + x * 16 + letter] = true;
                r[768 + (y / 4 * 4 + x / 4) * 16 + letter] = true;
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
        board[row[i] / 16] = 'A' + row[i] % 16;
        for (int j = R[i]; j != i; j = R[j])
            cover(col[j]);
        if (dance())
            return true;
        for (int j = L[i]; j != i; j = L[j])
            uncover(col[j]);
    }
    uncover(c);
    return false;
}

int main() {
    for (int puzzles = 0; scanf("%s", board) == 1; puzzles++) {
        for (int y = 1; y < 16; y++)
            scanf("%s", board + 16 * y);
        fill();
        link();
        dance();
        if (puzzles > 0)
            printf("\n");
        for (int y = 0; y < 16; y++)
            printf("%.16s\n", board + 16 * y);
    }
    return 0;
}
