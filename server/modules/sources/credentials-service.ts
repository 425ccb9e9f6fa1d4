import type { SourceDeclaration } from '#contract/sources/define.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { SourceCredential } from '#server/providers/lead-sources/index.ts'
import { deleteCredential, findNearest, upsertCredential } from './credentials-store.ts'

const LONGEST_VALUE = 2000

const contextOf = (accountId: number, sourceId: string) => `source-credential:${accountId}:${sourceId}`

/** What was typed, by the form that the source declares. @throws AppError validation_failed per field. */
function readForm({ credential }: SourceDeclaration, values: Record<string, string>): Record<string, string> {
  const read: Record<string, string> = {}
  for (const { name, label, optional } of credential) {
    const value = (values[name] ?? '').trim()
    if (!value && !optional) throw invalidField(name, `Enter ${label.toLowerCase()}`)
    if (value.length > LONGEST_VALUE) throw invalidField(name, `At most ${LONGEST_VALUE} characters`)
    if (value) read[name] = value
  }
  return read
}

/** Keys that accounts have with vendors: stored sealed, opened for one request at a time. */
export function createCredentials({ db, secretBox }: { db: Db; secretBox: SecretBox }) {
  return {
    /** Seals and stores what an account typed into a source's form. @throws AppError validation_failed. */
    async store(
      owner: { accountId: number; userId: number | null },
      source: SourceDeclaration,
      values: Record<string, string>,
    ): Promise<void> {
      const plain = JSON.stringify(readForm(source, values))
      const sealed = secretBox.seal(plain, contextOf(owner.accountId, source.id))
      await upsertCredential(db, { ...owner, sourceId: source.id, sealed })
    },

    /** Forgets an account's own credential. @returns whether there was one. */
    remove: async (accountId: number, sourceId: string): Promise<boolean> =>
      (await deleteCredential(db, accountId, sourceId)) !== undefined,

    /** The credential that counts for an account: its own, else its seller's, else the platform's. */
    async nearest(accountId: number, sourceId: string): Promise<SourceCredential | null> {
      const row = await findNearest(db, accountId, sourceId)
      if (!row) return null
      const above = row.parent_id === null ? 'platform' : 'reseller'
      return {
        id: row.id,
        level: row.account_id === accountId ? 'account' : above,
        open: () => JSON.parse(secretBox.open(row.sealed, contextOf(row.account_id, sourceId))),
      }
    },
  }
}
