import { logout } from '#contract/auth.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { EXIT } from '../exit-codes.ts'
import { readCredentials, removeCredentials } from '../files/credentials-file.ts'
import { clientFor } from '../http/open-session.ts'
import { ReplyError } from '../http/request-error.ts'

/** `leadwright logout`: revokes the kept token and forgets it. */
export const logoutCommand = defineCommand({
  name: 'logout',
  summary: 'Revoke the kept token and forget it',
  positionals: [],
  options: {},
  async run(call) {
    const stored = await readCredentials(call.env.configFolder)
    if (stored) {
      try {
        await clientFor(stored, call).call(logout, {})
      } catch (error) {
        // A token that is no longer valid is what was asked for.
        if (!(error instanceof ReplyError && error.status === 401)) throw error
      }
      await removeCredentials(call.env.configFolder)
    }
    call.terminal.result({ signed_out: stored !== null }, () =>
      stored ? `Signed out of ${stored.url}` : 'Nobody was signed in',
    )
    return EXIT.done.code
  },
})
