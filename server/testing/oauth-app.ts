import { createHash, randomBytes } from 'node:crypto'
import { approveAppRequest } from '#contract/identity/connected-apps.ts'
import type { TestApp } from './test-app.ts'

export const CALLBACK = 'https://app.example/callback'

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies freely
type Reply = { status: number; body: any; headers: Record<string, string> }
type Approved = Partial<{
  scopes: ('read' | 'write' | 'spend' | 'export')[]
  daily_credits: number | null
}>
type Form = Record<string, string | undefined>

/** What an app sends, without its undefined fields. */
const encode = (form: Form): string =>
  new URLSearchParams(
    Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()

/** An app that wants to be connected to a site; it calls as programs do, with forms and without a session. */
export function oauthApp(t: TestApp, { host = 'localhost', callback = CALLBACK } = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  let clientId = ''

  async function send(
    url: string,
    payload: string | object,
    type = 'application/x-www-form-urlencoded',
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const reply = await t.app.http.inject({
      method: 'POST',
      url,
      headers: { host, 'content-type': type, ...headers },
      payload,
    })
    const body = String(reply.headers['content-type']).includes('json') ? reply.json() : reply.body
    return { status: reply.statusCode, body, headers: reply.headers as Record<string, string> }
  }

  const app = {
    host,
    callback,
    verifier,
    challenge,
    send,
    clientId: () => clientId,
    register: (body: unknown = { client_name: 'Sample Agent', redirect_uris: [callback] }) =>
      send('/oauth/register', JSON.stringify(body), 'application/json'),
    /** The request as the consent page carries it. */
    request: (change: Form = {}): string =>
      Buffer.from(
        encode({
          response_type: 'code',
          client_id: clientId,
          redirect_uri: callback,
          state: 'st@te 0123',
          code_challenge: challenge,
          code_challenge_method: 'S256',
          scope: 'read write spend export',
          ...change,
        }),
      ).toString('base64url'),
    /** A person approves. Returns the address that the app gets, or the refusal. */
    async approve(person: { token: string }, change: Approved = {}, request: string = app.request()) {
      const body = { request, scopes: ['read' as const, 'spend' as const], daily_credits: 50, ...change }
      return t.call(approveAppRequest, { body }, person, { headers: { host } })
    },
    /** The code of an approval. */
    async code(person: { token: string }, ...rest: [Approved?, string?]): Promise<string> {
      const { body } = await app.approve(person, ...rest)
      return String(new URL(body.data.redirect_to).searchParams.get('code'))
    },
    token: (form: Form) => send('/oauth/token', encode({ client_id: clientId, ...form })),
    exchange: (code: string, change: Form = {}): Promise<Reply> =>
      app.token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
        ...change,
      }),
    renew: (refreshToken: string, change: Form = {}): Promise<Reply> =>
      app.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...change }),
    revoke: (token: string, change: Form = {}) =>
      send('/oauth/revoke', encode({ client_id: clientId, token, ...change })),
    /** Calls a tool, as an agent does. */
    tools: (token: string, onHost = host) =>
      send(
        '/mcp',
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_lists', arguments: {} },
        }),
        'application/json',
        { host: onHost, accept: 'application/json, text/event-stream', authorization: `Bearer ${token}` },
      ),
  }
  return {
    ...app,
    /** Registers and keeps the client ID. */
    begin: async () => {
      clientId = (await app.register()).body.client_id
      return app
    },
  }
}
export type OauthApp = Omit<ReturnType<typeof oauthApp>, 'begin'>
