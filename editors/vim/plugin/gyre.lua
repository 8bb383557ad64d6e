-- Neovim (0.7 or newer): the language server of gyre for every model that is opened. `let g:gyre_program = 'PATH'` if it
-- is not on the path; `let g:gyre_settings = {'D': ['N=3']}` are options of gyre check.
if not vim.lsp or not vim.api.nvim_create_autocmd then return end

local started = {} -- clients by folder, for a Neovim that does not know them itself
local function start(buffer, config)
  if vim.lsp.start then return vim.lsp.start(config, { bufnr = buffer }) end
  local id = started[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    started[config.root_dir] = id
  end
  if id then vim.lsp.buf_attach_client(buffer, id) end
end

local group = vim.api.nvim_create_augroup("gyre", {})
vim.api.nvim_create_autocmd("FileType", {
  group = group,
  pattern = { "promela", "esml" },
  callback = function(event)
    local name = vim.api.nvim_buf_get_name(event.buf)
    local folder = vim.fn.fnamemodify(name, ":p:h")
    local git = vim.fn.finddir(".git", folder .. ";")
    start(event.buf, {
      name = "gyre",
      cmd = { vim.g.gyre_program or "gyre", "lsp" },
      root_dir = git ~= "" and vim.fn.fnamemodify(git, ":p:h:h") or folder,
      init_options = { settings = vim.g.gyre_settings },
    })
  end,
})

-- What `simulate` and the verdict above a formula show.
for _, command in ipairs({ "gyre.simulate", "gyre.trace" }) do
  vim.lsp.commands[command] = function(clicked, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    client.request("workspace/executeCommand", { command = clicked.command, arguments = clicked.arguments },
      function(why, result)
        if why then return vim.notify(why.message, vim.log.levels.WARN) end
        vim.cmd("botright new")
        vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = "nofile", "wipe", false
        vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(result.text, "\n"))
      end)
  end
end
