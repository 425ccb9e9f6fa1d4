import { readFileSync } from 'node:fs'

const manifest = new URL('../../package.json', import.meta.url)

export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version

/** User agent of the command, shown in the list of sessions: `leadwright-cli/VERSION`. */
export const USER_AGENT = `leadwright-cli/${VERSION}`
