import { onFirstUse } from '../first-use.ts'

/** The numbering plans of all countries. */
export const phonePlans = onFirstUse<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')
