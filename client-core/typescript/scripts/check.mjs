// SPDX-License-Identifier: Apache-2.0
// Checks the package as its users get it: what publint and are-the-types-wrong say of the tarball, both kinds of
// modules load, a caller compiles under each kind of resolution, and how large a bundle gets.
//   node check.mjs [FOLDER]      keeps the tarball in FOLDER when all is well
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => join(root, "node_modules/.bin", name);
const work = mkdtempSync(join(tmpdir(), "leadsheet-package-"));

function run(program, args, cwd = root) {
    try {
        return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
        console.error(`${program} ${args.join(" ")}\n${error.stdout}${error.stderr}`);
        process.exit(1);
    }
}

/// Minified and packed, of a program that is just this.
function bundleBytes(source) {
    const { outputFiles } = buildSync({
        stdin: { contents: source, resolveDir: work, loader: "js" }, bundle: true, minify: true, format: "esm", platform: "browser", write: false,
    });
    return gzipSync(outputFiles[0].contents).length;
}

try {
    const tarball = join(work, JSON.parse(run("npm", ["pack", "--json", "--pack-destination", work]))[0].filename);
    run(bin("publint"), ["run", tarball, "--strict"]);
    run(bin("attw"), [tarball, "--no-emoji", "--no-color"]);

    const installed = join(work, "node_modules/leadsheet");
    mkdirSync(installed, { recursive: true });
    run("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"]);
    const imported = run(process.execPath, ["--input-type=module", "-e", "import * as m from 'leadsheet'; console.log(Object.keys(m).sort().join())"], work);
    const required = run(process.execPath, ["-e", "console.log(Object.keys(require('leadsheet')).sort().join())"], work);
    if (imported !== required || !imported.includes("Leadsheet")) throw new Error("import and require give different things");

    cpSync(join(root, "test/consumer/consumer.ts"), join(work, "consumer.ts"));
    for (const [module, moduleResolution, type] of [["nodenext", "nodenext", "module"], ["nodenext", "nodenext", "commonjs"], ["commonjs", "node10", "commonjs"], ["esnext", "bundler", "module"]]) {
        const compilerOptions = { noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: "es2022", types: [], module, moduleResolution };
        writeFileSync(join(work, "package.json"), JSON.stringify({ type }));
        writeFileSync(join(work, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["consumer.ts"] }));
        run(bin("tsc"), ["-p", work], work);
    }

    const { size } = statSync(tarball);
    const one = bundleBytes("import { LeadsheetCore, createOrder } from 'leadsheet'; createOrder(new LeadsheetCore({}), {});");
    const all = bundleBytes("import { Leadsheet } from 'leadsheet'; new Leadsheet({});");
    const webhook = bundleBytes("import { verifyWebhook } from 'leadsheet'; verifyWebhook({}, {});");
    console.log(`Package ${size} bytes. Minified and packed: one operation ${one}, every operation ${all}, webhook verification ${webhook}.`);
    if (one >= all / 1.5 || webhook >= one) throw new Error("a bundler keeps what is not used");
    const keep = process.argv[2];
    if (keep) {
        copyFileSync(tarball, join(keep, basename(tarball)));
        console.log(join(keep, basename(tarball)));
    }
} finally {
    rmSync(work, { recursive: true });
}
