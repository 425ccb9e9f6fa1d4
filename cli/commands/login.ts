import { login } from '#contract/auth.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { required, text } from '../arguments/option-spec.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { credentialsPath, writeCredentials } from '../files/credentials-file.ts'
import { baseUrl, clientFor, findSession } from '../http/open-session.ts'
import { askPassword } from '../terminal/password-prompt.ts'

const options = {
  url: text('URL', 'Address of the server; the last one used, or http://127.0.0.1:3000'),
  email: required(text('E', 'E-mail address')),
  password: text('P', 'Password; LEADWRIGHT_PASSWORD or a hidden prompt otherwise'),
}

async function passwordOf({ values, env }: CommandCall<typeof options>): Promise<string> {
  const given = values.password ?? env.password
  if (given !== undefined) return given
  if (process.stdin.isTTY) return askPassword('Password: ')
  throw usageError('--password P is required (or LEADWRIGHT_PASSWORD)')
}

/** `leadwright login`: gets a token and keeps it for the commands that follow. */
export const loginCommand = defineCommand({
  name: 'login',
  summary: 'Sign in to a server',
  positionals: [],
  options,
  notes: [
    "The token is kept in credentials.json in the command's config folder, readable by you only.",
    'A password given with --password can be seen by other users of this machine in its list of processes.',
  ],
  examples: ['leadwright login --url http://127.0.0.1:3000 --email me@example.com'],
  async run(call) {
    const { values, env, terminal } = call
    const url = values.url === undefined ? (await findSession(call)).url : baseUrl(values.url, '--url')
    const body = { email: values.email, password: await passwordOf(call) }
    const client = clientFor({ url, token: null }, call)
    const { token, expires_at } = (await client.call(login, { body })).data.authorisation
    await writeCredentials(env.configFolder, { url, email: values.email, token, expires_at })
    const document = { url, email: values.email, expires_at }
    const kept = credentialsPath(env.configFolder)
    terminal.result(document, () => `Signed in to ${url} as ${values.email} (kept in ${kept})`)
    return EXIT.done.code
  },
})
