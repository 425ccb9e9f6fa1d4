/** Error codes of RFC 6749, 7591 and 8707 that the endpoints for apps answer with. */
export type OauthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** A refusal for an app, as `{error, error_description}`. */
export class OauthProblem extends Error {
  readonly code: OauthCode

  constructor(code: OauthCode, description: string) {
    super(description)
    this.code = code
  }
}
