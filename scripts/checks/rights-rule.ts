import { isTestPath, memberName, type SyntaxNode } from './source-files.ts'

const ROLES = new Set(['admin', 'related', 'user'])
const RIGHTS = new Set(['isMainUser', 'accessToWallet'])
const PATTERNS = /^(AssignmentPatternProperty|KeyValuePatternProperty)$/

const readName = (node: SyntaxNode): string | undefined =>
  node.type === 'Identifier' ? String(node.value) : memberName(node)

/** `x.role === 'admin'`, either way round, or any comparison of an actor's attribute. */
function compares(node: SyntaxNode): boolean {
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(String(node.operator))) return false
  const sides = [node.left, node.right] as SyntaxNode[]
  const names = sides.map(readName)
  const hasRole = sides.some((side) => side.type === 'StringLiteral' && ROLES.has(String(side.value)))
  return (hasRole && names.includes('role')) || names.includes('actorUserId')
}

/** `actor.modules.includes(…)`, also with `?.`; modules of an account or a plan are facts, not rights. */
function checksModules(node: SyntaxNode): boolean {
  const isModules = memberName(node) === 'modules'
  return isModules && /^(actor|who)$/i.test(readName(node.object as SyntaxNode) ?? '')
}

/** Rules about people belong in policies, so that a new kind of actor is added in one place. */
export const rightsInPolicies = {
  name: 'rights-in-policies',
  remedy:
    'Call a function of a *-policy.ts, `can(actor, capability)` or a helper of server/platform/http/actor.ts.',
  appliesTo: (path: string) =>
    path.startsWith('server/modules/') && !path.endsWith('-policy.ts') && !isTestPath(path),
  check(
    node: SyntaxNode,
    report: (node: SyntaxNode, detail: string) => void,
    ancestors: readonly SyntaxNode[],
  ): void {
    const read = PATTERNS.test(node.type) ? readName(node.key as SyntaxNode) : memberName(node)
    // Passing it on is allowed: `{ isMainUser: rights.isMainUser ?? false }`.
    const parent = ancestors.at(-1)
    const isPassedOn = parent?.type === 'KeyValueProperty' || parent?.operator === '??'
    if (compares(node)) report(node, 'compares an attribute of the actor')
    else if (RIGHTS.has(read ?? '') && !isPassedOn) report(node, `decides by ${read}`)
    else if (checksModules(node) && !isPassedOn) report(node, 'decides by the modules of a person')
  },
}
