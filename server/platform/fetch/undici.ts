import { onFirstUse } from '../first-use.ts'

/** The HTTP client. */
export const undici = onFirstUse<typeof import('undici')>('undici')
