import { suppressedLeads } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'

/** A website's result, without suppressed values; of a suppressed domain only the name is left. */
export async function withoutSuppressed(
  ctx: Context,
  accountId: number,
  website: CheckedWebsite,
): Promise<CheckedWebsite> {
  const { domain, emails, phones, socials, people } = website
  const profiles = (urls: readonly string[]) =>
    Object.fromEntries(urls.map((url, index) => [`${index}_url`, url]))
  const requested = [
    { domain },
    ...emails.map(({ value }) => ({ email: value })),
    ...phones.map(({ value }) => ({ phone: value })),
    ...socials.map(({ url }) => ({ profile_url: url })),
    ...people.map(({ email, phone, socials: urls }) => ({ email, phone, ...profiles(urls) })),
  ]
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values: requested })
  if (!isSuppressed.includes(true)) return website
  if (isSuppressed[0]) return { ...website, emails: [], phones: [], socials: [], people: [] }
  let at = 1
  const takeAllowed = <Item>(items: Item[]): Item[] => items.filter(() => !isSuppressed[at++])
  return {
    ...website,
    emails: takeAllowed(emails),
    phones: takeAllowed(phones),
    socials: takeAllowed(socials),
    people: takeAllowed(people),
  }
}
