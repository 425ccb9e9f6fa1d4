/** The expected results for a website, which must be complete. */
export interface WebsiteLabels {
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string
  address: { street: string; postal_code: string; city: string; region: string | null }
  /** By address: its kind and person. */
  emails: Record<string, [kind: 'org' | 'role' | 'person' | 'list', person: string | null]>
  /** E.164, with the person. */
  phones: Record<string, string | null>
  socials: string[]
  /** Employees: role and address. */
  staff: Record<string, [role: string | null, email: string | null]>
  /** Mentioned people who do not work there. */
  others: string[]
}

/** A small website of a fictional company, with the expected results. */
export interface LabelledWebsite {
  domain: string
  /** By path; a path without an extension is HTML. */
  pages: Record<string, string>
  labels: WebsiteLabels
}
