// SPDX-License-Identifier: Apache-2.0
// The real server in a process of its own.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export async function startServer(program, more = []) {
    const folder = mkdtempSync(join(tmpdir(), "leadsheet-sdk-"));
    const keyFile = join(folder, "keys.json");
    const child = spawn(program, ["--port", "0", "--database", ":memory:", "--bootstrap-sandbox", keyFile, ...more], { stdio: ["ignore", "pipe", "inherit"] });
    const exited = new Promise((resolve) => child.on("exit", resolve));
    const port = await new Promise((resolve, reject) => {
        createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line).port));
        exited.then((code) => reject(new Error(`the server ended with ${code}`)));
    });
    const [customer, admin] = JSON.parse(readFileSync(keyFile, "utf8")).accounts;
    return {
        url: `http://127.0.0.1:${port}`,
        accountId: customer.id,
        keys: { customer: customer.keys[0].secret, admin: admin.keys[0].secret },
        async stop() {
            child.kill("SIGTERM");
            const code = await exited;
            rmSync(folder, { recursive: true });
            if (code !== 0) throw new Error(`the server ended with ${code}`);
        },
    };
}
