import type { MailContents } from '#contract/branding/mail-kinds/index.ts'
import { findBrandOfAccount, selectOwners } from '#server/modules/accounts/accounts/index.ts'
import { type MailDraft, sendMail } from '#server/modules/branding/mail/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { claimMail, findContact } from './contacts-store.ts'

type Name = 'receipt' | 'payment-failed' | 'trial-ends' | 'subscription-ended'

/** A mail about what a customer bought; `link` is a path, or a URL of the vendor. */
type CustomerMail = {
  [Template in Name]: {
    template: Template
    variables: Omit<MailContents[Template]['variables'], 'first_name'>
  }
}[Name] & {
  accountId: number
  /** What it is about, once per account. */
  event: string
  link: string
}

/** Owners of an account; until somebody has set a password, the person it was opened for. */
async function findReaders(ctx: Context, accountId: number) {
  const owners = await selectOwners(ctx.db, accountId)
  if (owners.length > 0)
    return owners.map(({ id, email, first_name }) => ({ userId: id, to: email, first_name }))
  const contact = await findContact(ctx.db, accountId)
  return contact ? [{ to: contact.email, first_name: contact.first_name }] : []
}

/**
 * Mails an account's owners in its seller's brand, in the transaction of what happened, and once per event.
 * @returns whether it is new.
 */
export async function sendCustomerMail(
  ctx: Context,
  { accountId, event, template, variables, link }: CustomerMail,
): Promise<boolean> {
  requireTransaction(ctx.db, 'A mail to a customer')
  if (!(await claimMail(ctx.db, accountId, event, ctx.clock.now()))) return false
  const { siteId, url } = await findBrandOfAccount(ctx, accountId)
  for (const { first_name, ...reader } of await findReaders(ctx, accountId))
    await sendMail(ctx, {
      ...reader,
      accountId,
      siteId,
      template,
      variables: { ...variables, first_name },
      secrets: { link: link.startsWith('/') ? `${url}${link}` : link },
    } as MailDraft)
  return true
}
