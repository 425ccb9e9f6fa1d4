/**
 * The groups that server modules, web features and contracts are sorted into, lowest first. A server module
 * imports modules of its own group and of the groups before it (docs/adr/0040-domain-groups.md).
 */
export const GROUPS = [
  'core',
  'branding',
  'activity',
  'accounts',
  'leads',
  'sources',
  'ai',
  'prospecting',
  'identity',
  'privacy',
  'admin',
] as const

const GROUPED = /^(?:contract|server\/modules|web\/features)\/([^/]+)\//

/** The group folder of a file, known or not; undefined outside the three grouped trees. */
export const findGroupFolder = (path: string): string | undefined => GROUPED.exec(path)?.[1]

/** Whether a module of the group `from` may import one of `to`. Unknown groups are reported elsewhere. */
export function mayImportGroup(from: string, to: string): boolean {
  const rank = (group: string) => (GROUPS as readonly string[]).indexOf(group)
  return rank(from) < 0 || rank(to) < 0 || rank(to) <= rank(from)
}
