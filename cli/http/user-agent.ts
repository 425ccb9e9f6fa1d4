import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** How the command names itself to a server, which shows it in the list of sessions: `leadwright-cli/VERSION`. */
export const USER_AGENT = `leadwright-cli/${JSON.parse(readFileSync(manifest, 'utf8')).version}`
