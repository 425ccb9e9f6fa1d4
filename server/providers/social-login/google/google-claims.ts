import * as z from 'zod/mini'
import { emailOrNull, personNames, Subject } from '../profile-fields.ts'
import { SocialLoginError, type SocialProfile } from '../social-provider.ts'

const loose = z.optional(z.unknown())

/** Names and, for accounts of an organization, its domain. Everything else comes from verified claims. */
const Names = z.object({ given_name: loose, family_name: loose, name: loose, hd: loose })

/** Google's claims about a token's owner, from an ID token (booleans) or tokeninfo (text). */
const Claims = z.extend(Names, {
  sub: Subject,
  aud: z.string(),
  azp: z.optional(z.string()),
  email: loose,
  email_verified: loose,
  nonce: z.catch(z.optional(z.string()), undefined),
})
export type GoogleClaims = z.infer<typeof Claims>

const NamesOfSubject = z.extend(Names, { sub: Subject })

/**
 * Claims of a token issued for our `clientId`, both as audience and, if present, as authorized party.
 * @throws SocialLoginError `rejected`
 */
export function readClaims(claims: unknown, clientId: string): GoogleClaims {
  const read = Claims.safeParse(claims)
  if (!read.success) throw new SocialLoginError('google', 'rejected', 'claims are incomplete')
  const { aud, azp = clientId } = read.data
  if (aud !== clientId || azp !== clientId)
    throw new SocialLoginError('google', 'rejected', 'token was issued for another client')
  return read.data
}

/** What userinfo adds to the claims of `sub`; empty when it is about someone else. */
export function readNames(body: unknown, sub: string): z.infer<typeof Names> {
  const read = NamesOfSubject.safeParse(body)
  return read.success && read.data.sub === sub ? Names.parse(read.data) : {}
}

/** An address counts only when its owner has confirmed it to Google. */
export function toProfile(claims: GoogleClaims): SocialProfile {
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const email = isVerified ? emailOrNull(claims.email) : null
  const [firstName, lastName] = personNames(claims.given_name, claims.family_name, claims.name)
  const emailTrust = email && isGoogleAddress(email, claims.hd) ? 'proven' : 'claimed'
  return {
    provider: 'google',
    subject: claims.sub,
    email,
    emailTrust,
    firstName,
    lastName,
    nonce: claims.nonce,
  }
}

/**
 * Whether Google runs the mailbox: its own domains, or an organization's account. Any other address was confirmed
 * once, and its domain may have changed hands since.
 */
const isGoogleAddress = (email: string, hostedDomain: unknown): boolean =>
  /@(gmail|googlemail)\.com$/i.test(email) || (typeof hostedDomain === 'string' && hostedDomain !== '')
