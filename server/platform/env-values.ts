import * as z from 'zod/mini'

const portError = { error: 'write a port number, 0 to 65535' }
export const port = z.coerce
  .number(portError)
  .check(z.int(portError), z.minimum(0, portError), z.maximum(65535, portError))
export const optional = z.optional(z.string())
export const emailAddress = z.email({ error: 'write an email address' })
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** An http(s) address without a trailing slash. */
export const webAddress = z.pipe(
  z.url({ protocol: /^https?$/, error: 'write an address such as https://app.example.com' }),
  z.transform((url: string) => url.replace(/\/+$/, '')),
)

export const whole = (min: number, max: number) =>
  z.coerce
    .number({ error: 'write a whole number' })
    .check(
      z.int({ error: 'write a whole number' }),
      z.minimum(min, { error: `write ${min} or more` }),
      z.maximum(max, { error: `write ${max} or less` }),
    )
const isOrigin = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}
/** `all`, `none`, or origins of pages separated by commas. */
export const origins = z.pipe(
  z.string(),
  z.transform((text: string, context): 'all' | string[] => {
    if (text === 'all') return text
    const parts = text === 'none' ? [] : text.split(',').map((part) => part.trim())
    const wrong = parts.find((part) => !isOrigin(part))
    if (wrong !== undefined)
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'write all, none, or origins such as https://app.example.com, separated by commas',
      })
    return parts
  }),
)

/** A website, S3-compatible storage, or a folder of this machine. */
export const baseAddress = z.string().check(
  z.refine((text) => text.startsWith('/') || (URL.canParse(text) && /^(https?|file):/.test(text)), {
    error: 'write an address such as https://example.com/release, or the full path of a folder',
  }),
)
/** Text for a protocol header or command: one line of printable ASCII. */
export const headerText = z
  .string()
  .check(z.regex(/^[\x20-\x7e]{1,200}$/, { error: 'write one line of at most 200 ASCII characters' }))
export const hostName = z.string().check(
  z.regex(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/i, {
    error: 'write the full name of this host, such as mail.example.com',
  }),
)
