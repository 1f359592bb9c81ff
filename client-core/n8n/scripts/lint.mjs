// SPDX-License-Identifier: MIT
// lint.mjs BUILT_PACKAGE: the rules that n8n holds a community package to before it is listed (the configuration of
// @n8n/scan-community-package 0.32.0), on the sources and on what is published.
import { createRequire, Module } from "node:module";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { defineConfig } from "eslint/config";

const root = fileURLToPath(new URL("..", import.meta.url));
// The rules take two names from n8n-workflow.
process.env.NODE_PATH ??= fileURLToPath(new URL("../test/fakes", import.meta.url));
Module._initPaths();
const { n8nCommunityNodesPlugin } = await import("@n8n/eslint-plugin-community-nodes");
const require = createRequire(import.meta.url);
const nodesBase = require("eslint-plugin-n8n-nodes-base");
const parser = require("@typescript-eslint/parser");

const config = defineConfig(
    n8nCommunityNodesPlugin.configs.recommended,
    { rules: { "no-console": "error" } },
    { plugins: { "n8n-nodes-base": nodesBase } },
    { files: ["package.json"], rules: { ...nodesBase.configs.community.rules } },
    {
        files: ["**/credentials/**/*.ts"],
        rules: {
            ...nodesBase.configs.credentials.rules,
            "n8n-nodes-base/cred-class-field-documentation-url-miscased": "off",
            "n8n-nodes-base/cred-class-field-type-options-password-missing": "off",
        },
    },
    {
        files: ["**/nodes/**/*.ts"],
        rules: {
            ...nodesBase.configs.nodes.rules,
            "n8n-nodes-base/node-class-description-inputs-wrong-regular-node": "off",
            "n8n-nodes-base/node-class-description-outputs-wrong": "off",
            "n8n-nodes-base/node-param-type-options-max-value-present": "off",
        },
    },
    { files: ["**/*.json", "**/*.ts"], languageOptions: { parser } },
);

async function lint(cwd, patterns) {
    const eslint = new ESLint({ cwd, allowInlineConfig: false, overrideConfigFile: true, overrideConfig: config, warnIgnored: false });
    const results = await eslint.lintFiles(patterns);
    if (results.length === 0) throw new Error(`there is nothing to lint in ${cwd}`);
    const found = results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0);
    if (found > 0) console.error((await eslint.loadFormatter("stylish")).format(results));
    console.log(`${results.length} files of ${cwd}: ${found} findings`);
    return found;
}

const sources = await lint(root, ["package.json", "{nodes,credentials}/**/*.ts"]);
const published = await lint(process.argv[2], ["**/*.js", "package.json"]);
process.exit(sources + published === 0 ? 0 : 1);
