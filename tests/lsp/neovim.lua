-- Neovim as a client of gyre lsp: opens a model with an error, and writes what it has learnt as JSON.
local out = {}
local function finish()
  local file = assert(io.open(vim.env.OUT, "w"))
  file:write(vim.json.encode(out))
  file:close()
  vim.cmd("qall!")
end

local ok, why = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.MODEL))
  local buffer = vim.api.nvim_get_current_buf()
  -- As editors/vim/plugin/gyre.lua does it.
  vim.g.gyre_program = vim.env.GYRE
  vim.cmd("source " .. vim.fn.fnameescape(vim.env.PLUGIN))
  vim.bo[buffer].filetype = "promela"
  local function wait(what)
    assert(vim.wait(15000, what, 20), "nothing came")
  end
  wait(function() return #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR }) > 0 end)
  local first = vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })[1]
  out.diagnostic = first.message
  out.diagnostic_line = first.lnum

  local function ask(method, params)
    local answers = assert(vim.lsp.buf_request_sync(buffer, method, params, 15000))
    for _, answer in pairs(answers) do
      assert(not answer.err, vim.inspect(answer.err))
      return answer.result
    end
  end
  local function at(pattern)
    vim.fn.cursor(1, 1)
    vim.fn.search(pattern)
    return vim.lsp.util.make_position_params(0, "utf-16")
  end
  -- The fix of the error, as an editor would apply it.
  local line = vim.api.nvim_buf_get_lines(buffer, first.lnum, first.lnum + 1, false)[1]
  local actions = ask("textDocument/codeAction", {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = first.lnum, character = 0 }, ["end"] = { line = first.lnum, character = #line } },
    context = { diagnostics = {} },
  })
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  wait(function() return #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR }) == 0 end)
  out.fixed = true

  out.hover = ask("textDocument/hover", at([[\<count <]])).contents.value
  out.definition_line = ask("textDocument/definition", at([[\<count <]]))[1].range.start.line
  local symbols = {}
  for _, s in ipairs(ask("textDocument/documentSymbol", { textDocument = vim.lsp.util.make_text_document_params(buffer) })) do
    table.insert(symbols, s.name)
  end
  out.symbols = table.concat(symbols, " ")
  local params = at([[\<count <]])
  params.newName = "total"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", params), "utf-16")
  out.renamed = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
end)
if not ok then out.error = tostring(why) end
finish()
