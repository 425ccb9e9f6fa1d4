import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Host } from './host.ts'

/** Everything the command reads from its environment, in one place. */
export interface Environment {
  /** Folder of the sign-in and of incomplete uploads. */
  configFolder: string
  /** Base of relative file names. */
  workingFolder: string
  url?: string
  token?: string
  password?: string
  /** How long to wait for an absent server, in milliseconds. */
  patienceMs: number
  /** All variables, for a program that the command starts. */
  variables: NodeJS.ProcessEnv
}

const PATIENCE_SECONDS = 120

function configFolder(variables: NodeJS.ProcessEnv): string {
  if (variables.LEADWRIGHT_HOME) return resolve(variables.LEADWRIGHT_HOME)
  return join(variables.XDG_CONFIG_HOME || join(homedir(), '.config'), 'leadwright')
}

/** npm starts scripts in the package's folder and passes the user's own in INIT_CWD. */
const workingFolder = ({ variables, folder }: Pick<Host, 'variables' | 'folder'>): string =>
  (variables.npm_lifecycle_event === 'leadwright' && variables.INIT_CWD) || folder

function patienceMs(text: string | undefined): number {
  const seconds = Number(text)
  return (text && Number.isFinite(seconds) && seconds >= 0 ? seconds : PATIENCE_SECONDS) * 1000
}

/** Reads the environment variables documented in docs/cli.md. */
export function readEnvironment(host: Pick<Host, 'variables' | 'folder'>): Environment {
  const { variables } = host
  const { LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: token, LEADWRIGHT_PASSWORD: password } = variables
  return {
    configFolder: configFolder(variables),
    workingFolder: workingFolder(host),
    patienceMs: patienceMs(variables.LEADWRIGHT_PATIENCE),
    variables,
    ...(url ? { url } : {}),
    ...(token ? { token } : {}),
    ...(password ? { password } : {}),
  }
}
