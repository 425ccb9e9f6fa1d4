/** An address that its owner recognises and a stranger does not learn: `an••••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  return `${[...name].slice(0, name.length > 3 ? 2 : 1).join('')}••••${email.slice(at)}`
}
