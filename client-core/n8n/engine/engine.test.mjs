// SPDX-License-Identifier: Apache-2.0
// The scenarios again, in the engine of n8n: its loader, its workflow runner with Retry on Fail, its expressions, its
// HTTP helper, its contexts for hooks and webhooks. What n8n's server adds, the store of credentials and the routing of
// webhooks, is stood in for.
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { defineScenarios } from "../test/scenarios.mjs";
import { Connection, lost, Service } from "../../../tests/support/killable_service.mjs";

process.env.N8N_USER_FOLDER = mkdtempSync(join(tmpdir(), "n8n-"));
process.env.N8N_ENCRYPTION_KEY = "of the test";
process.env.N8N_RUNNERS_ENABLED = "false";
const require = createRequire(import.meta.url);
require("reflect-metadata");
const core = require("n8n-core");
const n8n = require("n8n-workflow");

const loader = new core.PackageDirectoryLoader(process.env.LEADSHEET_N8N_PACKAGE);
await loader.loadAll();
const nodeTypes = {
    getByName: (type) => nodeTypes.getByNameAndVersion(type),
    getByNameAndVersion(type) {
        if (type === "n8n-nodes-base.start") return start;
        return loader.getNode(type.split(".").at(-1)).type;
    },
    getKnownTypes: () => ({}),
};
const start = {
    description: {
        displayName: "Start", name: "start", group: ["input"], version: 1, description: "", defaults: { name: "Start" }, inputs: [],
        outputs: ["main"], properties: [],
    },
    async execute() {
        return [this.getInputData()];
    },
};

class Helper extends n8n.ICredentialsHelper {
    constructor(values) {
        super();
        this.values = values;
    }
    getParentTypes() {
        return [];
    }
    isCredentialUsableByNode() {
        return true;
    }
    async getDecrypted() {
        return this.values;
    }
    async preAuthentication() {}
    async runPreAuthentication() {}
    async authenticate(credentials, name, options, workflow, node) {
        const { properties } = loader.getCredential(name).type.authenticate;
        const keys = { $credentials: credentials };
        for (const [header, value] of Object.entries(properties.headers))
            options.headers = { ...options.headers, [header]: workflow.expression.getSimpleParameterValue(node, value, "internal", keys, undefined, "") };
        return options;
    }
    async getCredentials() {
        throw new Error("not used");
    }
    async updateCredentials() {}
    getCredentialsProperties(name) {
        return loader.getCredential(name).type.properties;
    }
}

const kBase = "http://n8n.example";
const credentials = { leadsheetApi: { id: "1", name: "Leadsheet" } };

class Engine {
    constructor(values) {
        this.helper = new Helper(values);
    }

    additional(mode) {
        const hooks = new core.ExecutionLifecycleHooks(mode, "1", { id: "1", name: "A workflow", nodes: [], connections: {}, active: false });
        return {
            credentialsHelper: this.helper, hooks, currentNodeExecutionIndex: 0, variables: {}, webhookBaseUrl: this.webhookBaseUrl ?? kBase, executionId: "1",
            restApiUrl: kBase, instanceBaseUrl: kBase, formWaitingBaseUrl: kBase, webhookWaitingBaseUrl: kBase, webhookTestBaseUrl: kBase, logAiEvent() {}, setExecutionStatus() {},
        };
    }

    async run(parameters, items, { continueOnFail = false, ...settings } = {}) {
        const nodes = [
            { id: "1", name: "Start", type: "n8n-nodes-base.start", typeVersion: 1, position: [0, 0], parameters: {} },
            {
                id: "2", name: "Leadsheet", type: "n8n-nodes-leadsheet.leadsheet", typeVersion: 1, position: [200, 0], parameters, credentials,
                ...(continueOnFail ? { onError: "continueRegularOutput" } : {}), ...settings,
            },
        ];
        const connections = { Start: { main: [[{ node: "Leadsheet", type: "main", index: 0 }]] } };
        const workflow = new n8n.Workflow({ id: "1", nodes, connections, active: false, nodeTypes, settings: { executionOrder: "v1" } });
        const first = { node: workflow.getNode("Start"), data: { main: [items.map((json) => ({ json }))] }, source: null };
        const state = n8n.createRunExecutionData
            ? n8n.createRunExecutionData({ executionData: { nodeExecutionStack: [first] } })
            : { startData: {}, resultData: { runData: {} }, executionData: { contextData: {}, nodeExecutionStack: [first], metadata: {}, waitingExecution: {}, waitingExecutionSource: {} } };
        const runner = new core.WorkflowExecute(this.additional("trigger"), "trigger", state);
        const { data } = await runner.processRunExecutionData(workflow);
        if (data.resultData.error) throw data.resultData.error;
        return this.outputs(data)[0];
    }

