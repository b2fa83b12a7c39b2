main :- writeln(hello
