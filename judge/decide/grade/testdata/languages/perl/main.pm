use strict;
no warnings 'recursion';

sub deep { my $n = shift; return $n == 0 ? 0 : $n + deep($n - 1) }

my $mode = shift @ARGV;
if ($mode eq "hello") {
    print "hello\n";
} elsif ($mode eq "sum") {
    my $sum = 0;
    while (my $line = <STDIN>) { $sum += $_ for split " ", $line }
    print "$sum\n";
} elsif ($mode eq "exit") {
    exit 3;
} elsif ($mode eq "loop") {
    1 while 1;
} elsif ($mode eq "memory") {
    my @all;
    push @all, "x" x (1 << 20) while 1;
} elsif ($mode eq "deep") {
    print deep(100000), "\n";
}
