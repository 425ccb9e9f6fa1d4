import type { SampleDraft } from './sample-draft.ts'
import type { SampleRandom } from './sample-random.ts'
import {
  emailState,
  fictionalPhone,
  hostLabel,
  nameWords,
  RESERVED_DOMAIN,
  titleCase,
} from './sample-text.ts'

const POSITIONS = [
  'Head of marketing',
  'Sales manager',
  'Owner',
  'Chief technology officer',
  'Buyer',
  'Accountant',
]
const COUNTRIES = ['US', 'GB', 'DE', 'FR', 'NL', 'AU']

/** A sample person with the searched position, at a company named as a sample. */
export function samplePerson(
  search: Record<string, unknown>,
  seed: string,
  index: number,
  random: SampleRandom,
): SampleDraft {
  const number = index + 1
  const company = titleCase(nameWords(search.company)) || `Company ${random.whole(1, 40)}`
  const keywords = nameWords(search.keywords)
  const position = nameWords(search.position) || random.pick(POSITIONS)
  const domain = `sample-${hostLabel(company)}-${seed}.${RESERVED_DOMAIN}`
  const [phone, email] = [random.share() < 0.5, random.share() < 0.8]
  return {
    name: `Sample Person ${number}`,
    position: keywords ? `${position} (${keywords})` : position,
    company: `Sample ${company}`,
    domain,
    city: 'Sampleton',
    region: 'Sample State',
    country: random.pick(COUNTRIES),
    linkedin_url: `https://linkedin.${RESERVED_DOMAIN}/in/sample-person-${number}-${seed}`,
    ...(phone ? { phone: fictionalPhone(seed, index) } : {}),
    ...(email ? { email: `sample.person.${number}@${domain}`, email_state: emailState(random) } : {}),
  }
}
