// SPDX-License-Identifier: Apache-2.0
// Which answers of which operation a test run has seen, held against coverage.json: what that file lists must
// be seen again, so the list may only grow; the operations it calls not implemented may only become fewer.
export class Coverage {
    constructor(contract) {
        this.contract = contract;
        this.seen = new Map(contract.operations.map(({ id }) => [id, new Set()]));
    }

    add(operation, status) {
        this.seen.get(operation.id).add(status);
    }

    /// {operation: [status, ...]}, for a later run's addSeen().
    answersSeen() {
        return Object.fromEntries([...this.seen].map(([id, statuses]) => [id, [...statuses]]));
    }

    addSeen(answers) {
        for (const [id, statuses] of Object.entries(answers)) for (const status of statuses) this.seen.get(id)?.add(status);
    }

    notImplemented() {
        return [...this.seen].filter(([, statuses]) => statuses.has(501)).map(([id]) => id).sort();
    }

    /// What `baseline` calls not implemented and nothing has proved to be.
    stillNotImplemented(baseline) {
        const works = (id) => [...this.seen.get(id)].some((status) => status < 300);
        return baseline.notImplemented.filter((id) => this.seen.has(id) && !works(id));
    }

    /// Statuses that the operation's own entry in the document has, as far as they were seen.
    documented({ id, responses }) {
        return [...this.seen.get(id)].filter((status) => status in responses).sort();
    }

    summary() {
        const { operations } = this.contract;
        const succeeded = operations.filter(({ id }) => [...this.seen.get(id)].some((status) => status < 300));
        const answers = operations.flatMap((operation) => this.documented(operation));
        const all = operations.flatMap(({ responses }) => Object.keys(responses).filter((status) => status !== "default"));
        return (
            `${succeeded.length} of ${operations.length} operations succeeded, ${this.notImplemented().length} are not ` +
            `implemented; ${answers.length} of ${all.length} documented answers seen`
        );
    }

    /// The content of coverage.json that this run would stand for.
    record(baseline) {
        const answers = this.contract.operations.map((operation) => [operation.id, this.documented(operation)]);
        return { notImplemented: this.stillNotImplemented(baseline), answers: Object.fromEntries(answers.filter(([, list]) => list.length > 0)) };
    }

    /// What is worse than `baseline`, as text.
    *losses(baseline) {
        for (const [id, statuses] of Object.entries(baseline.answers)) {
            const now = this.seen.get(id) ?? new Set();
            const lost = statuses.filter((status) => !now.has(status));
            if (lost.length > 0) yield `${id}: no test sees the answer ${lost.join(", ")} any more`;
        }
        for (const id of this.notImplemented())
            if (!baseline.notImplemented.includes(id)) yield `${id}: answers 501, and is not listed as not implemented`;
    }

    /// Whether the run is better than `baseline`, which should then be raised.
    grown(baseline) {
        const now = this.record(baseline);
        const more = Object.entries(now.answers).some(([id, list]) => list.some((status) => !baseline.answers[id]?.includes(status)));
        return more || now.notImplemented.length < baseline.notImplemented.length;
    }
}
