import { setActingMode, startActing } from '#contract/identity/log-in-as.ts'
import type { Call } from './call.ts'
import type { TestUser } from './factories.ts'

/** Token of a session in which an administrator or reseller is logged in as the user. */
export async function actAs(
  t: { call: Call },
  user: { id: number },
  by: TestUser,
  { mode = 'read', from }: { mode?: 'read' | 'write'; from?: string } = {},
): Promise<{ token: string }> {
  const body = { user_id: user.id, reason: 'Helping with an export' }
  const { body: answer } = await t.call(startActing, { body }, by, from ? { from } : {})
  if (!answer?.data) throw new Error(`could not log in as ${user.id}`)
  const { token } = answer.data
  if (mode === 'write') await t.call(setActingMode, { body: { mode } }, { token })
  return { token }
}
