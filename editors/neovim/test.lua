-- Opens a game in Neovim and uses the server; `.ci/editors` runs it.

local function check(is_true, what)
  if not is_true then
    io.stderr:write("failed: " .. what .. "\n")
    vim.cmd("cquit 1")
  end
end

local function first(answers)
  for _, answer in pairs(answers or {}) do
    if answer.result then
      return answer.result
    end
  end
end

local function ask(method, params)
  return first(vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 60000))
end

local path = vim.fn.tempname() .. ".pgn"
vim.fn.writefile({ '[White "Tal"]', "", "1.e2e4 e5 2. Ke3 *" }, path)
vim.cmd("edit " .. path)
check(vim.bo.filetype == "pgn", "the file type")

local function find(code)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.code == code or found.user_data and found.user_data.lsp.code == code then
      return found
    end
  end
end
check(vim.wait(60000, function() return find("C001") ~= nil end), "a diagnostic")
check(find("C001").lnum == 2 and find("C001").col == 13, "the place of a diagnostic")

local document = { uri = vim.uri_from_fname(path) }
local at = function(column)
  return { textDocument = document, position = { line = 2, character = column } }
end
local hover = ask("hover", at(3))
check(hover and hover.contents.value:find("4 . . . . P", 1, true), "the board of a move")
local offered = ask("completion", at(13))
check(offered and #offered.items == 29, "legal moves")
local symbols = ask("documentSymbol", { textDocument = document })
check(symbols and symbols[1].name == "Tal – ?", "symbols")

-- A fix, applied as the user does it.
local range = { start = { line = 2, character = 3 }, ["end"] = { line = 2, character = 3 } }
local actions = ask("codeAction", {
  textDocument = document,
  range = range,
  context = { diagnostics = {} },
})
check(actions and actions[1].title == "Write e4", "a fix")
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
check(vim.fn.getline(3) == "1.e4 e5 2. Ke3 *", "the fixed line")

-- An edit changes the diagnostics.
vim.fn.setline(3, "1.e4 e5 2. Ke2 *")
check(vim.wait(60000, function() return find("C001") == nil end), "no diagnostic")
local edits = ask("formatting", {
  textDocument = document,
  options = { tabSize = 8, insertSpaces = true },
})
vim.lsp.util.apply_text_edits(edits, 0, "utf-16")
check(vim.fn.getline(9) == "1. e4 e5 2. Ke2 *", "the formatted line")
print("neovim " .. vim.version().major .. "." .. vim.version().minor .. ": ok\n")
vim.cmd("qall!")
