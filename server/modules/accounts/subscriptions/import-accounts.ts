import type { AccountRow } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { AddAccount } from './add-account.ts'
import { knownEmails } from './contacts-store.ts'
import { sellableOf } from './plan-of-subscription.ts'
import { type ReadRow, readImport } from './read-import.ts'

interface ImportDeps {
  db: Db
  clock: Clock
  add: AddAccount
  sellerFor(actor: Actor, accountId: undefined): Promise<AccountRow>
  imports: RateLimit
}

interface ImportInput {
  csv: string
  package_id?: number | undefined
}

/** Importing accounts from a file: checks every row first, then adds each valid one separately. */
export function createImport({ db, clock, add, sellerFor, imports }: ImportDeps) {
  async function read(seller: AccountRow, { csv, package_id }: ImportInput): Promise<ReadRow[]> {
    const rows = await readImport(csv, {
      packages: await sellableOf(db, seller.id),
      defaultPackageId: package_id,
    })
    const known = await knownEmails(
      db,
      seller.id,
      rows.map(({ email }) => email.toLowerCase()),
    )
    return rows.map((row) => ({ ...row, exists: known.has(row.email.toLowerCase()) }))
  }

  return {
    async preview(actor: Actor, input: ImportInput) {
      const rows = await read(await sellerFor(actor, undefined), input)
      const valid = rows.filter(({ errors, exists }) => errors.length === 0 && !exists).length
      return { rows: rows.map(({ version: _version, ...row }) => row), valid }
    },

    /** Adds valid rows. A failing row is reported and changes nothing. @throws AppError rate_limited. */
    async run(actor: Actor, input: ImportInput) {
      await imports.consume(String(actor.accountId))
      const seller = await sellerFor(actor, undefined)
      const [failed, ids]: [{ line: number; message: string }[], number[]] = [[], []]
      let existing = 0
      for (const row of await read(seller, input)) {
        const { version, credits, errors } = row
        if (errors.length > 0 || !version || credits === null)
          failed.push({ line: row.line, message: errors.join('. ') })
        else if (row.exists) existing += 1
        else
          try {
            ids.push((await add(actor, seller, { ...row, credits }, version, clock.now())).id)
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            failed.push({ line: row.line, message: error.message })
          }
      }
      await transaction(db, async () =>
        recordAudit(db, {
          accountId: actor.accountId,
          detail: { accounts: ids, existing, failed: failed.length },
        }),
      )
      return { created: ids.length, existing, failed }
    },
  }
}
