/** An email address that only its owner recognizes: `an••••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  return `${[...name].slice(0, name.length > 3 ? 2 : 1).join('')}••••${email.slice(at)}`
}
