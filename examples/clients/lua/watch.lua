#!/usr/bin/env lua5.4
-- Talks to a running combined. Written from Protocol/README.md alone, with LuaSocket.
--
--     watch.lua watch PATH...               prints every change, one line each; the daemon may come and go
--     watch.lua call METHOD [PARAMS]        prints the result of one request
package.path = (arg[0]:match("^(.*/)") or "./") .. "?.lua;" .. package.path
local socket, unix, json = require "socket", require "socket.unix", require "json"
io.stdout:setvbuf("line")

local function given(name)
  local value = os.getenv(name)
  return value ~= "" and value or nil
end

local function path()
  local folder = given("XDG_RUNTIME_DIR")
  if given("COMBINED_SOCKET") then return given("COMBINED_SOCKET") end
  if folder then return folder .. "/combined/sock" end
  return (given("TMPDIR") or "/tmp") .. "/combined-" .. io.popen("id -u"):read("n") .. "/sock"
end

local function connect()
  local connection = (unix.stream or unix)()
  return connection:connect(path()) and connection or connection:close() and nil
end

local function send(connection, members) connection:send('{"jsonrpc":"2.0",' .. members .. "}\n") end

local function complain(problem)
  local data = problem.data or {}
  io.stderr:write(data.kind or "internal", ": ", problem.message, " ", data.hint or "", "\n")
  os.exit(1)
end

local function lost(why)
  io.stderr:write(why, "\n")
  os.exit(1)
end

local function call(method, params)
  local connection = connect() or lost("no daemon at " .. path())
  send(connection, ('"id":1,"method":%s,"params":%s'):format(json.encode(method), params or "{}"))
  for line in function() return (connection:receive("*l")) end do
    local message = json.decode(line)
    if message.id == 1 and not message.method then
      if message.error then complain(message.error) end
      return print(json.encode(message.result))
    end
  end
  lost("the daemon was lost before the reply")
end

-- What an event or a notice says, a line each. New types come without a new version: they say nothing.
local tell = {
  snapshot = function(e) for _, one in ipairs(e.entries) do print(one.path .. " = " .. json.encode(one.value)) end end,
  change = function(e)
    for _, one in ipairs(e.changes) do
      print(one.path .. (one.value == nil and " removed" or " = " .. json.encode(one.value)))
    end
  end,
  ready = function(e) print("# ready " .. e.rev) end,
  gap = function(e) print(("# gap %s %d %d"):format(e.reason, e.from, e.to)) end,
  failed = function(e) print("# failed " .. e.error.message) end,
  print = function(e) print("# print " .. e.text) end,
  complete = function() print("# complete") end,
  shutdown = function() print("# shutdown") end,
}
tell["end"] = function(e) print("# end " .. e.reason) end

local place, attempt = nil, 0    -- where to resume; how often connecting has failed

-- One connection. Returns when another is to be made.
local function converse(connection, paths)
  local epoch, n, pieces = nil, 0, ""
  local function open(id)
    n, pieces = 0, ""
    local from = place and ',"from":' .. json.encode(place) or ""
    send(connection, ('"id":%d,"method":"sub.open","params":{"sub":"main","paths":%s%s}'):format(id, json.encode(paths), from))
  end
  send(connection, '"id":1,"method":"session.hello","params":{"protocols":["1"],"client":{"name":"watch.lua"},"features":["parts"]}')
  open(2)
  for line in function() return (connection:receive("*l")) end do
    local message = json.decode(line)
    local id, method, event = message.id, message.method, message.params
    if not method then
      if message.error and type(id) == "number" then
        local retry = (message.error.data or {}).retry
        if retry == "now" or retry == "later" then return end
        complain(message.error)
      elseif id == 1 then
        epoch, attempt = message.result.epoch, 0
      end
    elseif method == "session.ping" and id then
      send(connection, ('"id":%s,"result":%s'):format(json.encode(id), event and json.encode(event) or "{}"))
    elseif id then
      send(connection, ('"id":%s,"error":{"code":-32601,"message":"A client has no such method."}'):format(json.encode(id)))
    elseif method == "session.notice" then
      if tell[event.type] then tell[event.type](event) end
    elseif method == "sub.event" and event.sub == "main" then
      n = n + 1
      if event.n ~= n then return end    -- a hole must not be; a new connection asks again from where we were
      if event.type == "part" then
        pieces = pieces .. event.text
        event, pieces = event.part == event.parts and json.decode(pieces) or {}, event.part < event.parts and pieces or ""
      end
      local kind, reason = event.type, event.reason
      if tell[kind] then tell[kind](event) end
      if kind == "ready" or kind == "progress" or kind == "change" and place then
        place = json.object({"epoch", "rev"}, {epoch = epoch, rev = event.rev})
      elseif kind == "end" and (reason == "slow" or reason == "shutdown") then
        place = event.resume or place
        if reason == "slow" then open(3) end
      elseif kind == "end" or kind == "complete" or kind == "failed" then
        os.exit(0)
      end
    end
  end
end

if arg[2] and arg[1] == "call" then os.exit(call(arg[2], arg[3])) end
if not arg[2] or arg[1] ~= "watch" then lost("watch PATH... or call METHOD [PARAMS]") end
while true do
  local connection = connect()
  if connection then
    pcall(converse, connection, {table.unpack(arg, 2)})
    connection:close()
    print("# lost")
  end
  -- 50 ms, 100 ms, ... 5 s, and a random part of it, so that many clients do not come back at once.
  socket.sleep(math.random() * math.min(5, 0.05 * 2 ^ math.min(attempt, 7)))
  attempt = attempt + 1
end
