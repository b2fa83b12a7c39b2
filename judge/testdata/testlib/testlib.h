// A small library for tests that has the interface of testlib, as far as they need it, and its habits: how programs are called,
// with which statuses they end, what they say on standard error, and that files are searched for their end.
//
// With PACKAGE_FORMAT it is as headers are that were changed to follow the package format.
#ifndef SMALL_TESTLIB
#define SMALL_TESTLIB

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <string>

#ifdef PACKAGE_FORMAT
#define OK_EXIT_CODE 42
#define WA_EXIT_CODE 43
#define PE_EXIT_CODE 43
#define FAIL_EXIT_CODE 3
#define END_OF_VALIDATOR 42
#endif
#ifndef OK_EXIT_CODE
#define OK_EXIT_CODE 0
#endif
#ifndef WA_EXIT_CODE
#define WA_EXIT_CODE 1
#endif
#ifndef PE_EXIT_CODE
#define PE_EXIT_CODE 2
#endif
#ifndef FAIL_EXIT_CODE
#define FAIL_EXIT_CODE 3
#endif
#ifndef POINTS_EXIT_CODE
#define POINTS_EXIT_CODE 7
#endif
#ifndef END_OF_VALIDATOR
#define END_OF_VALIDATOR 0
#endif

enum TResult { _ok, _wa, _pe, _fail, _dirt, _points, _unexpected_eof = 8, _partially = 16 };
#define _pc(n) TResult(_partially + (n))

static std::string messageFile;
static std::ofstream tout; // what an interactor writes for the checker after it

[[noreturn]] static void finish(int status, const std::string &outcome, const std::string &message) {
    FILE *out = stderr;
    if (!messageFile.empty() && !(out = fopen(messageFile.c_str(), "w")))
        exit(FAIL_EXIT_CODE);
    fprintf(out, "%s %s\n", outcome.c_str(), message.c_str());
    fclose(out);
    tout.flush();
    _Exit(status);
}

// What a validator tells of the numbers that it reads by a name, and of features.
struct Reach {
    bool min = false, max = false, constant = true;
    int low, high;
};
static std::map<std::string, Reach> numbers;
static std::map<std::string, bool> features;
static std::string overviewFile;

static void reach(const std::string &name, int low, int n, int high) {
    bool first = !numbers.count(name);
    Reach &r = numbers[name];
    if (first)
        r.low = low, r.high = high;
    r.constant = r.constant && r.low == low && r.high == high;
    r.min = r.min || n == low, r.max = r.max || n == high;
}

static void writeOverview() {
    if (overviewFile.empty())
        return;
    std::ofstream out(overviewFile);
    for (auto &[name, r] : numbers)
        out << '"' << name << "\":" << (r.min ? " min-value-hit" : "") << (r.max ? " max-value-hit" : "") << "\n";
    for (auto &[name, r] : numbers)
        if (r.constant)
            out << "constant-bounds \"" << name << "\": " << r.low << " " << r.high << "\n";
    for (auto &[name, hit] : features)
        out << "feature \"" << name << "\":" << (hit ? " hit" : "") << "\n";
}

struct Stream {
    FILE *file = nullptr;
    bool judges = false; // a mistake in it is the judges'

    void open(FILE *f, bool ofJudges) {
        file = f, judges = ofJudges;
        if (!file)
            finish(FAIL_EXIT_CODE, "FAIL", "a file cannot be opened");
        char mark[3];
        size_t n = fread(mark, 1, 3, file);
        if (fseek(file, 0, SEEK_END) || fseek(file, n == 3 && !memcmp(mark, "\xEF\xBB\xBF", 3) ? 3 : 0, SEEK_SET))
            finish(FAIL_EXIT_CODE, "FAIL", "a file cannot be searched");
    }
    [[noreturn]] void bad(TResult result, const std::string &message);
    int peek() {
        int c = getc(file);
        ungetc(c, file);
        return c;
    }
    bool seekEof() {
        while (isspace(peek()))
            getc(file);
        return peek() == EOF;
    }
    std::string readToken() {
        if (!judges)
            seekEof();
        std::string word;
        while (peek() != EOF && !isspace(peek()))
            word += char(getc(file));
        if (word.empty())
            bad(peek() == EOF ? _unexpected_eof : _pe, "a word is missing");
        return word;
    }
    int readInt(int low = -2147483647, int high = 2147483647, const std::string &name = "") {
        std::string word = readToken();
        char *end;
        long n = strtol(word.c_str(), &end, 10);
        if (*end || (word != std::to_string(n) && labs(n) < 2147483647L)) // no 007, +7 or -0
            bad(_pe, "expected a number, but " + word + " found");
        if (n < low || n > high)
            bad(_wa, word + " is out of range");
        if (!name.empty())
            reach(name, low, int(n), high);
        return int(n);
    }
    void readSpace() {
        if (getc(file) != ' ')
            bad(_pe, "expected a space");
    }
    void readEoln() {
        if (getc(file) != '\n')
            bad(_pe, "expected the end of a line");
    }
    void readEof() {
        if (getc(file) != EOF)
            bad(_pe, "expected the end of the file");
    }
};

