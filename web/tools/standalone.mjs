// Puts the programs of the two pages that stand alone into one HTML file each. The Content-Security-Policy allows exactly
// this script and this style, by their hashes; gyre puts the data where the comment is.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

for (const [mode, file] of [["trace", "standalone.html"], ["graph", "standalone-graph.html"]]) {
  const folder = `dist/single-${mode}`;
  const sources = [`${folder}/page.js`];
  if (mode === "graph") sources.unshift("node_modules/elkjs/lib/elk.bundled.js");
  const scripts = sources.map((name) => `\n${readFileSync(name, "utf8").replaceAll("</script", "<\\/script")}\n`);
  const style = `\n${readFileSync(`${folder}/page.css`, "utf8")}\n`;
  const policy = `default-src 'none'; script-src ${scripts.map(hash).join(" ")}; style-src ${hash(style)}; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  writeFileSync(`dist/${file}`, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>gyre</title>
<style>${style}</style>
</head>
<body>
<div id="app"><noscript>This page needs JavaScript.</noscript></div>
<!--gyre-data-->
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`);
  rmSync(folder, { recursive: true });
}
