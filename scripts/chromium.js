import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Chromium's headless shell draws no window: journeys cost half as much. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The browser and a font: without one, pages have no text. Older releases have no shell. */
const PACKAGES = [['chromium-headless-shell'], ['chromium']].map((names) => [...names, 'fonts-dejavu-core'])

/**
 * Path of a working Chromium: CHROMIUM_PATH, else the first on PATH, else one installed through apt when running
 * as root.
 * @param {(line: string) => void} print
 * @returns {Promise<{ path: string } | { missing: string }>} `missing` says why there is none and what to do
 */
export async function ensureChromium(print) {
  const given = process.env.CHROMIUM_PATH
  if (given) return runs(given) ? { path: given } : { missing: `CHROMIUM_PATH=${given} does not run` }
  const found = onPath()
  if (found) return { path: found }
  if (process.getuid?.() !== 0) {
    return { missing: 'no Chromium found; install one (apt-get install chromium) or set CHROMIUM_PATH' }
  }
  print('installing Chromium through apt (about a minute)')
  const said = await aptInstall()
  const installed = onPath()
  if (installed) return { path: installed }
  return { missing: `Chromium could not be installed; set CHROMIUM_PATH to one. apt said:\n${said}` }
}

function onPath() {
  for (const name of NAMES) {
    const { stdout, status } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    if (status === 0 && runs(stdout.trim())) return stdout.trim()
  }
  return null
}

/** Some distributions install a stub that only prints instructions, so it must run. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

/** Returns apt's output when it failed. */
async function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    execute('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env, timeout: 240_000 }).then(
      () => '',
      ({ stdout, stderr, message }) => `${stdout ?? ''}${stderr ?? ''}${message}`.trim().slice(-2000),
    )
  const install = (names) => apt('install', '-y', '--no-install-recommends', ...names)
  return (await apt('update')) || ((await install(PACKAGES[0])) && (await install(PACKAGES[1])))
}
