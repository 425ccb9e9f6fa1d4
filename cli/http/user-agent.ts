import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

/** User agent of the command, shown in the list of sessions: `leadwright-cli/VERSION`. */
export const USER_AGENT = `leadwright-cli/${JSON.parse(readFileSync(manifest, 'utf8')).version}`
