-- What somebody does in Neovim, with its own client. Each fact is waited for; what comes of it is printed.
local function say(...) io.stdout:write(table.concat(vim.tbl_map(tostring, {...}), " ") .. "\n") end

local function await(what, fact)
  if not vim.wait(120000, fact, 5) then
    say("waited in vain for " .. what)
    vim.cmd("cquit")
  end
end

local function open(name)
  vim.cmd("edit " .. name)
  local id = vim.lsp.start_client({name = "combined", cmd = {"combinectl", "lsp", "--quiet"}, root_dir = vim.fn.getcwd()})
  vim.lsp.buf_attach_client(0, id)
  await("the server", function() return vim.lsp.get_client_by_id(id).initialized end)
end

local function ask(method, line, character, more)
  local params = {textDocument = vim.lsp.util.make_text_document_params(), position = {line = line, character = character}}
  local replies = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), 120000) or {}
  local _, reply = next(replies)
  if not reply or reply.error then say(method, vim.inspect(reply)) end
  return reply and reply.result
end

local function set(from, to, ...) vim.api.nvim_buf_set_lines(0, from, to, false, {...}) end
local function found(count)
  await(count .. " diagnostics", function() return #vim.diagnostic.get(0) == count end)
  return vim.diagnostic.get(0)
end
local function tell(what, one) say(what, (one.lnum + 1) .. ":" .. (one.col + 1), one.message) end

local function form()
  open("form.swift")
  -- A letter of two units before the place, which is a column of bytes to Neovim.
  set(11, 12, 'form.name = "𝄞\\(unknown)"')
  tell("diagnostic", found(1)[1])
  set(11, 12, 'form.name = "ada"')
  found(0)
  local items = ask("textDocument/completion", 11, 5).items
  say("completes", items[1].label, items[2].label, items[3].label)
  local hover = ask("textDocument/hover", 11, 2)
  say("hover", (hover.contents.value:gsub("\n", "|")))
  local place = ask("textDocument/definition", 11, 2)
  say("definition", vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ":t"), place.range.start.line + 1, place.range.start.character + 1)
  for _, symbol in ipairs(ask("textDocument/documentSymbol", 0, 0)) do
    say("symbol", symbol.name, table.concat(vim.tbl_map(function(member) return member.name end, symbol.children), ","))
  end
  set(13, 13, "let z: Int? = 3", "let y: Int = z")
  local range = {start = {line = 14, character = 13}, ["end"] = {line = 14, character = 14}}
  found(1)
  local actions = ask("textDocument/codeAction", 14, 13, {range = range, context = {diagnostics = {}}})
  say("action", actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  say("repaired", vim.api.nvim_buf_get_lines(0, 14, 15, false)[1])
  found(0)
  vim.cmd("silent write")
  local lens = ask("textDocument/codeLens", 0, 0)[1].command
  local ran = ask("workspace/executeCommand", 0, 0, {command = lens.command, arguments = lens.arguments})
  say(lens.title, ran.status, (ran.output:gsub("\n", "|")))
  for _, place in ipairs(ask("textDocument/references", 11, 6, {context = {includeDeclaration = true}})) do
    say("reference", place.range.start.line + 1 .. ":" .. place.range.start.character + 1)
  end
  say("highlights", #ask("textDocument/documentHighlight", 10, 5))
  say("prepared", ask("textDocument/prepareRename", 11, 6).placeholder)
  vim.api.nvim_win_set_cursor(0, {12, 6})
  vim.lsp.buf.rename("title")
  await("the new name", function() return vim.api.nvim_buf_get_lines(0, 11, 12, false)[1] == 'form.title = "ada"' end)
  found(0)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line:find("title") then say("renamed", number, (line:gsub("^ +", ""))) end
  end
  vim.cmd("edit!")
end

local function test()
  open("form.test")
  tell("test", found(1)[1])
  set(1, 2, '#expect(form.name == "")')
  found(0)
  vim.cmd("silent write")
  local lens = ask("textDocument/codeLens", 0, 0)[1].command
  local ran = ask("workspace/executeCommand", 0, 0, {command = lens.command, arguments = lens.arguments})
  say(lens.title, ran.status)
  tell("failed", found(1)[1])
end

-- What it says to people.
vim.lsp.handlers["window/showMessage"] = function(_, message)
  say("message", message.type, (message.message:gsub(vim.pesc(vim.fn.getcwd()) .. "/", "")))
end

os.execute("combinectl --quiet run form.swift > ran")
local ok, problem = pcall(function()
  form()
  test()
end)
if not ok then say(problem) end
vim.cmd(ok and "qall!" or "cquit")
