import { csvLine } from '#server/platform/csv/write-csv.ts'

const POSITIONS = ['CEO', 'Head of Marketing', 'Software Engineer', 'Geschäftsführerin', 'Sales Manager']
const CITIES = [
  ['Berlin', 'Germany'],
  ['Portland', 'United States'],
  ['Lyon', 'France'],
] as const

/** A CSV file of generated people; equal indexes give equal rows. `prefix` keeps files apart. */
export function generatedPeople({ rows, prefix = 'made' }: { rows: number; prefix?: string }): Buffer {
  const lines = Array.from({ length: rows }, (_, at) => {
    const [city, country] = CITIES[at % CITIES.length] as (typeof CITIES)[number]
    return csvLine([
      `${prefix} person ${at}`,
      POSITIONS[at % POSITIONS.length] as string,
      `${prefix} Company ${at % 50} GmbH`,
      `${prefix}.${at}@people.example`,
      city,
      country,
    ])
  })
  return Buffer.from(
    [csvLine(['Full name', 'Job title', 'Company', 'Email', 'City', 'Country']), ...lines].join(''),
  )
}
