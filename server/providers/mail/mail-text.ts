/** Line ends and other control characters, which could start another header. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/** One dotted address, without anything that could end it, add a second one or start a header. */
const ADDRESS = /^[^\s\p{Cc}\p{Cf}<>"(),:;@[\]\\]{1,64}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,251}$/u

/** Text for one header line: control characters become spaces, truncated to `max` characters. */
export const oneLine = (text: string, max: number): string =>
  [...text.replace(CONTROL, ' ').replace(/ {2,}/g, ' ').trim()].slice(0, max).join('')

/** Whether this is exactly one valid email address. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** A server's reply without what it may repeat from the mail: links, codes and the given secrets. */
export function withoutSecrets(text: string, secrets: string[] = []): string {
  let cleaned = text
  for (const secret of secrets) if (secret) cleaned = cleaned.replaceAll(secret, '[removed]')
  return oneLine(
    cleaned.replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[link]').replace(/(?<!\d)\d{6}(?!\d)/g, '[code]'),
    300,
  )
}