static Stream inf, ouf, ans;
static bool validates = false, interacts = false;

[[noreturn]] static void quit(TResult result, const std::string &message) {
    if ((result == _ok || result == _points || result >= _partially) && ouf.file && !interacts && !ouf.seekEof())
        finish(PE_EXIT_CODE, "wrong output format", "Extra information in the output file");
    switch (result) {
    case _ok: finish(OK_EXIT_CODE, "ok", message);
    case _wa: finish(WA_EXIT_CODE, "wrong answer", message);
    case _pe: case _dirt: finish(PE_EXIT_CODE, "wrong output format", message);
    case _points: finish(POINTS_EXIT_CODE, "points", message);
#ifdef ENABLE_UNEXPECTED_EOF
    case _unexpected_eof: finish(8, "unexpected eof", message);
#else
    case _unexpected_eof: finish(PE_EXIT_CODE, "wrong output format", message);
#endif
    case _fail: finish(FAIL_EXIT_CODE, "FAIL", message);
    default: finish(result - _partially, "partially correct (" + std::to_string(result - _partially) + ")", message);
    }
}

void Stream::bad(TResult result, const std::string &message) { quit(judges ? _fail : result, message); }

static void quitf(TResult result, const char *form, ...) {
    char text[1000];
    va_list args;
    va_start(args, form);
    vsnprintf(text, sizeof text, form, args);
    va_end(args);
    quit(result, text);
}

static void quitp(double points, const char *message) { quit(_points, std::to_string(points) + " " + message); }

static void registerTestlibCmd(int argc, char *argv[]) {
#ifdef PACKAGE_FORMAT
    messageFile = std::string(argv[3]) + "judgemessage.txt";
    inf.open(fopen(argv[1], "r"), true), ans.open(fopen(argv[2], "r"), true), ouf.open(stdin, false);
#else
    if (argc < 4 || argc > 6 || (argc == 6 && strcmp(argv[5], "-appes")))
        finish(FAIL_EXIT_CODE, "FAIL", "it must be run with <input> <output> <answer> [<report> [-appes]]");
    if (argc > 4)
        messageFile = argv[4];
    inf.open(fopen(argv[1], "r"), true), ouf.open(fopen(argv[2], "r"), false), ans.open(fopen(argv[3], "r"), true);
#endif
}

// The submission is on standard input and output.
static void registerInteraction(int argc, char *argv[]) {
    if (argc < 3 || argc > 4)
        finish(FAIL_EXIT_CODE, "FAIL", "it must be run with <input> <told> [<answer>]");
    inf.open(fopen(argv[1], "r"), true), tout.open(argv[2]);
    ouf.file = stdin, interacts = true;
    if (argc > 3)
        ans.open(fopen(argv[3], "r"), true);
}

struct Validator {
    std::string set = "tests", name;
    const std::string &testset() const { return set; }
    const std::string &group() const { return name; }
    void addFeature(const std::string &name) { features[name]; }
    void feature(const std::string &name) { features[name] = true; }
    ~Validator() {
        writeOverview();
        if (validates)
            _Exit(END_OF_VALIDATOR);
    }
};
static Validator validator;

static void registerValidation() { validates = true, inf.open(stdin, true); }

static void registerValidation(int argc, char *argv[]) {
    registerValidation();
    for (int i = 1; i + 1 < argc; i++) {
        if (!strcmp(argv[i], "--testset"))
            validator.set = argv[++i];
        else if (!strcmp(argv[i], "--group"))
            validator.name = argv[++i];
        else if (!strcmp(argv[i], "--testOverviewLogFileName"))
            overviewFile = argv[++i];
    }
}

struct Random {
    unsigned long long state = 1;
    int next(int low, int high) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return low + int((state >> 33) % (unsigned long long)(high - low + 1));
    }
};
static Random rnd;

static void registerGen(int argc, char *argv[], int) {
    for (int i = 1; i < argc; i++)
        for (char *p = argv[i]; *p; p++)
            rnd.state = rnd.state * 31 + (unsigned char)*p;
}

#endif
