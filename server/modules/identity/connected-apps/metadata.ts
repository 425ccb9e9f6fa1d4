import { APP_SCOPES } from '#contract/identity/connected-apps.ts'

/** The only address for which apps get tokens (RFC 8707). */
export const makeResource = (origin: string): string => `${origin}/mcp`

/** Whether an app means our address, if it names one. Scheme and host are read in any case. */
export function isResource(named: string | undefined, resource: string): boolean {
  if (named === undefined) return true
  return URL.canParse(named) && new URL(named).href.replace(/\/$/, '') === resource
}

/** Where an app learns how to get a token, for `WWW-Authenticate` of a 401 (RFC 9728). */
export const makeChallenge = (origin: string, hadToken: boolean): string =>
  [
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    `scope="${APP_SCOPES.join(' ')}"`,
    ...(hadToken ? ['error="invalid_token"', 'error_description="The token is unknown or over"'] : []),
  ].join(', ')

/** Protected resource metadata (RFC 9728). */
export const resourceMetadata = (origin: string, name: string) => ({
  resource: makeResource(origin),
  resource_name: name,
  authorization_servers: [origin],
  scopes_supported: APP_SCOPES,
  bearer_methods_supported: ['header'],
})

/** Authorization server metadata (RFC 8414). Each site is a server of its own. */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  scopes_supported: APP_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})
