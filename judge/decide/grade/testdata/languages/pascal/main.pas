{$mode objfpc}
uses SysUtils;

type
  Block = array of Byte;

var
  sum, x: Int64;
  all: array of Block;

function deep(n: Int64): Int64;
begin
  if n = 0 then deep := 0 else deep := n + deep(n - 1);
end;

begin
  case ParamStr(1) of
    'hello': writeln('hello');
    'sum':
      begin
        sum := 0;
        while not SeekEof do
        begin
          read(x);
          sum := sum + x;
        end;
        writeln(sum);
      end;
    'exit': halt(3);
    'loop': while true do;
    'memory':
      while true do
      begin
        SetLength(all, Length(all) + 1);
        SetLength(all[High(all)], 1 shl 20);
        FillChar(all[High(all)][0], 1 shl 20, 1);
      end;
    'deep': writeln(deep(100000));
  end;
end.
