import { selectOwners } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand } from '#server/modules/branding/sites/index.ts'
import type { Context } from '#server/platform/context.ts'

/** The page of a closed account, for any requested path. */
const CLOSED_PATH = '/account-closed'

/** Mails an account's owners; `siteId` is the brand they know. */
export async function notifyOwners(
  ctx: Context,
  accountId: number,
  {
    siteId,
    template,
    facts,
  }: {
    siteId: number | null
    template: 'account-closed' | 'account-deletion-soon' | 'account-reopened'
    facts: { account_name: string; delete_at: Date }
  },
): Promise<void> {
  const { url } = await findBrand(ctx, siteId)
  for (const person of await selectOwners(ctx.db, accountId)) {
    const common = { siteId, to: person.email, accountId, userId: person.id }
    const variables = { first_name: person.first_name, account_name: facts.account_name }
    const secrets = { link: `${url}${template === 'account-reopened' ? '/' : CLOSED_PATH}` }
    if (template === 'account-reopened') await sendMail(ctx, { ...common, template, variables, secrets })
    else
      await sendMail(ctx, {
        ...common,
        template,
        variables: { ...variables, when: facts.delete_at.toISOString() },
        secrets,
      })
  }
}
