import { expect } from 'vitest'
import { renameList } from '#contract/leads/lists.ts'
import type { TestUser } from './factories.ts'
import { seedList } from './seed-leads.ts'
import type { TestApp } from './test-app.ts'

/** An account whose audit log grows by renaming its list: entry 1 is the sign-in, each new name adds one. */
export interface AuditedList {
  user: TestUser
  id: number
  rename(...names: string[]): Promise<void>
}

export async function auditedList(t: TestApp, ...names: string[]): Promise<AuditedList> {
  const user = await t.account()
  const { id } = await seedList(t, user)
  const rename = async (...more: string[]) => {
    for (const name of more)
      expect((await t.call(renameList, { params: { id }, body: { name } }, user)).status).toBe(200)
  }
  await rename(...names)
  return { user, id, rename }
}
