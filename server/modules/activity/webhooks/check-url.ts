import { checkPublicUrl } from '#server/platform/fetch/check-public-url.ts'

/** The normalized receiver URL. @throws AppError validation_failed at `url`. */
export const checkUrl = (text: string, mapped: ReadonlySet<string>): string =>
  checkPublicUrl(text, { field: 'url', example: 'https://example.com/webhook', mapped }).href
