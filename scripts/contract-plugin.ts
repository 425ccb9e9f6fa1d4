import { type Plugin, parseAst } from 'vite'

/** What the browser needs of an endpoint. Replies and addresses are checked by the server. */
const KEPT = new Set(['name', 'kind', 'idempotent', 'reads', 'changes'])

interface Node {
  type: string
  start: number
  end: number
}
interface Property extends Node {
  /** Absent where another object is spread. */
  key?: Node & { name?: string }
  value: Node
}
interface Call extends Node {
  callee: Node & { object?: Node & { name?: string }; property?: Node & { name?: string } }
  arguments: (Node & { properties?: Property[] })[]
}
interface Declaration extends Node {
  declaration?: Declaration | null
  kind?: string
  declarations?: { id: Node; init: (Node & Partial<Call>) | null }[]
}

/** The endpoint as an object that costs nothing until a form asks for the schema of its body. */
function lightEndpoint({ callee, arguments: [path, draft] }: Call, code: string): string {
  const readText = ({ start, end }: Node) => code.slice(start, end)
  const properties = draft?.properties ?? []
  const kept = properties.filter(({ key }) => !key || KEPT.has(key.name ?? '')).map(readText)
  const method = callee.property?.name === 'create' ? 'POST' : callee.property?.name?.toUpperCase()
  kept.unshift(`method: '${method}'`, `path: ${path && readText(path)}`)
  if (!properties.some(({ key }) => key?.name === 'kind')) kept.unshift(`kind: 'json'`)
  // Whole documents are checked by the server, so that pages don’t load the schemas of everything that is in them.
  const isDocument = properties.some(({ key }) => key?.name === 'maxBytes')
  const body = properties.find(({ key }) => key?.name === 'body' && !isDocument)
  if (body)
    kept.push(
      `get body() { const value = ${readText(body.value)}; Object.defineProperty(this, 'body', { value }); return value }`,
    )
  return `{ ${kept.join(', ')} }`
}

const isEndpoint = (init: Node & Partial<Call>): init is Call => init.callee?.object?.name === 'api'

/**
 * The source of a module of the contract as the browser needs it: its endpoints without replies, parameters and
 * documentation, and every constant marked as free of effects, so that the bundle leaves out what is not used.
 */
export function lightContract(code: string): string {
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Declaration[] }
  let light = code
  const constants = body
    .map((one) => one.declaration ?? one)
    .filter(({ type, kind }) => type === 'VariableDeclaration' && kind === 'const')
    .flatMap(({ declarations }) => declarations ?? [])
  for (const { init } of constants.reverse()) {
    if (!init || !/\(/.test(code.slice(init.start, init.end)) || /Function/.test(init.type)) continue
    const text = isEndpoint(init)
      ? lightEndpoint(init, code)
      : `/* @__PURE__ */ (() => (${code.slice(init.start, init.end)}))()`
    light = light.slice(0, init.start) + text + light.slice(init.end)
  }
  return light
}

/** Gives the web application the contract without what only the server needs of it. */
export const contractPlugin: Plugin = {
  name: 'contract',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]contract[\\/].*(?<!\.test)\.ts$/ },
    handler: (code) => ({ code: lightContract(code), map: null }),
  },
}
