-- Starts `pgn lsp` for games and positions. Neovim 0.7 or later.
-- Copy this file to ~/.config/nvim/plugin/.

local command = { vim.env.PGN or "pgn", "lsp" }

-- One server for all files of a session.
local client

local function start(buffer)
  if vim.lsp.start then
    vim.lsp.start({ name = "pgn", cmd = command }, { bufnr = buffer })
    return
  end
  client = client or vim.lsp.start_client({
    name = "pgn",
    cmd = command,
    on_exit = function() client = nil end,
  })
  if client then
    vim.lsp.buf_attach_client(buffer, client)
  end
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  pattern = { "*.pgn", "*.epd", "*.fen" },
  callback = function(event)
    local is_game = event.match:match("%.pgn$")
    vim.bo[event.buf].filetype = is_game and "pgn" or "epd"
    start(event.buf)
  end,
})