    outputs({ resultData }) {
        this.refused = (resultData.runData.Leadsheet[0].data.main[1] ?? []).map(({ json }) => json);
        return [resultData.runData.Leadsheet[0].data.main[0].map(({ json }) => json), this.refused];
    }

    trigger(parameters, url, kept) {
        const base = new URL(url);
        this.webhookBaseUrl = base.origin;
        const node = {
            id: "3", name: "Trigger", type: "n8n-nodes-leadsheet.leadsheetTrigger", typeVersion: 1, position: [0, 0], webhookId: "hook", parameters, credentials,
        };
        const workflow = new n8n.Workflow({ id: "1", name: "A workflow", nodes: [node], connections: {}, active: true, nodeTypes });
        const store = workflow.getStaticData("node", node);
        Object.assign(store, kept);
        const type = nodeTypes.getByName(node.type);
        const [description] = n8n.NodeHelpers?.getNodeWebhooks?.(workflow, node, this.additional("trigger"), true) ?? [];
        const webhookData = description ?? { webhookDescription: type.description.webhooks[0], workflowId: "1", node: "Trigger", path: "webhook" };
        const hook = (activation) => new core.HookContext(workflow, node, this.additional("trigger"), "trigger", activation, webhookData);
        const methods = type.webhookMethods.default;
        return {
            get kept() {
                return workflow.getStaticData("node", node);
            },
            checkExists: () => methods.checkExists.call(hook("activate")),
            create: () => methods.create.call(hook("activate")),
            delete: () => methods.delete.call(hook("deactivate")),
            receive: async ({ headers, body }) => {
                const seen = { status: 200 };
                const response = { status: (status) => Object.assign(seen, { status }) && response, send: (text) => Object.assign(seen, { text }) && response, end: () => response };
                const request = { headers, rawBody: undefined, async readRawBody() { this.rawBody = body; }, body: JSON.parse(body), params: {}, query: {} };
                const additional = { ...this.additional("webhook"), httpRequest: request, httpResponse: response };
                const context = new core.WebhookContext(workflow, node, additional, "webhook", webhookData, [], null);
                const result = await type.webhook.call(context);
                return { ...seen, events: result.workflowData?.[0].map(({ json }) => json) ?? [] };
            },
        };
    }
}

defineScenarios(Engine);

let service, connection;
before(async () => {
    service = await Service.start();
    connection = await Connection.to(service);
});
after(async () => {
    await connection.stop();
    await service.stop();
});

test("engine_Retry on Fail after lost answers_buysOnce", async () => {
    const engine = new Engine({ baseUrl: connection.url, apiKey: service.keys.customer });
    connection.faults = [lost, lost, lost, lost, lost];
    const item = { scrapingOption: "filters", leadCount: 10, industries: "Retried" };
    const parameters = { resource: "order", operation: "create", maxPrice: "100.00" };
    const [order] = await engine.run(parameters, [item], { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 });
    assert.equal(order.alreadyOrdered, true);
    assert.equal(connection.creates.length, 6);
    assert.equal((await service.orders()).length, 1);
});

test("engine_error output_takesTheRefusedRows", async () => {
    const engine = new Engine({ baseUrl: connection.url, apiKey: service.keys.customer });
    const item = { scrapingOption: "filters", leadCount: 10, industries: "Divided" };
    const parameters = { resource: "order", operation: "create", maxPrice: "100.00" };
    const orders = await engine.run(parameters, [item, { ...item, leadCount: 0 }], { onError: "continueErrorOutput" });
    assert.deepEqual(orders.map(({ leadCount }) => leadCount), [10]);
    assert.deepEqual(engine.refused.map(({ details }) => details.code), ["lead_count_out_of_range"]);
});

test("engine_test request of the credential_isTheAccount", async () => {
    const { request } = loader.getCredential("leadsheetApi").type.test;
    const workflow = new n8n.Workflow({ nodes: [], connections: {}, active: false, nodeTypes });
    const node = { name: "x", type: "n8n-nodes-leadsheet.leadsheet", typeVersion: 1, parameters: {} };
    const keys = { $credentials: { baseUrl: `${service.port}/` } };
    assert.equal(workflow.expression.getSimpleParameterValue(node, request.baseURL, "internal", keys, undefined, ""), String(service.port));
    const account = await service.call("GET", request.url);
    assert.ok(account.id);
});

test("engine_package_loadsAsN8nLoadsIt", () => {
    assert.deepEqual(Object.keys(loader.nodeTypes).sort(), ["leadsheet", "leadsheetTrigger"]);
    assert.deepEqual(Object.keys(loader.credentialTypes), ["leadsheetApi"]);
    assert.deepEqual(loader.getCredentialsForNode(loader.getNode("leadsheet").type), [{ name: "leadsheetApi", required: true }]);
});
