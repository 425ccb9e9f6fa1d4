// Plain JavaScript for Node 20 and later: read before there is a Node 24.

/** Platforms for which npm brings the Node of the lock file. */
const WITH_NODE = ['linux-x64', 'linux-arm64']
const OLDEST = 24

/**
 * Whether npm brings a Node for the machine.
 * @param {{ platform: string, arch: string }} machine
 */
export const bringsNode = ({ platform, arch }) => WITH_NODE.includes(`${platform}-${arch}`)

/**
 * The Node that runs the program: the pinned one where npm has brought it, else the running one when it is new enough.
 * @param {{ platform: string, arch: string, pinned: string | null, running: string, version: string }} machine
 *   `pinned`: path of the Node in node_modules, null when there is none; `running` and `version`: this process
 * @returns {{ node: string, missing?: undefined } | { node?: undefined, missing: string }} `missing`: what to do, in one sentence
 */
export function chooseNode({ platform, arch, pinned, running, version }) {
  if (pinned) return { node: pinned }
  if (Number(version.replace(/^v/, '').split('.')[0]) >= OLDEST) return { node: running }
  const machine = `${platform} ${arch}`
  return {
    missing: bringsNode({ platform, arch })
      ? `Node ${OLDEST} is missing in node_modules: run \`npm ci\` again without leaving out optional packages.`
      : `Install Node ${OLDEST} or later and start again: npm brings one for Linux on x64 and arm64 only, and here, on ${machine}, Node ${version} runs.`,
  }
}
