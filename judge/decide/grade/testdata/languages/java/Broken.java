class Broken { int x = missing; }
