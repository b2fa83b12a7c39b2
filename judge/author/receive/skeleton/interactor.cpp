// Talks with the program that is judged; judge test runs both at once:
//
//   interactor 1.in 1.ans feedback/    reads what the program prints, and prints what the program reads
//
// It exits with 42 to accept and 43 to reject, and says why on standard error. The program never sees 1.in: write into
// it what only the interactor may know, such as the number to guess. Flush all output, as endl does.
#include <fstream>
#include <iostream>
#include <string>
using namespace std;

#error interactor.cpp is still a skeleton: write it, and remove this line

const int AC = 42, WA = 43;

int main(int, char **argv) {
    ifstream input(argv[1]);
    long long secret;
    input >> secret;
    // Print what the program reads first: cout << ... << endl;
    long long question;
    while (cin >> question) {
        if (question == secret) return AC;
        cout << (question < secret ? "more" : "less") << endl;
    }
    cerr << "the program ended without a solution" << endl;
    return WA;
}
