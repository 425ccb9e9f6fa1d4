import type { AccountRow } from '#server/modules/accounts/accounts/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { openCustomerAccount } from './add-account.ts'
import { knownEmails } from './contacts-store.ts'
import { listSellable } from './plan-of-subscription.ts'
import { type ReadRow, readImport } from './read-import.ts'
import { sellerFor } from './subscriptions.ts'

const importAccountsLimit = defineRateLimit({ name: 'import-accounts', points: 30, seconds: 60 * 60 })

interface ImportInput {
  csv: string
  package_id?: number
}

// Importing accounts from a file: checks every row first, then adds each valid one separately.

async function readRows(
  ctx: Context,
  seller: AccountRow,
  { csv, package_id }: ImportInput,
): Promise<ReadRow[]> {
  const rows = await readImport(csv, {
    packages: await listSellable(ctx.db, seller.id),
    defaultPackageId: package_id,
  })
  const known = await knownEmails(
    ctx.db,
    seller.id,
    rows.map(({ email }) => email.toLowerCase()),
  )
  return rows.map((row) => ({ ...row, exists: known.has(row.email.toLowerCase()) }))
}

export async function previewAccountImport(ctx: Context, actor: Actor, input: ImportInput) {
  const rows = await readRows(ctx, await sellerFor(ctx, actor, undefined), input)
  const valid = rows.filter(({ errors, exists }) => errors.length === 0 && !exists).length
  return { rows: rows.map(({ version: _version, ...row }) => row), valid }
}

/** Adds valid rows. A failing row is reported and changes nothing. @throws AppError rate_limited. */
export async function importAccounts(ctx: Context, actor: Actor, input: ImportInput) {
  await importAccountsLimit.consume(ctx, String(actor.accountId))
  const seller = await sellerFor(ctx, actor, undefined)
  const [failed, ids]: [{ line: number; message: string }[], number[]] = [[], []]
  let existing = 0
  for (const row of await readRows(ctx, seller, input)) {
    const { version, credits, errors } = row
    if (errors.length > 0 || !version || credits === null)
      failed.push({ line: row.line, message: errors.join('. ') })
    else if (row.exists) existing += 1
    else
      try {
        ids.push(
          (
            await openCustomerAccount(ctx, actor, {
              seller,
              customer: { ...row, credits },
              version,
              now: ctx.clock.now(),
            })
          ).id,
        )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        failed.push({ line: row.line, message: error.message })
      }
  }
  await transaction(ctx.db, async () =>
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      detail: { accounts: ids, existing, failed: failed.length },
    }),
  )
  return { created: ids.length, existing, failed }
}
