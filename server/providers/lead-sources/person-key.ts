/** The name of a person in an address of LinkedIn, in lower case; null when it is none. */
function linkedinSlug(url: string | null | undefined): string | null {
  const slug = /linkedin\.[a-z.]{2,6}\/(?:in|pub)\/([^/?#\s]+)/i.exec(url ?? '')?.[1]
  if (!slug) return null
  try {
    return decodeURIComponent(slug).toLowerCase().normalize('NFC').toWellFormed()
  } catch {
    return slug.toLowerCase()
  }
}

/** The one address of a profile at LinkedIn, whatever form a vendor gives; null when it is none. */
export function linkedinUrl(url: string | null | undefined): string | null {
  const slug = linkedinSlug(url)
  return slug && `https://www.linkedin.com/in/${slug}`
}

/** Names a person across vendors: by LinkedIn, else by email, else as the vendor does. An account pays once for each. */
export function personKey(
  source: string,
  person: { linkedin_url?: string | null; email?: string | null; id: string },
): string {
  const slug = linkedinSlug(person.linkedin_url)
  if (slug) return `linkedin:${slug}`
  return person.email ? `email:${person.email.toLowerCase()}` : `${source}:${person.id}`
}
