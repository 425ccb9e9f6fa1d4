import type { GooglePopupType } from '#contract/branding/sites.ts'
import type { SocialToken } from './sign-in-flow.ts'

/** Spec section 8: message when Google's library cannot be loaded. */
export const GOOGLE_LOAD_FAILURE = 'Failed to load the Google 3P Authorization JavaScript Library.'

/** Permissions requested from Google. */
export const GOOGLE_SCOPE = 'openid email profile'

/** The client id of a site. @throws Error without one: nothing can start then. */
export function requireClientId(clientId: string | null | undefined): string {
  const id = clientId?.trim()
  if (!id) throw new Error('Google sign-in isn’t set up: this site has no client ID.')
  return id
}

/** A result of Google's library: a code, an access token or an ID credential. */
export interface GoogleResponse {
  code?: string
  access_token?: string
  credential?: string
}

const FIELD = {
  CODE: ['code', 'code'],
  TOKEN: ['access_token', 'access_token'],
  CREDENTIAL: ['credential', 'credential'],
} as const satisfies Record<GooglePopupType, readonly [keyof GoogleResponse, SocialToken['type']]>

/** The request to the server for a result, or undefined if the result lacks what the popup type promises. */
export function readToken(popupType: GooglePopupType, answer: GoogleResponse): SocialToken | undefined {
  const [field, type] = FIELD[popupType]
  const token = answer[field]
  return token ? { provider: 'google', token, type } : undefined
}

/** The failure to show for Google's window; undefined when the person closed it. */
export function googleFailure(reason: string | undefined): Error | undefined {
  if (reason === 'popup_closed' || reason === 'access_denied') return undefined
  if (reason === 'popup_failed_to_open')
    return new Error('Your browser blocked the Google window. Allow pop-ups for this page and try again.')
  return new Error('Google couldn’t sign you in. Try again.')
}
