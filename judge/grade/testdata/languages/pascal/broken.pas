begin missing; end.
