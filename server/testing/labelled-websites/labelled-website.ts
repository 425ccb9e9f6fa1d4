/** What a reader has to find on an invented website, and nothing else. */
export interface WebsiteLabels {
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  address: { street: string; postal_code: string; city: string; region: string | null }
  /** By address: its kind, and the person it belongs to. */
  emails: Record<string, [kind: 'org' | 'role' | 'person' | 'list', person: string | null]>
  /** E.164, with the person whose number it is. */
  phones: Record<string, string | null>
  socials: string[]
  /** Who works there: role and address. */
  staff: Record<string, [role: string | null, email: string | null]>
  /** Who is named and does not work there. */
  others: string[]
}

/** A small website of a company that does not exist, with what is true of it. */
export interface LabelledWebsite {
  domain: string
  /** Files by path; a path without an ending is HTML. */
  pages: Record<string, string>
  labels: WebsiteLabels
}
