main :-
    current_prolog_flag(argv, [Mode|_]),
    run(Mode).

run(hello) :- writeln(hello).
run(sum) :-
    read_string(user_input, _, Text),
    split_string(Text, " \n", " \n", Words),
    foldl(add, Words, 0, Sum),
    writeln(Sum).
run(exit) :- halt(3).
run(loop) :- repeat, fail.
run(memory) :- grow([]).
run(deep) :- deep(100000, Sum), writeln(Sum).

add("", Sum, Sum) :- !.
add(Word, Before, Sum) :- number_string(N, Word), Sum is Before + N.

grow(List) :- grow([List, List|List]).

deep(0, 0) :- !.
deep(N, Sum) :- M is N - 1, deep(M, Before), Sum is Before + N.
