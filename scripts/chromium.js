import { spawnSync } from 'node:child_process'

/** The shell draws no window of its own: journeys in it cost half as much. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The browser, and a font: without any, pages have no text to see. Older releases have no shell. */
const PACKAGES = [['chromium-headless-shell'], ['chromium']].map((names) => [...names, 'fonts-dejavu-core'])

/**
 * Path of a Chromium that runs: CHROMIUM_PATH, else the first one on PATH, else one installed through apt when
 * we are root.
 * @param {(line: string) => void} print
 * @returns {{ path: string } | { missing: string }} `missing` says why there is none and what to do
 */
export function ensureChromium(print) {
  const given = process.env.CHROMIUM_PATH
  if (given) return runs(given) ? { path: given } : { missing: `CHROMIUM_PATH=${given} does not run` }
  const found = onPath()
  if (found) return { path: found }
  if (process.getuid?.() !== 0) {
    return { missing: 'no Chromium found; install one (apt-get install chromium) or set CHROMIUM_PATH' }
  }
  print('installing Chromium through apt (about a minute)')
  const said = aptInstall()
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

/** Some distributions install a stub that only says where to get the real one: it has to answer. */
function runs(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function aptInstall() {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 240_000 }
  const apt = (...args) => {
    const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], options)
    if (result.status === 0) return ''
    return `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim().slice(-2000)
  }
  const install = (names) => apt('install', '-y', '--no-install-recommends', ...names)
  return apt('update') || (install(PACKAGES[0]) && install(PACKAGES[1]))
}
