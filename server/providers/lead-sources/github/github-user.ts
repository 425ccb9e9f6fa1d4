import { resolveCountry } from '#server/platform/text/country-names.ts'
import type { SourceLead } from '../lead-source.ts'
import { linkedinUrl } from '../person-key.ts'
import { personLead, vendorOrigin, webUrl } from '../person-lead.ts'
import type { GithubUser } from './github-replies.ts'

/** City and country of a free-text location. */
function readPlace(location: string | null | undefined) {
  const parts = (location ?? '').split(',').flatMap((part) => part.trim() || [])
  const last = parts.at(-1)
  const country = last ? resolveCountry(last) : null
  const city = country && parts.length === 1 ? null : parts[0]
  return { city, country }
}

/** A lead from a profile. The login replaces a missing name. */
export function makeLead(user: GithubUser): SourceLead {
  const profile = linkedinUrl(user.blog)
  const { free: _, ...lead } = personLead('github', {
    id: String(user.id),
    facts: {
      name: user.name || user.login,
      company: user.company?.trim().replace(/^@/, ''),
      website: profile ? null : webUrl(user.blog),
      email: user.email,
      ...readPlace(user.location),
      linkedin_url: profile,
      github_url: user.html_url,
      x_url: user.twitter_username && `https://x.com/${user.twitter_username}`,
      keywords: user.bio,
    },
    origin: vendorOrigin('github', user.login, { url: user.html_url, method: 'profile', confidence: 0.9 }),
  })
  return lead
}
