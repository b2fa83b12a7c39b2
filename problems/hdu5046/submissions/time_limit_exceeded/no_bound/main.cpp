// Too slow: without a lower bound on the rows that are still needed, the search goes on until it has used all K rows.
#include <cstdio>

const int N = 60, NODES = N + 1 + N * N;
int L[NODES], R[NODES], U[NODES], D[NODES], col[NODES], S[N + 1];
int nodes, n, k;
long long x[N], y[N];

long long distance(int i, int j) {
    long long dx = x[i] - x[j], dy = y[i] - y[j];
    return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
}

void build(long long reach) {
    for (int c = 0; c <= n; c++) {
        U[c] = D[c] = c;
        L[c] = c - 1;
        R[c] = c + 1;
        S[c] = 0;
    }
    L[0] = n;
    R[n] = 0;
    nodes = n + 1;
    for (int i = 0; i < n; i++) {
        int first = nodes;
        for (int j = 0; j < n; j++)
            if (distance(i, j) <= reach) {
                int c = j + 1, a = nodes++;
                col[a] = c;
                U[a] = U[c];
                D[a] = c;
                D[U[c]] = a;
                U[c] = a;
                L[a] = a - 1;
                R[a] = a + 1;
                S[c]++;
            }
        L[first] = nodes - 1;
        R[nodes - 1] = first;
    }
}

void remove(int c) {
    for (int i = D[c]; i != c; i = D[i]) {
        L[R[i]] = L[i];
        R[L[i]] = R[i];
    }
}

void resume(int c) {
    for (int i = U[c]; i != c; i = U[i])
        L[R[i]] = R[L[i]] = i;
}

bool dance(int depth) {
    if (R[0] == 0)
        return true;
    if (depth == k)
        return false;
    int c = R[0];
    for (int i = R[0]; i != 0; i = R[i])
        if (S[i] < S[c])
            c = i;
    for (int i = D[c]; i != c; i = D[i]) {
        remove(i);
        for (int j = R[i]; j != i; j = R[j])
            remove(j);
        if (dance(depth + 1))
            return true;
        for (int j = L[i]; j != i; j = L[j])
            resume(j);
        resume(i);
    }
    return false;
}

int main() {
    int cases;
    scanf("%d", &cases);
    for (int t = 1; t <= cases; t++) {
        scanf("%d %d", &n, &k);
        for (int i = 0; i < n; i++)
            scanf("%lld %lld", &x[i], &y[i]);
        long long low = 0, high = 4000000000LL;
        while (low < high) {
            long long middle = (low + high) / 2;
            build(middle);
            if (dance(0))
                high = middle;
            else
                low = middle + 1;
        }
        printf("Case #%d: %lld\n", t, low);
    }
    return 0;
}
