/** The profile name in a LinkedIn URL, in lower case; null for other URLs. */
function linkedinSlug(url: string | null | undefined): string | null {
  const slug = /linkedin\.[a-z.]{2,6}\/(?:in|pub)\/([^/?#\s]+)/i.exec(url ?? '')?.[1]
  if (!slug) return null
  try {
    return decodeURIComponent(slug).toLowerCase().normalize('NFC').toWellFormed()
  } catch {
    return slug.toLowerCase()
  }
}

/** The canonical URL of a LinkedIn profile; null for other URLs. */
export function linkedinUrl(url: string | null | undefined): string | null {
  const slug = linkedinSlug(url)
  return slug && `https://www.linkedin.com/in/${slug}`
}

/**
 * Identifies a person across vendors: by LinkedIn, else by email, else by the vendor's id. An account pays once for
 * each.
 */
export function personKey(
  source: string,
  person: { linkedin_url?: string | null; email?: string | null; id: string },
): string {
  const slug = linkedinSlug(person.linkedin_url)
  if (slug) return `linkedin:${slug}`
  return person.email ? `email:${person.email.toLowerCase()}` : `${source}:${person.id}`
}
