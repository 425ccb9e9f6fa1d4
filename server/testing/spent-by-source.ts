import { usage } from '#contract/accounts/wallet.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Credits that an account spent, by the source that delivered. */
export async function spentBySource(t: TestApp, user: TestUser): Promise<Record<string, number>> {
  const { sources } = (await t.call(usage, {}, user)).body.data
  return Object.fromEntries(sources.map(({ source, credits }) => [source ?? '', credits]))
}
