import { onFirstUse } from '../first-use.ts'

export const undici = onFirstUse<typeof import('undici')>('undici')
