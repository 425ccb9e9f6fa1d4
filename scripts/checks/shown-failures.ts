import { posix } from 'node:path'
import { memberName, type SourceFile, type SyntaxNode, walk } from './source-files.ts'

/** A call whose failure nobody would see. */
interface HiddenFailure {
  /** File of the call, and the endpoint that it calls. */
  call: string
  /** Where the failure is lost, and why. */
  lost: string
}

/** A node and the nodes above it, the nearest last. */
interface Place {
  file: ParsedFile
  node: SyntaxNode
  ancestors: readonly SyntaxNode[]
}

interface ParsedFile extends SourceFile {
  /** Where each name is used after its declaration, by its name and scope. */
  uses: Map<string, Place[]>
  /** What it imports from files beside it: the name here, the file, and the name there. */
  imports: { local: string; from: string; name: string }[]
  /** Calls of endpoints. */
  calls: Place[]
}

/** Hooks that show the failure of what they are given; each has a test of its own. */
const HOOKS = /^use(ContractForm|Autosave|ConsentReturn)$/
/** Components that show the failure of what this attribute does. */
const PARTS: Record<string, string> = { ConfirmDialog: 'onConfirm', ResendLine: 'onResend' }
/** Functions that show the failure of what this property does. */
const ASKING: Record<string, string> = { confirm: 'onConfirm' }
/** These pass a failure on to whoever uses their result. */
const PASSING = /^(all|useCallback|then|finally)$/
/** These run what they are given and show its failure. */
const RUNNERS = /^tryChange$/
/** Hooks that answer a mutation; whoever gets it shows its `error`. */
const MUTATIONS = /^use(Mutation|QuotedStart)$/
const READS_FAILURE = /^(error|isError|failure)$/

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
const isIdentifier = (value: unknown): value is SyntaxNode => isNode(value) && value.type === 'Identifier'
const makeId = (node: SyntaxNode): string => `${String(node.value)}#${String(node.ctxt)}`
const isFunction = (node: SyntaxNode): boolean => /Function(Expression|Declaration)$/.test(node.type)
const namesFailure = (node: SyntaxNode | undefined): boolean => READS_FAILURE.test(String(node?.value))
const at = ({ file, node }: Place): string => `${file.path}:${file.lineAt(node.span?.start ?? 1)}`

function readCallee(node: SyntaxNode): string {
  const callee = node.callee as SyntaxNode
  return isIdentifier(callee) ? String(callee.value) : (memberName(callee) ?? '')
}

const listArguments = (node: SyntaxNode): SyntaxNode[] =>
  ((node.arguments ?? []) as { expression: SyntaxNode }[]).map(({ expression }) => expression)

function someNode(root: unknown, test: (node: SyntaxNode) => boolean): boolean {
  let found = false
  walk(root, (node) => {
    found ||= test(node)
  })
  return found
}

const hasProperty = (node: SyntaxNode, name: string, test: (value: SyntaxNode) => boolean): boolean =>
  node.type === 'KeyValueProperty' &&
  (node.key as SyntaxNode).value === name &&
  test(node.value as SyntaxNode)

/** Whether the call shows no toast when it fails, or may show none. */
function isSilent(call: SyntaxNode): boolean {
  const options = listArguments(call)[1]
  if (!options) return false
  if (options.type !== 'ObjectExpression') return true
  return someNode(options, (node) => {
    // A key has no scope: this is `{ quiet }`.
    if (isIdentifier(node) && node.value === 'quiet' && node.ctxt !== undefined) return true
    return hasProperty(node, 'quiet', ({ value }) => value !== 'message' && value !== false)
  })
}

const onlyReads = (call: SyntaxNode): boolean =>
  someNode(listArguments(call)[1], (node) => hasProperty(node, 'read', ({ value }) => value === true))

function readEndpoint(call: SyntaxNode): string {
  const first = listArguments(call)[0] as SyntaxNode
  return isIdentifier(first) ? String(first.value) : (memberName(first) ?? '?')
}

