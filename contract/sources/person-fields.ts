/** Person fields that columns of an imported file can be mapped to. */
export const PERSON_FIELDS = [
  'id',
  'name',
  'first_name',
  'last_name',
  'position',
  'seniority',
  'department',
  'company',
  'website',
  'email',
  'phone',
  'linkedin_url',
  'github_url',
  'x_url',
  'city',
  'state',
  'country',
  'location',
  'keywords',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]
