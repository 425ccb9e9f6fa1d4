import type { SourceDeclaration } from '#contract/sources/source-kinds/define.ts'
import type { Context } from '#server/platform/context.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SourceCredential } from '#server/providers/lead-sources/index.ts'
import { deleteCredential, findNearest, type KeyTest, upsertCredential } from './credentials-store.ts'

const LONGEST_VALUE = 2000

const secretContext = (accountId: number, sourceId: string) => `source-credential:${accountId}:${sourceId}`

const HINT_LENGTH = 4
/** A hint would reveal too much of a shorter key. */
const MIN_LENGTH_FOR_HINT = 12

export const NEVER_TESTED: KeyTest = {
  tested_at: null,
  test_problem: null,
  vendor_plan: null,
  vendor_left: null,
}

/** The end of a credential's first secret, to identify keys; null for a short one. */
function makeHint({ credential }: SourceDeclaration, values: Record<string, string>): string | null {
  const secret = values[credential.find(({ kind }) => kind === 'secret')?.name ?? ''] ?? ''
  return secret.length >= MIN_LENGTH_FOR_HINT ? secret.slice(-HINT_LENGTH) : null
}

/** Input for the source's declared form. @throws AppError validation_failed per field. */
export function readForm(
  { credential }: SourceDeclaration,
  values: Record<string, string>,
): Record<string, string> {
  const read: Record<string, string> = {}
  for (const { name, label, optional } of credential) {
    const value = (values[name] ?? '').trim()
    if (!value && !optional) throw invalidField(name, `Enter ${label.toLowerCase()}`)
    if (value.length > LONGEST_VALUE) throw invalidField(name, `At most ${LONGEST_VALUE} characters`)
    if (value) read[name] = value
  }
  return read
}

/** Opens the seal of a key. @throws SecretBoxError. */
export const openSourceKey = (
  ctx: Context,
  ownerId: number,
  sourceId: string,
  sealed: string,
): Record<string, string> => JSON.parse(ctx.secretBox.open(sealed, secretContext(ownerId, sourceId)))

/** Seals and stores an account's input for a source's form. @throws AppError validation_failed. */
export async function storeCredential(
  ctx: Context,
  owner: { accountId: number; userId: number | null },
  source: SourceDeclaration,
  values: Record<string, string>,
  { test = NEVER_TESTED, dailyLimit }: { test?: KeyTest; dailyLimit?: number | null } = {},
): Promise<{ id: number }> {
  const read = readForm(source, values)
  const sealed = ctx.secretBox.seal(JSON.stringify(read), secretContext(owner.accountId, source.id))
  const hint = makeHint(source, read)
  return upsertCredential(ctx.db, { ...owner, sourceId: source.id, sealed, hint, test, dailyLimit })
}

/** Deletes an account's own credential. @returns whether there was one. */
export const removeCredential = async (
  ctx: Context,
  accountId: number,
  sourceId: string,
): Promise<{ id: number } | undefined> => deleteCredential(ctx.db, accountId, sourceId)

/** The effective credential of an account: its own, else its seller's, else the platform's. */
export async function findNearestCredential(
  ctx: Context,
  accountId: number,
  sourceId: string,
): Promise<SourceCredential | null> {
  const row = await findNearest(ctx.db, accountId, sourceId)
  if (!row) return null
  const above = row.parent_id === null ? 'platform' : 'reseller'
  return {
    id: row.id,
    level: row.account_id === accountId ? 'account' : above,
    open: () => openSourceKey(ctx, row.account_id, sourceId, row.sealed),
  }
}
