// Wrong: the arrays have room for the four nodes of each option, but not for the root and the headers of the columns. On
// an empty board of size 50, the last nodes overwrite other arrays.
#include <cstdio>
#include <cstring>

const int N = 50, COLUMNS = 6 * N, NODES = 4 * N * N;
int L[NODES], R[NODES], U[NODES], D[NODES], col[NODES], row[NODES], S[COLUMNS + 1];
int nodes, n, queen[N];

void init(int primary, int columns) {
    for (int c = 0; c <= columns; c++) {
        U[c] = D[c] = c;
        L[c] = c - 1;
        R[c] = c + 1;
        S[c] = 0;
    }
    L[0] = primary;
    R[primary] = 0;
    for (int c = primary + 1; c <= columns; c++)
        L[c] = R[c] = c;
    nodes = columns + 1;
}

void add(int option, const int *columns) {
    int first = nodes;
    for (int i = 0; i < 4; i++) {
        int c = columns[i], x = nodes++;
        row[x] = option;
        col[x] = c;
        U[x] = U[c];
        D[x] = c;
        D[U[c]] = x;
        U[c] = x;
        L[x] = i == 0 ? first + 3 : x - 1;
        R[x] = i == 3 ? first : x + 1;
        S[c]++;
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
        queen[row[i] / n] = row[i] % n;
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
    while (scanf("%d", &n) == 1) {
        int given[N];
        for (int y = 0; y < n; y++)
            scanf("%d", &given[y]);
        init(2 * n, 2 * n + 2 * (2 * n - 1));
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                if (given[y] == 0 || given[y] == x + 1) {
                    int columns[4] = {y + 1, n + x + 1, 2 * n + y + x + 1, 4 * n - 1 + y - x + n};
                    add(y * n + x, columns);
                }
        dance();
        for (int y = 0; y < n; y++)
            printf("%d%c", queen[y] + 1, y == n - 1 ? '\n' : ' ');
    }
    return 0;
}
