// SPDX-License-Identifier: MIT
import type { IAuthenticateGeneric, Icon, ICredentialTestRequest, ICredentialType, INodeProperties } from "n8n-workflow";

export class LeadsheetApi implements ICredentialType {
    name = "leadsheetApi";

    displayName = "Leadsheet API";

    icon: Icon = { light: "file:../nodes/Leadsheet/leadsheet.svg", dark: "file:../nodes/Leadsheet/leadsheet.dark.svg" };

    documentationUrl = "https://leadsheet.example/n8n";

    properties: INodeProperties[] = [
        {
            displayName: "Base URL",
            name: "baseUrl",
            type: "string",
            default: "",
            required: true,
            placeholder: "https://api.example.com",
            description: "Where the service is, without /v1",
        },
        {
            displayName: "API Key",
            name: "apiKey",
            type: "string",
            typeOptions: { password: true },
            default: "",
            required: true,
            description: "A customer key with the scopes account:read, orders:write and leads:read; for the trigger webhooks:write as well",
        },
    ];

    authenticate: IAuthenticateGeneric = {
        type: "generic",
        properties: { headers: { "x-api-key": "={{$credentials.apiKey}}" } },
    };

    test: ICredentialTestRequest = {
        request: { baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}', url: "/v1/account" },
    };
}
