program doubled;
{$mode objfpc}
uses Classes, SysUtils;

var
  n, x: Integer;
  all: TList;
  sum: Int64;
begin
  readln(n);
  all := TList.Create;
  for x := 0 to n - 1 do all.Add(Pointer(PtrInt(2 * x)));
  sum := 0;
  for x := 0 to all.Count - 1 do sum := sum + PtrInt(all[x]);
  all.Free;
  writeln(sum);
end.
