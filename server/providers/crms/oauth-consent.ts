import * as z from 'zod/mini'
import type { CrmConsent, CrmSetup, CrmTokens } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'
import { requestTokens } from './request-crm.ts'

const Tokens = z.looseObject({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  expires_in: z.optional(z.number()),
})

interface Style {
  label: string
  /** More parameters of the consent page, such as the scopes. */
  page: Record<string, string>
  /** Whether the client signs with its id and secret in the form, or in a header. */
  client: 'form' | 'header'
  /** The account, if the answer names it. */
  account?: (tokens: Record<string, unknown>) => string | null
}

/** A consent page and tokens by OAuth 2.0, for CRMs that keep to the standard; null without a client. */
export function createOAuthConsent(setup: CrmSetup, style: Style): CrmConsent | null {
  const { client, consentUrl, tokenUrl } = setup
  if (!client) return null
  const vendor = { ...setup, label: style.label }
  const ids = { client_id: client.id, client_secret: client.secret }
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
  const signed = style.client === 'header' ? { headers: { authorization: `Basic ${basic}` } } : {}

  async function request(
    grant: Record<string, string>,
    signal: AbortSignal,
    before?: string,
  ): Promise<CrmTokens> {
    const form = { ...grant, ...(style.client === 'form' && ids) }
    const got = await requestTokens(vendor, { url: tokenUrl, form, ...signed, reply: Tokens }, signal)
    // Without a new refresh token the one before stays valid.
    const refresh = got.refresh_token ?? before
    if (refresh === undefined) throw new CrmError(style.label, 'bad_response')
    return {
      access: got.access_token,
      refresh,
      expiresInSeconds: got.expires_in ?? null,
      account: style.account?.(got) ?? null,
    }
  }

  return {
    page(state, redirectUri) {
      const url = new URL(consentUrl)
      const parameters = { response_type: 'code', client_id: client.id, redirect_uri: redirectUri, state }
      for (const [name, value] of Object.entries({ ...parameters, ...style.page }))
        url.searchParams.set(name, value)
      return url.href
    },
    exchange: (code, redirect_uri, signal) =>
      request({ grant_type: 'authorization_code', code, redirect_uri }, signal),
    renew: (refresh_token, signal) =>
      request({ grant_type: 'refresh_token', refresh_token }, signal, refresh_token),
  }
}