function parse(source: SourceFile): ParsedFile {
  const file: ParsedFile = { ...source, uses: new Map(), imports: [], calls: [] }
  walk(source.tree, (node, above) => {
    const parent = above.at(-1)
    if (node.type === 'ImportDeclaration') file.imports.push(...readImports(file.path, node))
    if (node.type === 'CallExpression' && /^(call|upload)$/.test(readCallee(node)))
      file.calls.push({ file, node, ancestors: [...above] })
    if (!isIdentifier(node) || !parent || /^(Import|FunctionDeclaration)/.test(parent.type)) return
    if (parent.type === 'VariableDeclarator' && parent.id === node) return
    const uses = file.uses.get(makeId(node)) ?? []
    file.uses.set(makeId(node), [...uses, { file, node, ancestors: [...above] }])
  })
  return file
}

function readImports(path: string, node: SyntaxNode): ParsedFile['imports'] {
  const source = String((node.source as SyntaxNode).value)
  const from = source.startsWith('.') ? posix.join(posix.dirname(path), source) : source.replace(/^#/, '')
  return (node.specifiers as SyntaxNode[]).map((one) => {
    const local = one.local as SyntaxNode
    return { local: makeId(local), from, name: String(((one.imported ?? local) as SyntaxNode).value) }
  })
}

/** Whether a handler makes something of the failure that it is given. */
function usesFailure(handler: SyntaxNode, file: ParsedFile): boolean {
  if (!isFunction(handler)) return true
  const [first] = handler.params as SyntaxNode[]
  const param = isNode(first?.pat) ? first.pat : first
  return param !== undefined && (!isIdentifier(param) || (file.uses.get(makeId(param)) ?? []).length > 1)
}

/** Follows a failure upwards, and through the functions that pass it on, to where it is shown or lost. */
class FailureTrail {
  readonly #files: readonly ParsedFile[]
  readonly #seen = new Set<SyntaxNode>()

  constructor(files: readonly ParsedFile[]) {
    this.#files = files
  }

  /** Where the failure of this promise, or of this function when it is called, is lost. Empty: it is shown. */
  follow(place: Place): string[] {
    if (this.#seen.has(place.node)) return []
    this.#seen.add(place.node)
    const { file, ancestors } = place
    let below = place.node
    for (let depth = ancestors.length - 1; depth >= 0; depth -= 1) {
      const node = ancestors[depth] as SyntaxNode
      const found = this.#look({ file, node, ancestors: ancestors.slice(0, depth) }, below)
      if (found) return found
      below = node
    }
    return [`${at(place)} (in a value of the file)`]
  }

  /** What becomes of it at this node; undefined when the node above decides. */
  #look(here: Place, below: SyntaxNode): string[] | undefined {
    const { node, file } = here
    if (node.type === 'TryStatement' && node.block === below && isNode(node.handler)) {
      const param = node.handler.param as SyntaxNode | null
      const isUsed = param !== null && (file.uses.get(makeId(param)) ?? []).length > 1
      return isUsed ? [] : [`${at(here)} (catch)`]
    }
    if (node.type === 'UnaryExpression' && node.operator === 'void') return [`${at(here)} (void)`]
    if (node.type === 'ExpressionStatement' && below.type !== 'AwaitExpression')
      return [`${at(here)} (nothing waits for it)`]
    if (node.type === 'JSXAttribute') return this.#attribute(here)
    if (node.type === 'KeyValueProperty' && this.#isAsked(here)) return []
    if (node.type === 'CallExpression')
      return below === node.callee ? this.#handler(here) : this.#argument(here, below)
    if (node.type === 'VariableDeclarator') return this.#variable(here)
    if (node.type === 'FunctionDeclaration')
      return this.#followAll(this.#usesOf(file, node.identifier as SyntaxNode), here)
    return undefined
  }

  #followAll(places: Place[], none: Place): string[] {
    return places.length > 0 ? places.flatMap((one) => this.follow(one)) : [`${at(none)} (never used)`]
  }

  #usesOf(file: ParsedFile, name: SyntaxNode): Place[] {
    const imported = this.#files.flatMap(({ imports, uses }) =>
      imports
        .filter((one) => one.from === file.path && one.name === name.value)
        .flatMap(({ local }) => uses.get(local) ?? []),
    )
    return [...(file.uses.get(makeId(name)) ?? []), ...imported]
  }

  #attribute(here: Place): string[] {
    const name = String((here.node.name as SyntaxNode).value)
    const element = String((here.ancestors.at(-1)?.name as SyntaxNode | undefined)?.value)
    return PARTS[element] === name ? [] : [`${at(here)} (<${element} ${name}>)`]
  }

  /** Whether a property is what a question does once it is confirmed: `confirm({ onConfirm })`. */
  #isAsked({ node, ancestors }: Place): boolean {
    const call = ancestors.at(-2)
    return (
      call?.type === 'CallExpression' && ASKING[readCallee(call)] === String((node.key as SyntaxNode).value)
    )
  }

  #handler(here: Place): string[] | undefined {
    const name = readCallee(here.node)
    const handler = listArguments(here.node)[name === 'catch' ? 0 : 1]
    if (!handler || !/^(catch|then)$/.test(name)) return undefined
    return usesFailure(handler, here.file) ? [] : [`${at(here)} (.${name})`]
  }

  #argument(here: Place, below: SyntaxNode): string[] | undefined {
    const name = readCallee(here.node)
    if (HOOKS.test(name) || RUNNERS.test(name)) return []
    if (MUTATIONS.test(name)) return this.#mutation(here)
    if (PASSING.test(name) || below.type === 'AwaitExpression') return undefined
    return [`${at(here)} (${name})`]
  }

  /** A mutation shows its failure where `error` is read, by `onError`, or where its promise ends. */
  #mutation(here: Place): string[] {
    const { node, file, ancestors } = here
    const handles = (one: SyntaxNode) => hasProperty(one, 'onError', (value) => usesFailure(value, file))
    if (someNode(listArguments(node)[0], handles)) return []
    const holder = ancestors.at(-1) as SyntaxNode
    const id = holder.type === 'VariableDeclarator' ? (holder.id as SyntaxNode) : undefined
    if (!id) return this.#readElsewhere(here)
    if (id.type !== 'Identifier') {
      const taken = ((id.properties ?? []) as SyntaxNode[]).map((one) => one.key as SyntaxNode | undefined)
      return taken.some(namesFailure) ? [] : this.#readElsewhere(here)
    }
    const uses = file.uses.get(makeId(id)) ?? []
    const parents = uses.map((one) => one.ancestors.at(-1) as SyntaxNode)
    if (parents.some((one) => READS_FAILURE.test(memberName(one) ?? ''))) return []
    if (parents.some((one) => one.type !== 'MemberExpression')) return this.#readElsewhere(here)
    return this.#followAll(
      uses.filter((_, index) => /^mutate/.test(memberName(parents[index] as SyntaxNode) ?? '')),
      here,
    )
  }

  /** A mutation that is handed on is read in this file or in one that imports it. */
  #readElsewhere(here: Place): string[] {
    const { file } = here
    const importing = this.#files.filter(({ imports }) => imports.some(({ from }) => from === file.path))
    const reads = (one: ParsedFile) =>
      someNode(one.tree, (node) => READS_FAILURE.test(memberName(node) ?? ''))
    return [file, ...importing].some(reads) ? [] : [`${at(here)} (its error is never read)`]
  }

  /** A function, or what a hook made of one, fails where it is used; a value has been waited for here. */
  #variable(here: Place): string[] | undefined {
    const id = here.node.id as SyntaxNode
    const init = here.node.init as SyntaxNode
    const isHeld = isFunction(init) || /^(CallExpression|ObjectExpression)$/.test(init.type)
    return isIdentifier(id) && isHeld ? this.#followAll(this.#usesOf(here.file, id), here) : undefined
  }
}

/** How many calls were looked at, and those whose failure is lost. */
interface FailureReport {
  calls: number
  hidden: HiddenFailure[]
}

/**
 * Finds calls that fail without a word. A call shows a toast by itself unless it is `quiet`, or unless the rule for
 * its endpoint says otherwise; then a form, a dialog, a mutation or a handler has to show what went wrong.
 */
export function findHiddenFailures(
  sources: readonly SourceFile[],
  rule: (endpoint: string) => { changes: boolean; hasToast: boolean },
): FailureReport {
  const files = sources.map(parse)
  const trail = new FailureTrail(files)
  const calls = files
    .flatMap((file) => file.calls)
    .filter(({ node }) => rule(readEndpoint(node)).changes && !onlyReads(node))
  const silent = calls.filter(({ node }) => isSilent(node) || !rule(readEndpoint(node)).hasToast)
  const hidden = silent.flatMap((place) =>
    trail.follow(place).map((lost) => ({ call: `${place.file.path} ${readEndpoint(place.node)}`, lost })),
  )
  return { calls: calls.length, hidden }
}
