import { onFirstUse } from '#server/platform/first-use.ts'

/** The library of OpenAI. */
export const openAiSdk = onFirstUse<typeof import('openai').default>('openai')
