import { onFirstUse } from '#server/platform/first-use.ts'

export const openAiSdk = onFirstUse<typeof import('openai').default>('openai')
