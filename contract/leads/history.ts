import { RUN_DEFINITIONS, type RunKind } from '../activity/run-kinds/index.ts'

const runEvents = Object.fromEntries(
  Object.values(RUN_DEFINITIONS).map(({ kind, labels }) => [`run.${kind}`, labels.history]),
) as Record<`run.${RunKind}`, string>

/** Events in the history of a list or lead, with their labels. Each kind of run adds its own. */
export const HISTORY_EVENTS = {
  'list.created': 'List created',
  'list.renamed': 'List renamed',
  'list.archived': 'List archived',
  'list.unarchived': 'List unarchived',
  'list.deleted': 'List deleted',
  'list.restored': 'List restored',
  'list.moved': 'Moved to another folder',
  'list.tagged': 'Tags and source changed',
  'list.handed_over': 'List handed over',
  'lead.added': 'Added',
  'lead.enriched': 'Values found',
  'lead.expired': 'Values expired',
  'lead.email_searched': 'Email searched',
  'lead.looked_up': 'Looked up',
  'lead.signals_changed': 'Signals changed',
  'lead.email_checked': 'Email checked',
  'lead.sent': 'Sent to a CRM',
  'leads.deleted': 'Leads deleted',
  'leads.merged': 'Duplicates merged',
  'leads.labelled': 'Labels changed',
  'leads.edited': 'Values edited',
  'leads.added_by_hand': 'Lead added manually',
  'leads.received': 'Lead received',
  'leads.cleaned_up': 'Values cleaned up',
  'leads.status_changed': 'Status changed',
  'leads.moved': 'Leads moved',
  'leads.copied': 'Leads copied',
  'leads.undone': 'Change undone',
  'leads.restored': 'Leads restored',
  ...runEvents,
} as const

export type HistoryEventName = keyof typeof HISTORY_EVENTS
export const HISTORY_EVENT_NAMES = Object.keys(HISTORY_EVENTS) as [HistoryEventName, ...HistoryEventName[]]
