/** The text file of recovery codes: account, purpose, one code per line. */
export function recoveryText(
  codes: readonly string[],
  owner: { site: string; email: string; day: string },
): string {
  return [
    `Recovery codes of ${owner.email} on ${owner.site}, ${owner.day}`,
    'Each works once in place of a code from your authenticator app.',
    '',
    ...codes,
    '',
  ].join('\r\n')
}

/** A secret in groups of four, for reading and typing. */
export const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''
