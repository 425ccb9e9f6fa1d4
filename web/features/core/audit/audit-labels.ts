import { AUDIT_ACTIONS, type AuditAction } from '#contract/core/audit.ts'
import type { AuditEntry } from '#contract/core/audit-log.ts'

const CREDENTIALS = { api_key: 'API key', session: 'Browser', none: 'Not signed in' } as const

/** With what something was done: in the browser, by the command or with an API key. */
export const meansLabel = ({ credential, detail }: Pick<AuditEntry, 'credential' | 'detail'>): string => {
  if (detail?.program !== 'command_line') return CREDENTIALS[credential]
  return credential === 'api_key' ? 'Command line, with an API key' : 'Command line'
}

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** A record in words: `List “Breweries”`, or its kind and number while it has no name. */
export function subjectLabel({ subject, subject_name: name }: Pick<AuditEntry, 'subject' | 'subject_name'>) {
  if (subject === null) return '–'
  const [kind = '', id = ''] = subject.split(':')
  const words = capital(kind.replaceAll('_', ' '))
  return name === null ? `${words} ${id}`.trim() : `${words} “${name}”`
}

/** Actions by the kind of record that they change, each group and its actions in order of their words. */
export const ACTION_GROUPS: { label: string; actions: { value: AuditAction; label: string }[] }[] =
  Object.entries(
    Object.groupBy(Object.keys(AUDIT_ACTIONS) as AuditAction[], (action) => action.split('.')[0] ?? ''),
  )
    .map(([kind, actions = []]) => ({
      label: capital(kind.replaceAll('_', ' ')),
      actions: actions
        .map((value) => ({ value, label: AUDIT_ACTIONS[value] }))
        .sort((one, other) => one.label.localeCompare(other.label)),
    }))
    .sort((one, other) => one.label.localeCompare(other.label))
