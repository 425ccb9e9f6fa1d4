/** Kind of device of a session, from its user agent. */
export type DeviceKind = 'phone' | 'computer' | 'program'

/** Reads the kind from a user agent: a browser on a phone or a computer, or a program. */
export function deviceKind(userAgent: string | null): DeviceKind {
  if (!userAgent) return 'program'
  if (/iphone|ipad|ipod|android|mobile/i.test(userAgent)) return 'phone'
  return /^mozilla\//i.test(userAgent) ? 'computer' : 'program'
}
