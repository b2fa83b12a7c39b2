package problem

// languageCodes are the codes of programming languages that the package format knows, its appendix "Languages".
var languageCodes = []string{
	"ada", "algol68", "apl", "bash", "c", "cgmp", "cobol", "cpp", "cppgmp", "crystal", "csharp", "d", "dart", "elixir",
	"erlang",
	"forth", "fortran", "fsharp", "gerbil", "go", "haskell", "java", "javaalgs4", "javascript", "julia", "kotlin",
	"lisp", "lua",
	"modula2", "nim", "objectivec", "ocaml", "octave", "odin", "pascal", "perl", "php", "prolog", "python2", "python3",
	"python3numpy", "racket", "ruby", "rust", "scala", "simula", "smalltalk", "snobol", "swift", "typescript",
	"visualbasic", "zig",
}
