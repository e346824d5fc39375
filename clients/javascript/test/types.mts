// Compiled with tsc, and not run: mistakes that the types find, and code that they accept.
import { ControlAPIError, Sandbox, server, type NewRule } from "understudy";
import setup from "understudy/global-setup";
import { sandbox } from "understudy/node-test";
import { fixtures as playwright } from "understudy/playwright";
import { fixtures as vitest } from "understudy/vitest";

declare const t: { after(callback: () => Promise<void>): void; diagnostic(message: string): void };

export async function accepted(): Promise<string | undefined> {
  const box: Sandbox = await sandbox(t, { answer: { sign_in: "alice" }, lifetime: "PT10M" });
  const rule: NewRule = { match: { endpoint: "token" }, times: 1, then: { condition: "code_expired" } };
  const rules = await box.addRules([rule, { scenario: "slow" }]);
  const fired: number = rules[0].fired;
  const person = await box.putPerson("carol", { password: "x", roles: ["admin"] });
  const [entry] = await box.readJournal({ outcome: "refused", after: fired });
  await box.listTokens({ status: "expired" });
  await box.revokeToken((await box.listTokens())[0].id);
  const scenarios: string[] = (await box.server.listScenarios()).map((each) => each.title);
  const stop = await setup();
  await stop();
  await vitest.sandbox({ task: {}, sandboxSettings: vitest.sandboxSettings }, async (given) => void given.id);
  await playwright.sandbox({ sandboxSettings: {} }, async (given) => void given.id, { expectedStatus: "passed", attach: async () => {} });
  return entry.why ?? person.username ?? scenarios[0];
}

export async function refused(): Promise<void> {
  const box = await (await server()).createSandbox();
  // @ts-expect-error: the outcome is one of four
  await box.putPerson("carol", { password: "x", outcome: "dances" });
  // @ts-expect-error: a rule has no such member
  await box.addRules({ macth: {}, then: { reset: true } });
  // @ts-expect-error: a person needs a password
  await box.putPerson("carol", {});
  // @ts-expect-error: a username comes first
  await box.getPerson();
  // @ts-expect-error: a status of tokens is one of four
  await box.listTokens({ status: "dead" });
  try {
    await box.resetSandbox();
  } catch (error) {
    if (error instanceof ControlAPIError) error.status.toFixed();
  }
}
