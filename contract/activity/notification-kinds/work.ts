import { counted } from '../../core/plural.ts'
import { define, type NotificationDetail } from './define.ts'

interface RunFacts extends NotificationDetail {
  run_id: number
  title: string
  /** The list of the run; both are null without one. */
  list_id: number | null
  list_type: string | null
}

/** The list of a run, or the verification page for a run without one. */
const runLink = ({ list_id, list_type }: RunFacts) =>
  list_id === null || list_type === null
    ? '/lead-search/email-verification'
    : `/saved-lists/${list_type}-${list_id}`

/** Notifications about runs, autopilots and exports. */
export const workNotifications = {
  run_finished: define<RunFacts & { done: number }>({
    label: 'Run finished',
    description: 'A run of yours that took more than half a minute, or was scheduled, has finished.',
    level: 'success',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} is done`,
    text: ({ done }) => `${counted(done, 'item')} processed.`,
    link: runLink,
    channels: { in_app: true, mail: 'off' },
  }),
  run_failed: define<RunFacts & { reason: string }>({
    label: 'Run failed',
    description: 'A run of yours that took more than half a minute, or was scheduled, has failed.',
    level: 'error',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} failed`,
    text: ({ reason }) => reason,
    link: runLink,
    channels: { in_app: true, mail: 'now' },
  }),
  submission_received: define<{
    submission_id: number
    source: string
    who: string
    list_id: number
    list_type: string
  }>({
    label: 'Submission received',
    description: 'Somebody sent one of your forms or asked for an audit, and is a lead now.',
    level: 'success',
    event: ({ submission_id }) => `submission:${submission_id}`,
    title: ({ source }) => `New lead from ${source}`,
    text: ({ who }) => `${who} is in your list.`,
    link: ({ list_type, list_id }) => `/saved-lists/${list_type}-${list_id}`,
    channels: { in_app: true, mail: 'now' },
  }),
  leads_received: define<{ day: string; list_id: number; list_type: string; name: string }>({
    label: 'Leads arrived',
    description:
      'A program has handed in leads at the import address of a list, for the first time on a day.',
    level: 'success',
    event: ({ list_id, day }) => `import-address:${list_id}:${day}`,
    title: ({ name }) => `Leads arrive in ${name}`,
    text: () => 'They were handed in at the import address of the list.',
    link: ({ list_type, list_id }) => `/saved-lists/${list_type}-${list_id}/import-address`,
    channels: { in_app: true, mail: 'off' },
  }),
  signals_changed: define<RunFacts & { leads: number; changes: string }>({
    label: 'Signals changed',
    description: 'A check of websites found that something changed, such as a booking link that is gone.',
    level: 'info',
    event: ({ run_id }) => `signals:${run_id}`,
    title: ({ leads }) => `Signals changed at ${counted(leads, 'lead')}`,
    text: ({ changes }) => `${changes.charAt(0).toUpperCase()}${changes.slice(1)}.`,
    link: runLink,
    channels: { in_app: true, mail: 'daily' },
  }),
  autopilot_paused: define<{ autopilot_id: number; since: string; name: string; reason: string }>({
    label: 'Autopilot paused',
    description:
      'One of your autopilots was paused: nothing new was found, credits ran out or a source failed.',
    level: 'warning',
    event: ({ autopilot_id, since }) => `autopilot:${autopilot_id}:${since}`,
    title: ({ name }) => `The autopilot ${name} is paused`,
    text: ({ reason }) => reason,
    link: ({ autopilot_id }) => `/lead-search/autopilot?autopilot=${autopilot_id}`,
    channels: { in_app: true, mail: 'now' },
  }),
  autopilot_exhausted: define<{ autopilot_id: number; since: string; name: string; matched: number }>({
    label: 'Search exhausted',
    description: 'All matches of one of your autopilots are already in your lists.',
    level: 'info',
    event: ({ autopilot_id, since }) => `autopilot:${autopilot_id}:exhausted:${since}`,
    title: ({ name }) => `The autopilot ${name} found nothing new`,
    text: ({ matched }) =>
      `All matches (${counted(matched, 'lead')}) are already in your lists. Widen the search to get more.`,
    link: ({ autopilot_id }) => `/lead-search/autopilot?autopilot=${autopilot_id}`,
    channels: { in_app: true, mail: 'daily' },
  }),
  export_ready: define<{ run_id: number; title: string; link: string }>({
    label: 'Export ready',
    description: 'A file you requested is ready to download.',
    level: 'success',
    event: ({ run_id }) => `run:${run_id}`,
    title: ({ title }) => `${title} is ready`,
    text: () => 'You can download it for 24 hours.',
    link: ({ link }) => link,
    channels: { in_app: true, mail: 'now' },
  }),
} as const
