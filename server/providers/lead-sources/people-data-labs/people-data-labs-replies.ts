import * as z from 'zod/mini'

/** A contact may be `true`: it exists, but the plan hides it. */
const contact = () => z.nullish(z.union([z.string(), z.boolean()]))
const contacts = () => z.nullish(z.union([z.boolean(), z.array(z.unknown())]))
const text = () => z.nullish(z.union([z.string(), z.boolean()]))

export const Person = z.object({
  id: z.nullish(z.string()),
  full_name: text(),
  linkedin_url: text(),
  github_url: text(),
  twitter_url: text(),
  work_email: contact(),
  recommended_personal_email: contact(),
  personal_emails: contacts(),
  emails: contacts(),
  mobile_phone: contact(),
  phone_numbers: contacts(),
  job_title: text(),
  job_title_role: text(),
  job_title_levels: z.nullish(z.union([z.boolean(), z.array(z.string())])),
  job_company_name: text(),
  job_company_website: text(),
  location_locality: text(),
  location_region: text(),
  location_country: text(),
  skills: contacts(),
})
export type PdlPerson = z.output<typeof Person>

export const PersonSearch = z.object({
  data: z.array(Person),
  scroll_token: z.nullish(z.string()),
  total: z.nullish(z.int()),
})

export const PersonEnrich = z.object({ likelihood: z.nullish(z.number()), data: Person })
