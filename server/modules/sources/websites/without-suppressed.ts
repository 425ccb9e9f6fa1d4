import { suppressedLeads } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { CheckedWebsite } from '#server/website-reader/index.ts'

const readProfiles = (urls: readonly string[]) =>
  Object.fromEntries(urls.map((url, index) => [`${index}_url`, url]))

/** What may be suppressed of a website: first its domain. */
const listValues = ({ domain, emails, phones, socials, people }: CheckedWebsite) => [
  { domain },
  ...emails.map(({ value }) => ({ email: value })),
  ...phones.map(({ value }) => ({ phone: value })),
  ...socials.map(({ url }) => ({ profile_url: url })),
  ...people.map(({ email, phone, socials: urls }) => ({ email, phone, ...readProfiles(urls) })),
]

/** The website without the values that `isSuppressed` names, in the order of `listValues`. */
function dropSuppressed(website: CheckedWebsite, isSuppressed: readonly boolean[]): CheckedWebsite {
  if (!isSuppressed.includes(true)) return website
  if (isSuppressed[0]) return { ...website, emails: [], phones: [], socials: [], people: [] }
  let at = 1
  const takeAllowed = <Item>(items: Item[]): Item[] => items.filter(() => !isSuppressed[at++])
  return {
    ...website,
    emails: takeAllowed(website.emails),
    phones: takeAllowed(website.phones),
    socials: takeAllowed(website.socials),
    people: takeAllowed(website.people),
  }
}

/** Websites' results, without suppressed values; of a suppressed domain only the name is left. */
export async function withoutSuppressed(
  ctx: Context,
  accountId: number,
  websites: readonly CheckedWebsite[],
): Promise<CheckedWebsite[]> {
  const values = websites.map(listValues)
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values: values.flat() })
  let end = 0
  return websites.map((website, index) => {
    const start = end
    end += values[index]?.length ?? 0
    return dropSuppressed(website, isSuppressed.slice(start, end))
  })
}
