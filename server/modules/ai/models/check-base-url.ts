import { invalidField } from '#server/platform/errors.ts'
import { checkPublicUrl } from '#server/platform/fetch/check-public-url.ts'

const EXAMPLE = 'https://api.openai.com/v1'

/** A model's normalized base URL. @throws AppError validation_failed at `base_url`. */
export function checkBaseUrl(text: string, mapped: ReadonlySet<string>): string {
  const { href, search, hash } = checkPublicUrl(text, { field: 'base_url', example: EXAMPLE, mapped })
  if (search || hash) throw invalidField('base_url', `Enter an address such as ${EXAMPLE}`)
  return href.replace(/\/+$/, '')
}
