// SPDX-License-Identifier: Apache-2.0
// A real Chromium that knows nothing of the outside: every request that leaves the server is counted
// and refused.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export async function openBrowser() {
    const executablePath = process.env.LEADSHEET_CHROMIUM ?? "/usr/bin/chromium";
    return chromium.launch({ executablePath, headless: true, args: flags });
}

/** A page and what it does wrong: violations of its policy, outside requests, errors. */
export async function openPage(browser, origin, { dark = false, width = 1280, scripts = true } = {}) {
    // axe has to run although the pages allow no script; the policy is judged by the reports of the console.
    const context = await browser.newContext({ colorScheme: dark ? "dark" : "light", viewport: { width, height: 900 }, javaScriptEnabled: scripts });
    const page = await context.newPage();
    const faults = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    await context.route("**", (route) => {
        const url = new URL(route.request().url());
        if (url.origin === origin || url.protocol === "data:" || url.protocol === "blob:") return route.continue();
        faults.push(`outside request: ${url}`);
        return route.abort();
    });
    return { page, faults, close: () => context.close() };
}

/** What axe finds at A and AA, one line each. */
export async function axeFindings(page) {
    // Evaluated by the debugger, which the policy of the page does not bind.
    await page.evaluate(axeSource);
    const result = await page.evaluate((values) => window.axe.run({ runOnly: { type: "tag", values } }), levels);
    return result.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.failureSummary}`));
}
