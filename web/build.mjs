// Builds the page into the package: node build.mjs [FOLDER]
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "../src/biterms/serve/assets");

await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: [{ in: "src/main.ts", out: "app" }, { in: "styles/app.css", out: "app" }],
  outdir: out,
  bundle: true,
  minify: true,
  target: ["es2022", "chrome123", "firefox121", "safari17.5"],
  legalComments: "none",
  charset: "utf8",
});
for (const name of ["index.html", "favicon.svg"]) await copyFile(join(here, name), join(out, name));
