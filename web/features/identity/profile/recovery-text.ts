/** The text file of recovery codes: whose they are, what they do, one a line. */
export function recoveryText(
  codes: readonly string[],
  of: { site: string; email: string; day: string },
): string {
  return [
    `Recovery codes of ${of.email} on ${of.site}, ${of.day}`,
    'Each works once in place of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ].join('\r\n')
}

/** A secret in groups of four, to read and type. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
