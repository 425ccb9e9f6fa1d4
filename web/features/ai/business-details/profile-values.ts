import type { BusinessDetails, SuggestedField } from '#contract/ai/business-details.ts'
import type { Texts } from '#web/lib/edit-conflict.ts'

/** Fields of the form in order, with their labels. */
export const LABELS = {
  name: 'Business name',
  website: 'Website',
  address: 'Postal address',
  description: 'What the business does',
  offer: 'Offer',
  proof: 'Proof',
  tone: 'Tone',
  banned_phrases: 'Banned phrases',
  signature: 'Signature',
} as const
export type ProfileField = keyof typeof LABELS
export const PROFILE_FIELDS = Object.keys(LABELS) as ProfileField[]
export type ProfileValues = Texts<ProfileField>

const EMPTY = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, ''])) as ProfileValues

/** Values of the form: text in every field, phrases one per line. */
export function toValues(profile: BusinessDetails | null): ProfileValues {
  if (!profile) return EMPTY
  const { name, website, address, description, offer, proof, tone, signature } = profile
  const phrases = profile.banned_phrases.join('\n')
  return { name, website, address, description, offer, proof, tone, signature, banned_phrases: phrases }
}

/** Converts form values for the request. */
export const toBody = ({ banned_phrases: phrases, ...values }: ProfileValues) => ({
  ...values,
  banned_phrases: phrases
    .split('\n')
    .map((phrase) => phrase.trim())
    .filter(Boolean),
})

/** Effect of a suggestion on the form. */
export function findEffect(
  { field, value }: { field: SuggestedField; value: string },
  values: ProfileValues,
): 'same' | 'fills' | 'replaces' {
  const now = values[field].trim()
  if (now === value.trim()) return 'same'
  return now ? 'replaces' : 'fills'
}
