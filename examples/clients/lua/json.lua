-- JSON that is written as it was read: integers stay integers, members keep their order, an empty list is no empty object.
local json = {null = {}}
local letters = {b = "\b", f = "\f", n = "\n", r = "\r", t = "\t"}

-- A table whose metatable has the `names` of its members, in order. Any other table is an array.
function json.object(names, members)
  return setmetatable(members, {names = names})
end

local function character(text, at)
  local code = tonumber(text:sub(at, at + 3), 16)
  local low = code >= 0xD800 and code < 0xDC00 and text:match("^\\u(%x%x%x%x)", at + 4)
  if low then return utf8.char(0x10000 + (code - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00), at + 10 end
  return utf8.char(code), at + 4
end

local function string(text, at)
  local pieces = {}
  while true do
    local plain, mark, behind = text:match('^([^"\\]*)(["\\])()', at)
    pieces[#pieces + 1] = assert(plain, "a string without its end")
    if mark == '"' then return table.concat(pieces), behind end
    local letter = text:sub(behind, behind)
    if letter == "u" then
      pieces[#pieces + 1], at = character(text, behind + 1)
    else
      pieces[#pieces + 1], at = letters[letter] or letter, behind + 1
    end
  end
end

local words = {["true"] = true, ["false"] = false, null = json.null}
local value

local function elements(text, at, close, take)
  at = text:match("^%s*()", at)
  if text:sub(at, at) == close then return at + 1 end
  while true do
    local mark
    mark, at = text:match("^%s*([,%]}])%s*()", take(at))
    assert(mark == close or mark == ",", "a list without its end")
    if mark == close then return at end
  end
end

function value(text, at)
  local mark = text:sub(at, at)
  if mark == '"' then return string(text, at + 1) end
  if mark == "[" then
    local list, count = {}, 0
    return list, elements(text, at + 1, "]", function(place)
      count = count + 1
      list[count], place = value(text, place)
      return place
    end)
  elseif mark == "{" then
    local names, members = {}, {}
    return json.object(names, members), elements(text, at + 1, "}", function(place)
      local name
      name, place = string(text, assert(text:match('^"()', place), "a member without a name"))
      names[#names + 1] = name
      members[name], place = value(text, assert(text:match("^%s*:%s*()", place), "a member without a value"))
      return place
    end)
  end
  local word, behind = text:match("^([%w.+-]+)()", at)
  if words[word] ~= nil then return words[word], behind end
  return assert(math.tointeger(word) or tonumber(word), "no JSON"), behind
end

function json.decode(text)
  local result, behind = value(text, text:match("^%s*()"))
  assert(text:match("^%s*$", behind), "more than one value")
  return result
end

local escaped = {['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t"}

function json.encode(item)
  if item == json.null then return "null" end
  if type(item) == "string" then
    return '"' .. item:gsub('[%c"\\]', function(c) return escaped[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
  elseif type(item) ~= "table" then
    -- 2.0 is 2, as everywhere but in Lua.
    return type(item) == "number" and tostring(math.tointeger(item) or ("%.17g"):format(item)) or tostring(item)
  end
  local names, parts = (getmetatable(item) or {}).names, {}
  for n, part in ipairs(names or item) do
    parts[n] = names and json.encode(part) .. ":" .. json.encode(item[part]) or json.encode(part)
  end
  local inside = table.concat(parts, ",")
  return names and "{" .. inside .. "}" or "[" .. inside .. "]"
end

return json
