import { me } from '#contract/identity/me.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { text } from '../arguments/option-spec.ts'
import { CliError, usageError } from '../cli-error.ts'
import { type Credentials, credentialsPath, isApiKey, writeCredentials } from '../files/credentials-file.ts'
import { baseUrl, clientFor, findSession } from '../http/open-session.ts'
import { ReplyError } from '../http/request-error.ts'
import { signIn } from '../http/sign-in.ts'
import { promptPassword } from '../terminal/password-prompt.ts'

const options = {
  url: text('URL', 'Address of the server; the last one used, or http://127.0.0.1:3000'),
  email: text('E', 'Email address; required unless --api-key is given'),
  password: text('P', 'Password; LEADWRIGHT_PASSWORD or a hidden prompt otherwise'),
  code: text('C', 'Code of the authenticator app, or a recovery code, if two-factor authentication is on'),
  brand: text('B', 'Name or id of the brand, for people with several'),
  'api-key': text('KEY', 'API key to store, instead of email and password'),
}
type Call = CommandCall<typeof options>

async function readPassword({ values, env, terminal }: Call): Promise<string> {
  const password = values.password ?? env.password
  if (password !== undefined) return password
  if (terminal.input.isTTY) return promptPassword('Password: ')
  throw usageError('--password P is required (or LEADWRIGHT_PASSWORD)')
}

async function readCode({ values, terminal }: Call): Promise<string> {
  if (values.code !== undefined) return values.code
  if (terminal.input.isTTY) return promptPassword('Code of the authenticator app: ')
  throw new CliError('denied', 'This sign-in needs the code of an authenticator app', {
    code: 'second_factor_required',
    hint: 'Run the same command with --code C',
  })
}

async function withPassword(call: Call, url: string): Promise<Credentials> {
  const { email, brand } = call.values
  if (email === undefined) throw usageError('--email E is required (or --api-key KEY)')
  const login = { email, password: await readPassword(call) }
  const client = clientFor({ url, token: null }, call)
  const { authorisation } = await signIn(client, login, { brand, code: () => readCode(call) })
  return { url, email, token: authorisation.token, expires_at: authorisation.expires_at }
}

/** A key reveals neither its owner nor its expiry; the server knows its owner. */
async function withApiKey(call: Call, url: string, key: string): Promise<Credentials> {
  const others = (['email', 'password', 'code', 'brand'] as const).filter(
    (name) => call.values[name] !== undefined,
  )
  if (others.length > 0) throw usageError(`--api-key cannot be combined with --${others[0]}`)
  if (!isApiKey(key)) throw usageError('--api-key must be a key that begins with "key_"')
  try {
    const { data } = await clientFor({ url, token: key }, call).call(me, {})
    return { url, email: data.email, token: key, expires_at: null }
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    const hint =
      error.status === 403
        ? 'The command needs a key with the scope "read"'
        : 'Create a key on the page API keys; it works only at the address where it was created'
    throw new CliError(error.exit, error.message, { ...error.extra, hint })
  }
}

/** `leadwright login`: gets a token, or takes an API key, and stores it for later commands. */
export const loginCommand = defineCommand({
  name: 'login',
  summary: 'Sign in to a server',
  options,
  notes: [
    "The token is kept in credentials.json in the command's config folder, readable by you only.",
    'Values of --password and --api-key are visible to other users of this machine in the process list.',
  ],
  examples: [
    'leadwright login --url http://127.0.0.1:3000 --email me@example.com',
    'leadwright login --url http://127.0.0.1:3000 --api-key "$KEY"',
  ],
  async run(call) {
    const { values, env, terminal } = call
    const url = values.url === undefined ? (await findSession(call)).url : baseUrl(values.url, '--url')
    const key = values['api-key']
    const stored = key === undefined ? await withPassword(call, url) : await withApiKey(call, url, key)
    await writeCredentials(env.configFolder, stored)
    const { token: _token, ...document } = stored
    const suffix = key === undefined ? '' : ' with an API key'
    terminal.result(
      document,
      () => `Signed in to ${url} as ${stored.email}${suffix} (kept in ${credentialsPath(env.configFolder)})`,
    )
  },
})
