import { MESSAGES } from '#contract/messages.ts'
import type { FieldErrors } from './form-errors.ts'

/** What to do about a field that is empty; any other field keeps the contract's sentence. */
const ASK: Record<string, string> = {
  account_name: 'Enter an account name',
  brand_name: 'Enter a brand name',
  code: 'Enter the code',
  current_password: 'Enter your current password',
  domain: 'Enter a domain',
  email: 'Enter an email address',
  first_name: 'Enter your first name',
  last_name: 'Enter your last name',
  licence: 'Enter the licence',
  modules: 'Choose at least one module',
  name: 'Enter a name',
  owner_email: 'Enter the email address of the owner',
  password: 'Enter your password',
  scopes: 'Choose at least one kind of access',
  source: 'Enter a name for the source',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A sentence of the contract that names its field: `Radius must be max 500`. `label` is what the screen calls it. */
export const withLabel = (sentence: string, label: string): string =>
  sentence.replace(/^Field(?= must)/, label)

/** The contract's sentences as a form says them: they name their field, and what to do about it. */
export const namedErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, sentence]) => {
      if (sentence === MESSAGES.required) return [field, ASK[field] ?? sentence]
      if (sentence === MESSAGES.email) return [field, 'Enter a valid email address']
      return [field, withLabel(sentence, capital(field.replaceAll('_', ' ')))]
    }),
  )
