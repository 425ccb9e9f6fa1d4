import { checkPublicUrl } from '#server/platform/fetch/check-public-url.ts'

/** The normalized receiver URL. @throws AppError validation_failed at `field`. */
export const checkUrl = (text: string, mapped: ReadonlySet<string>, field = 'url'): string =>
  checkPublicUrl(text, { field, example: 'https://example.com/webhook', mapped }).href
