import * as z from 'zod/mini'
import type { CrmConsent, CrmSetup } from '../crm-adapter.ts'
import { requestTokens } from '../request-crm.ts'

export const GHL_LABEL = 'GoHighLevel'
/** The minimum for contacts, their fields and tags. */
const GHL_SCOPES = [
  'contacts.readonly',
  'contacts.write',
  'locations.readonly',
  'locations/customFields.readonly',
  'locations/customFields.write',
  'locations/tags.readonly',
  'locations/tags.write',
] as const
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  locationId: z.optional(z.nullable(z.string())),
})

export function ghlConsent(setup: CrmSetup): CrmConsent | null {
  const { client, consentUrl, tokenUrl } = setup
  if (!client) return null
  const vendor = { label: GHL_LABEL, ...setup }
  const request = async (form: Record<string, string>, signal: AbortSignal) => {
    const body = { client_id: client.id, client_secret: client.secret, user_type: 'Location', ...form }
    const got = await requestTokens(vendor, { url: tokenUrl, form: body, reply: Tokens }, signal)
    return {
      access: got.access_token,
      refresh: got.refresh_token,
      expiresInSeconds: got.expires_in,
      account: got.locationId ?? null,
    }
  }
  return {
    page(state, redirectUri) {
      const url = new URL(consentUrl)
      const parameters = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, state }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      url.searchParams.set('scope', GHL_SCOPES.join(' '))
      url.searchParams.set('loginWindowOpenMode', 'self')
      return url.href
    },
    exchange: (code, redirect_uri, signal) =>
      request({ grant_type: 'authorization_code', code, redirect_uri }, signal),
    renew: (refresh_token, signal) => request({ grant_type: 'refresh_token', refresh_token }, signal),
  }
}
