import { logout } from '#contract/identity/auth.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { type Credentials, isApiKey, readCredentials, removeCredentials } from '../files/credentials-file.ts'
import { clientFor } from '../http/open-session.ts'
import { ReplyError } from '../http/request-error.ts'

async function revoke(stored: Credentials, call: Parameters<typeof clientFor>[1]): Promise<void> {
  try {
    await clientFor(stored, call).call(logout, {})
  } catch (error) {
    // A token that is no longer valid is fine here.
    if (!(error instanceof ReplyError && error.status === 401)) throw error
  }
}

/**
 * `leadwright logout`: revokes the stored token and deletes it. An API key is only deleted here: others may use it
 * too.
 */
export const logoutCommand = defineCommand({
  name: 'logout',
  summary: 'Revoke the stored token and remove it; an API key is only removed',
  async run(call) {
    const stored = await readCredentials(call.env.configFolder)
    const key = stored !== null && isApiKey(stored.token)
    if (stored && !key) await revoke(stored, call)
    if (stored) await removeCredentials(call.env.configFolder)
    call.terminal.result({ signed_out: stored !== null }, () => {
      if (!stored) return 'You’re not signed in'
      return key
        ? `Removed the API key for ${stored.url} from this machine. It works until you revoke it under API keys`
        : `Signed out of ${stored.url}`
    })
  },
})
