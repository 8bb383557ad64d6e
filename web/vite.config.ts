// Three builds: the page of the server (index.html and assets/), and two programs that tools/standalone.mjs puts into
// one HTML file each: the trace screen alone (small), and the graph screen (with the layout, which is large).
import { defineConfig } from "vite";

export default defineConfig(({ mode }) => {
  const single = mode === "trace" || mode === "graph";
  return {
    base: "./",
    define: single ? { "process.env.NODE_ENV": '"production"' } : {},
    esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
    build: single
      ? {
          target: "es2021",
          outDir: `dist/single-${mode}`,
          emptyOutDir: true,
          chunkSizeWarningLimit: 3000,
          lib: { entry: `src/standalone_${mode}.tsx`, formats: ["iife"], name: "gyre", fileName: () => "page.js", cssFileName: "page" },
        }
      : {
          target: "es2021",
          outDir: "dist",
          emptyOutDir: true,
          assetsInlineLimit: 0,
          chunkSizeWarningLimit: 3000,
          modulePreload: { polyfill: false },
        },
  };
});
