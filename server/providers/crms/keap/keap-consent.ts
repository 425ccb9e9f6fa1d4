import * as z from 'zod/mini'
import type { CrmConsent, CrmSetup } from '../crm-adapter.ts'
import { requestTokens } from '../request-crm.ts'

export const KEAP_LABEL = 'Keap'

const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.optional(z.nullable(z.string())),
})

export function keapConsent(setup: CrmSetup): CrmConsent | null {
  const { client, consentUrl, tokenUrl } = setup
  if (!client) return null
  const vendor = { label: KEAP_LABEL, ...setup }
  const tokens = (got: z.output<typeof Tokens>) => ({
    access: got.access_token,
    refresh: got.refresh_token,
    expiresInSeconds: got.expires_in,
    // "full|name.infusionsoft.com"
    account: got.scope?.split('|')[1] ?? null,
  })
  return {
    page(state, redirectUri) {
      const url = new URL(consentUrl)
      const parameters = {
        client_id: client.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'full',
        state,
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    async exchange(code, redirect_uri, signal) {
      const form = {
        client_id: client.id,
        client_secret: client.secret,
        code,
        grant_type: 'authorization_code',
        redirect_uri,
      }
      return tokens(await requestTokens(vendor, { url: tokenUrl, form, reply: Tokens }, signal))
    },
    async renew(refresh_token, signal) {
      const form = { grant_type: 'refresh_token', refresh_token }
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
      const headers = { authorization: `Basic ${basic}` }
      return tokens(await requestTokens(vendor, { url: tokenUrl, form, headers, reply: Tokens }, signal))
    },
  }
}
