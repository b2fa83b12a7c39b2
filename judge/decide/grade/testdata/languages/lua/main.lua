local function deep(n)
    if n == 0 then return 0 end
    return n + deep(n - 1)
end

local mode = arg[1]
if mode == "hello" then
    print("hello")
elseif mode == "sum" then
    local sum = 0
    for word in io.read("a"):gmatch("%S+") do sum = sum + math.tointeger(tonumber(word)) end
    print(sum)
elseif mode == "exit" then
    os.exit(3)
elseif mode == "loop" then
    while true do end
elseif mode == "memory" then
    local blocks = {}
    while true do blocks[#blocks + 1] = string.rep("x", 1 << 20) .. #blocks end
elseif mode == "deep" then
    print(deep(100000))
end
