/** Topics: names for data that becomes stale together. */
export const TOPIC_NAMES = [
  'all_runs',
  'ai_limits',
  'ai_texts',
  'ai_training',
  'audits',
  'api_keys',
  'app_errors',
  'autopilots',
  'backups',
  'bounces',
  'brand',
  'business_details',
  'checklist',
  'corpus',
  'courses',
  'credit_packs',
  'credit_requests',
  'crm',
  'custom_fields',
  'dashboard',
  'domains',
  'email_verifications',
  'histories',
  'import_addresses',
  'jobs',
  'kits',
  'labels',
  'export_templates',
  'fine_tunes',
  'forms',
  'lists',
  'mail_server',
  'mail_templates',
  'mails',
  'me',
  'notes',
  'notification_settings',
  'notifications',
  'open_ai',
  'packages',
  'platform_prompts',
  'payments',
  'resellers',
  'runs',
  'second_factor',
  'services',
  'sessions',
  'settings',
  'source_stats',
  'sources',
  'submissions',
  'subscriptions',
  'suppression',
  'team',
  'terms',
  'training_content',
  'users',
  'views',
  'wallet',
  'waterfalls',
  'webhooks',
] as const

type TopicName = (typeof TOPIC_NAMES)[number]
/** Records with their own topic: a list with its leads, counts over all of them, its history, a run. */
type RecordName = 'list' | 'counts' | 'history' | 'run'

/**
 * A topic that responses read and calls change: `lists`, or one record, `list:{id}`, where `{id}` is a parameter of
 * the call's path. `list:*` means every list: a bulk call names its records in the body.
 */
export type Topic = TopicName | `${RecordName}:{${string}}` | `${RecordName}:*`

/**
 * Topics with their parameters filled in: `list:{id}` becomes `list:42`; topics with a missing parameter are left
 * out.
 */
export const fillTopics = (topics: readonly Topic[], params: Record<string, unknown> = {}): string[] =>
  topics.flatMap((topic) => {
    const name = /\{(\w+)\}/.exec(topic)?.[1]
    if (name === undefined) return [topic]
    const value = params[name]
    return value === undefined || value === null ? [] : [topic.replace(`{${name}}`, String(value))]
  })

/** Whether data that reads `reads` is stale after `changed`. Both are filled in. */
export const isStale = (reads: readonly string[], changed: readonly string[]): boolean =>
  reads.some((topic) =>
    changed.some(
      (other) => other === topic || (other.endsWith(':*') && topic.startsWith(other.slice(0, -1))),
    ),
  )
