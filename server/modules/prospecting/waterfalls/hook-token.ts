import type { Context } from '#server/platform/context.ts'
import { makeSignedIds, readSignedIds } from '#server/platform/crypto/signed-ids.ts'
import type { LookupPlace } from './lookups-store.ts'

type Key = Pick<Context, 'secretKey'>

const PURPOSE = 'source-hook'

/** Identifies one request at a vendor, so that nobody else can answer it. */
export const makeHookToken = (key: Key, { accountId, runId, leadId, step }: LookupPlace): string =>
  makeSignedIds(key, PURPOSE, [accountId, runId, leadId, step])

/** A token's request; null for a foreign one. */
export function readHookToken(key: Key, token: string): LookupPlace | null {
  const [accountId, runId, leadId, step] = readSignedIds(key, PURPOSE, token) ?? []
  return accountId === undefined ? null : ({ accountId, runId, leadId, step } as LookupPlace)
}
