import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { claimLost, expireMails, wipeOldSecrets } from './mail-store.ts'
import { enqueueMail } from './send-mail.ts'

/** Lost mails recovered at a time; the rest follow five minutes later. */
const LOST_AT_ONCE = 500

/** Recovers mails whose job or worker was lost, gives up expired ones, wipes secrets no longer needed. */
export async function recoverMails(ctx: Context): Promise<void> {
  await expireMails(ctx.db)
  await wipeOldSecrets(ctx.db)
  await transaction(ctx.db, async () => {
    for (const id of await claimLost(ctx.db, LOST_AT_ONCE)) await enqueueMail(ctx, id)
  })
}
