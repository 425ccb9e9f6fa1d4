import { onFirstUse } from '../first-use.ts'

export const phonePlans = onFirstUse<typeof import('libphonenumber-js/max')>('libphonenumber-js/max')
